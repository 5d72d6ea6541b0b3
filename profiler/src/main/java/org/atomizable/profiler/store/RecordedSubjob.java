package org.atomizable.profiler.store;

import java.time.Duration;
import java.util.List;
import org.atomizable.api.profile.Sample;
import org.atomizable.profiler.profile.ObservedSubjob;

/**
 * Which samples of a run are those of one subjob, and what else was seen of it.
 *
 * @param first the number of its first sample; the first sample of the run has number 0
 * @param samples how many it has, 1 or more
 * @param planned how many atoms it was to do
 * @param beyond time that is in no sample
 * @param ending why it did no more atoms
 */
public record RecordedSubjob(long first, int samples, long planned, Duration beyond, ObservedSubjob.Ending ending) {

    /** Refuses one that cannot have run. */
    public RecordedSubjob {
        if (first < 0 || samples < 1 || planned < 0 || beyond.isNegative()) {
            throw new IllegalArgumentException(
                    "a subjob has 1 sample or more and no negative count or time, was told sample %s, %s samples, %s atoms and %s"
                            .formatted(first, samples, planned, beyond));
        }
    }

    /** Returns the record of a subjob that has samples, the first of which has this number. */
    public static RecordedSubjob of(long first, ObservedSubjob subjob) {
        return new RecordedSubjob(first, subjob.samples().size(), subjob.planned(), subjob.beyond(), subjob.ending());
    }

    /** Returns the number of the first sample after it. */
    long end() {
        return first + samples;
    }

    /**
     * Returns it as one observation.
     *
     * @param kept the newest samples of the run
     * @param forgotten how many older ones there were
     */
    ObservedSubjob observed(List<Sample> kept, long forgotten) {
        int from = Math.toIntExact(first - forgotten);
        return new ObservedSubjob(kept.subList(from, from + samples), planned, beyond, ending);
    }
}
