package org.atomizable.profiler.store;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.atomizable.api.profile.Sample;
import org.atomizable.profiler.profile.KeptPromises;

/**
 * What one process observed of a job, in the order in which it was observed.
 *
 * @param id tells it from all other runs that began in the same instant; letters, digits and hyphens
 * @param began when, by that machine's clock
 * @param machine for people
 * @param observed how many samples there were
 * @param samples the newest {@value #MOST_SAMPLES} of them, oldest first; a restore begins a subjob
 * @param kept how promises were kept up to its end
 */
public record RecordedRun(
        String id, Instant began, String machine, long observed, List<Sample> samples, KeptPromises kept) {

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
            .thenComparing(run -> run.samples().toString());

    /** What tells runs apart. */
    record Identity(Instant began, String id) {}

    /** Refuses an odd id and an odd count, and forgets the oldest samples where there are too many. */
    public RecordedRun {
        if (!id.matches("[A-Za-z0-9-]{1,100}")) {
            throw new IllegalArgumentException(
                    "a run's id is 1 to 100 letters, digits and hyphens, was \"" + id + "\"");
        }
        if (observed < samples.size()) {
            throw new IllegalArgumentException(
                    "run %s has %d samples and says it observed %d".formatted(id, samples.size(), observed));
        }
        samples = List.copyOf(samples.subList(Math.max(0, samples.size() - MOST_SAMPLES), samples.size()));
    }

    Identity identity() {
        return new Identity(began, id);
    }
}
