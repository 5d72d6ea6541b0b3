package org.atomizable.profiler.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec.Stage;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.OrderStatistic;

/**
 * The stages of a job: those that it names, and within them those that were found in its measured memory.
 *
 * @param named by their first atom
 * @param dividing the changes of memory, by atom, within each named stage and within the rest, whose name is empty, on whose two sides memory
 *     is bounded apart: a rise at once, a fall when enough whole subjobs after it prove the lower bound. One that is only a part of a season
 *     would else break at the next rise
 */
record Stages(List<Stage> named, Map<String, List<MemoryChange>> dividing) {

    private static final int SUBJOBS_THAT_PROVE =
            (int) OrderStatistic.fewest(Promise.DEFAULT.theta(), Promise.DEFAULT.gamma());

    /** The name of the stage of the atoms that belong to no named one. */
    private static final String BASE = "";

    /**
     * Atoms whose memory is bounded together.
     *
     * @param stage the name of their stage; empty if it has none
     * @param from the first atom after the last dividing change of memory before them; 0 if there was none
     * @param to the first atom after the next; {@link Long#MAX_VALUE} if there is none
     */
    record Part(String stage, long from, long to) {}

    /**
     * Returns the stages of a job.
     *
     * @param named by their first atom
     * @param whole all samples of the job
     */
    static Stages of(List<Stage> named, StageSamples whole) {
        SeenPhases seen = whole.all();
        Stages bare = new Stages(named, Map.of());
        Map<String, List<MemoryChange>> dividing = new HashMap<>();
        for (String stage : bare.names()) {
            SeenPhases own = named.isEmpty()
                    ? seen
                    : seen.only(it -> it.atom() != Sample.NO_ATOM
                            && bare.nameAt(it.atom()).equals(stage));
            dividing.put(stage, bare.dividing(stage, MemoryChange.in(own), whole.wholes()));
        }
        return new Stages(named, dividing);
    }

    private List<MemoryChange> dividing(String stage, List<MemoryChange> changes, Map<SliceKind, WholeSubjobs> wholes) {
        List<MemoryChange> dividing = new ArrayList<>();
        Bytes largest = Bytes.ZERO;
        for (MemoryChange change : changes) {
            largest = largest.max(change.before());
            if (change.after().exceeds(largest) || isProvedSince(change.atom(), stage, wholes)) {
                dividing.add(change);
                largest = Bytes.ZERO;
            }
        }
        return dividing;
    }

    private boolean isProvedSince(long atom, String stage, Map<SliceKind, WholeSubjobs> wholes) {
        return wholes.values().stream()
                .anyMatch(it -> it.peaks()
                                .only(subjob -> subjob.first() >= atom
                                        && nameAt(subjob.first()).equals(stage))
                                .plannedFor(1)
                        >= SUBJOBS_THAT_PROVE);
    }

    Stages {
        named = List.copyOf(named);
        dividing = Map.copyOf(dividing);
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        names.add(BASE);
        named.forEach(it -> names.add(it.name()));
        return names;
    }

    /** Tells whether all atoms are alike. */
    boolean areOne() {
        return named.isEmpty() && dividing.values().stream().allMatch(List::isEmpty);
    }

    Optional<Stage> stage(Part part) {
        return named.stream().filter(it -> it.name().equals(part.stage())).findFirst();
    }

    private String nameAt(long atom) {
        for (Stage stage : named) {
            if (stage.has(atom)) {
                return stage.name();
            }
        }
        return BASE;
    }

    /** Returns the part to which an atom belongs. */
    Part at(long atom) {
        String stage = nameAt(atom);
        long from = 0;
        long to = Long.MAX_VALUE;
        for (MemoryChange change : dividing.getOrDefault(stage, List.of())) {
            if (change.atom() <= atom) {
                from = change.atom();
            } else {
                to = Math.min(to, change.atom());
            }
        }
        return new Part(stage, from, to);
    }

    /** Returns the first atom after that one which belongs to another part; {@link Long#MAX_VALUE} if all do not. */
    long endOf(long atom) {
        long end = at(atom).to();
        for (Stage stage : named) {
            if (stage.has(atom)) {
                return Math.min(end, stage.to());
            }
            if (stage.from() > atom) {
                end = Math.min(end, stage.from());
            }
        }
        return end;
    }

    /** Tells whether an atom belongs to a part. An atom whose number is not known belongs to every part that nobody named. */
    boolean has(Part part, long atom) {
        return atom < 0
                ? named.isEmpty()
                : part.from() <= atom && atom < part.to() && nameAt(atom).equals(part.stage());
    }

    /** Tells whether an atom belongs to the named stage of a part. */
    boolean isNamed(Part part, long atom) {
        return atom < 0 ? named.isEmpty() : nameAt(atom).equals(part.stage());
    }

    /** Returns which samples of the whole job describe a part. Times do not depend on changes of memory. */
    StageSamples samples(Part part, StageSamples job) {
        SeenPhases seen = job.all();
        Map<SliceKind, WholeSubjobs> own = new HashMap<>();
        job.wholes()
                .forEach((kind, whole) -> own.put(
                        kind,
                        new WholeSubjobs(
                                whole.peaks().only(it -> has(part, it.first()) && has(part, it.last())),
                                whole.times().only(it -> isNamed(part, it.first()) && isNamed(part, it.last())))));
        SeenPhases time = named.isEmpty() ? seen : seen.only(it -> isNamed(part, it.atom()));
        return new StageSamples(seen.only(it -> has(part, it.atom())), time, seen, own);
    }
}
