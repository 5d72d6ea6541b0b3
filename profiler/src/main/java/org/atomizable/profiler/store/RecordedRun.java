package org.atomizable.profiler.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.atomizable.api.profile.Sample;
import org.atomizable.profiler.profile.KeptPromises;

/**
 * The observations of a job by one process, in the order in which they were made.
 *
 * @param origin whose they are
 * @param observed what was observed
 * @param kept how promises were kept up to its end
 */
public record RecordedRun(Origin origin, Observed observed, KeptPromises kept) {

    /**
     * The process.
     *
     * @param id tells it from all other runs that began in the same instant; letters, digits and hyphens
     * @param began when, by that machine's clock
     * @param machine for people
     */
    public record Origin(String id, Instant began, String machine) {}

    /**
     * The observations.
     *
     * @param count how many samples there were
     * @param samples the newest {@value #MOST_SAMPLES} of them, oldest first; a restore begins a subjob
     * @param subjobs those of which all samples are among the newest, in order; empty for runs of which only the samples were recorded
     * @param batches when samples were observed, in order; those before the first batch when the run began
     */
    public record Observed(
            long count, List<Sample> samples, List<RecordedSubjob> subjobs, List<RecordedBatch> batches) {

        /** Returns those of a run of which only the samples were recorded. */
        public static Observed ofSamples(List<Sample> samples) {
            return new Observed(samples.size(), samples, List.of(), List.of());
        }

        private long forgotten() {
            return count - samples.size();
        }

        /** Forgets the oldest samples and their subjobs where there are too many. */
        private Observed newest(String id) {
            List<Sample> newest =
                    List.copyOf(samples.subList(Math.max(0, samples.size() - MOST_SAMPLES), samples.size()));
            long forgotten = count - newest.size();
            return new Observed(
                    count,
                    newest,
                    subjobs.stream().filter(it -> it.first() >= forgotten).toList(),
                    RecordedBatch.kept(id, batches, forgotten, count));
        }
    }

    /** As many as a profile looks at. */
    public static final int MOST_SAMPLES = 4096;

    /** The last updated first; the same for every order in which runs were met. */
    static final Comparator<RecordedRun> NEWEST_FIRST = Comparator.comparing(RecordedRun::updated)
            .thenComparing(run -> run.origin().began())
            .thenComparing(run -> run.origin().id())
            .reversed();

    /** Of two states of one run, which is further. It is never older, or merging would not be associative. */
    static final Comparator<RecordedRun> FURTHER = Comparator.comparing(RecordedRun::updated)
            .thenComparingLong(run -> run.observed().count())
            .thenComparingDouble(run -> run.kept().memory().shift())
            .thenComparingDouble(run -> run.kept().time().shift())
            .thenComparing(run -> run.kept().toString())
            .thenComparing(run -> run.origin().machine())
            .thenComparing(run -> run.samples().toString())
            .thenComparing(run -> run.observed().subjobs().toString())
            .thenComparing(run -> run.observed().batches().toString());

    /** The identity of a run. */
    record Identity(Instant began, String id) {}

    /** Refuses an odd id and an odd count, and forgets the oldest samples and their subjobs where there are too many. */
    public RecordedRun {
        String id = origin.id();
        if (!id.matches("[A-Za-z0-9-]{1,100}")) {
            throw new IllegalArgumentException(
                    "a run's id is 1 to 100 letters, digits and hyphens, was \"" + id + "\"");
        }
        if (observed.count() < observed.samples().size()) {
            throw new IllegalArgumentException("run %s has %s samples and says it observed %s"
                    .formatted(id, observed.samples().size(), observed.count()));
        }
        requireOrder(id, observed.count(), observed.subjobs());
        observed = observed.newest(id);
    }

    private static void requireOrder(String id, long observed, List<RecordedSubjob> subjobs) {
        long end = 0;
        for (RecordedSubjob subjob : subjobs) {
            if (subjob.first() < end || subjob.first() > observed - subjob.samples()) {
                throw new IllegalArgumentException("run %s has a subjob of samples %s to %s, after sample %s and of %s"
                        .formatted(id, subjob.first(), subjob.end() - 1, end, observed));
            }
            end = subjob.end();
        }
    }

    /** Returns the newest samples, oldest first. */
    public List<Sample> samples() {
        return observed.samples();
    }

    /** Returns when it last observed something. */
    Instant updated() {
        List<RecordedBatch> batches = observed.batches();
        return batches.isEmpty()
                ? origin.began()
                : origin.began().plus(batches.get(batches.size() - 1).after());
    }

    /** Returns what it observed and keeps, oldest first. */
    List<Observation> observations() {
        List<Observation> all = new ArrayList<>();
        long from = observed.forgotten();
        Duration after = Duration.ZERO;
        for (RecordedBatch batch : observed.batches()) {
            all.add(observation(after, from, batch.first()));
            from = batch.first();
            after = batch.after();
        }
        all.add(observation(after, from, observed.count()));
        return all;
    }

    private Observation observation(Duration after, long from, long end) {
        long forgotten = observed.forgotten();
        return new Observation(
                origin.began().plus(after),
                samples().subList(Math.toIntExact(from - forgotten), Math.toIntExact(end - forgotten)),
                observed.subjobs().stream()
                        .filter(it -> it.first() >= from && it.first() < end)
                        .map(it -> it.observed(samples(), forgotten))
                        .toList());
    }

    Identity identity() {
        return new Identity(origin.began(), origin.id());
    }
}
