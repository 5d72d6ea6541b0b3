package org.atomizable.api.subjob;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.Metric;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;

/**
 * The resources that a subjob used, and its result.
 *
 * @param firstAtom the atom at which it actually began
 * @param outcome how it ended
 * @param took the time from the worker's first action to its last one, without the start of a process
 * @param samples the observations, in order, with the numbers of their atoms
 * @param metric what the job measured of itself when it last saved its state; empty if it did not
 */
public record Report(long firstAtom, Outcome outcome, Duration took, List<Sample> samples, Optional<Metric> metric) {

    /** Makes the report of a job that does not measure itself. */
    public Report(long firstAtom, Outcome outcome, Duration took, List<Sample> samples) {
        this(firstAtom, outcome, took, samples, Optional.empty());
    }

    /** Copies the samples, and numbers them from the first atom on. */
    public Report {
        samples = List.copyOf(Sample.numbered(firstAtom, samples));
    }

    /** Returns how many atoms were done and committed. */
    public long atomsDone() {
        return Math.max(0, outcome.nextAtom() - firstAtom);
    }

    /** Returns the most memory used. */
    public Bytes peak() {
        return samples.stream().map(Sample::peak).reduce(Bytes.ZERO, Bytes::max);
    }

    /** Returns the time spent in one phase, including its variant in a cold worker. */
    public Duration timeIn(Phase phase) {
        return samples.stream()
                .filter(sample -> sample.phase().equals(phase) || sample.phase().equals(phase.cold()))
                .map(Sample::took)
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns the time in which atoms ran. */
    public Duration useful() {
        return samples.stream()
                .filter(sample -> sample.phase().hasAtoms())
                .map(Sample::took)
                .reduce(Duration.ZERO, Duration::plus);
    }
}
