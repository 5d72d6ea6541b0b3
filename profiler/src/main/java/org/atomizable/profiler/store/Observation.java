package org.atomizable.profiler.store;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.atomizable.api.profile.Sample;
import org.atomizable.profiler.profile.ObservedSubjob;

/**
 * The observations at one time on one kind of slice.
 *
 * @param at when
 * @param samples in order
 * @param subjobs those of them that are known as whole subjobs, in order
 */
record Observation(Instant at, List<Sample> samples, List<ObservedSubjob> subjobs) {

    /** Returns what runs observed, oldest first, on whatever kind of slice. */
    static List<Observation> inOrder(Stream<RecordedRun> runs) {
        return runs.sorted(RecordedRun.NEWEST_FIRST.reversed())
                .flatMap(it -> it.observations().stream())
                .sorted(Comparator.comparing(Observation::at))
                .toList();
    }

    static List<Sample> samples(List<Observation> all) {
        return all.stream().flatMap(it -> it.samples().stream()).toList();
    }

    static List<ObservedSubjob> subjobs(List<Observation> all) {
        return all.stream().flatMap(it -> it.subjobs().stream()).toList();
    }
}
