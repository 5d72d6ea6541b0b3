package org.atomizable.profiler.store;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.atomizable.api.profile.Sample;
import org.atomizable.profiler.profile.KeptPromises;
import org.atomizable.profiler.profile.ObservedSubjob;

/**
 * What one process observed of a job, in the order in which it was observed.
 *
 * @param id tells it from all other runs that began in the same instant; letters, digits and hyphens
 * @param began when, by that machine's clock
 * @param machine for people
 * @param observed how many samples there were
 * @param samples the newest {@value #MOST_SAMPLES} of them, oldest first; a restore begins a subjob
 * @param kept how promises were kept up to its end
 * @param subjobs those of which all samples are among the newest, in order; empty for runs of which only the samples were recorded
 */
public record RecordedRun(
        String id,
        Instant began,
        String machine,
        long observed,
        List<Sample> samples,
        KeptPromises kept,
        List<RecordedSubjob> subjobs) {

    /** As many as a profile looks at. */
    public static final int MOST_SAMPLES = 4096;

    /** Newest first; the same for every order in which runs were met. */
    static final Comparator<RecordedRun> NEWEST_FIRST = Comparator.comparing(RecordedRun::began)
            .thenComparing(RecordedRun::id)
            .reversed();

    /** Of two states of one run, which is further. */
    static final Comparator<RecordedRun> FURTHER = Comparator.comparingLong(RecordedRun::observed)
            .thenComparingDouble(run -> run.kept().memory().shift())
            .thenComparingDouble(run -> run.kept().time().shift())
            .thenComparing(RecordedRun::machine)
            .thenComparing(run -> run.samples().toString())
            .thenComparing(run -> run.subjobs().toString());

    /** What tells runs apart. */
    record Identity(Instant began, String id) {}

    /** Refuses an odd id and an odd count, and forgets the oldest samples and their subjobs where there are too many. */
    public RecordedRun {
        if (!id.matches("[A-Za-z0-9-]{1,100}")) {
            throw new IllegalArgumentException(
                    "a run's id is 1 to 100 letters, digits and hyphens, was \"" + id + "\"");
        }
        if (observed < samples.size()) {
            throw new IllegalArgumentException(
                    "run %s has %d samples and says it observed %d".formatted(id, samples.size(), observed));
        }
        requireOrder(id, observed, subjobs);
        samples = List.copyOf(samples.subList(Math.max(0, samples.size() - MOST_SAMPLES), samples.size()));
        long forgotten = observed - samples.size();
        subjobs = subjobs.stream().filter(it -> it.first() >= forgotten).toList();
    }

    /** Makes one of which only the samples were recorded. */
    public RecordedRun(
            String id, Instant began, String machine, long observed, List<Sample> samples, KeptPromises kept) {
        this(id, began, machine, observed, samples, kept, List.of());
    }

    private static void requireOrder(String id, long observed, List<RecordedSubjob> subjobs) {
        long end = 0;
        for (RecordedSubjob subjob : subjobs) {
            if (subjob.first() < end || subjob.first() > observed - subjob.samples()) {
                throw new IllegalArgumentException("run %s has a subjob of samples %d to %d, after sample %d and of %d"
                        .formatted(id, subjob.first(), subjob.end() - 1, end, observed));
            }
            end = subjob.end();
        }
    }

    /** Returns the subjobs as observations, oldest first. */
    List<ObservedSubjob> observedSubjobs() {
        long forgotten = observed - samples.size();
        return subjobs.stream().map(it -> it.observed(samples, forgotten)).toList();
    }

    Identity identity() {
        return new Identity(began, id);
    }
}
