package org.atomizable.profiler.backtest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;

/**
 * A subjob that is over.
 *
 * @param samples in order, from its restore on; at least one
 */
record PastSubjob(List<Sample> samples) {

    PastSubjob {
        samples = List.copyOf(samples);
    }

    /**
     * Cuts samples before each restore, or where a subjob went on without one. What gets a worker ready belongs to none, nor does what
     * was stopped before its end.
     */
    static List<PastSubjob> cut(List<Sample> all) {
        List<Sample> samples = all.stream()
                .filter(it -> !it.phase().isBeforeGrant() && !it.unfinished())
                .toList();
        List<PastSubjob> subjobs = new ArrayList<>();
        int from = 0;
        for (int at = 1; at <= samples.size() && !samples.isEmpty(); at++) {
            if (at == samples.size() || begins(samples, at)) {
                subjobs.add(new PastSubjob(samples.subList(from, at)));
                from = at;
            }
        }
        return subjobs;
    }

    /** A restore that follows a vain attempt to go on without one belongs to the same subjob. */
    private static boolean begins(List<Sample> samples, int at) {
        Phase phase = samples.get(at).phase();
        return phase.equals(Phase.CONTINUE)
                || (phase.isRestore() && !samples.get(at - 1).phase().equals(Phase.CONTINUE));
    }

    Bytes peak() {
        return samples.stream().map(Sample::peak).reduce(Bytes.ZERO, Bytes::max);
    }

    Duration took() {
        return samples.stream().map(Sample::took).reduce(Duration.ZERO, Duration::plus);
    }

    /** How many atoms there were of each phase. */
    Map<Phase, Long> phases() {
        Map<Phase, Long> phases = new LinkedHashMap<>();
        samples.forEach(sample -> phases.merge(sample.phase(), 1L, Long::sum));
        return phases;
    }
}
