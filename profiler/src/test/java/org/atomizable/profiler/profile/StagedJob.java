package org.atomizable.profiler.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;

/**
 * Makes the subjobs of a job whose memory depends on its progress.
 *
 * @param mebi how many MiB an atom needs, by its number
 */
record StagedJob(LongUnaryOperator mebi) {

    static final SliceKind KIND = new SliceKind("1g.10gb");

    /** Returns a job that needs one amount of memory before an atom and another from it on. */
    static StagedJob changingAt(long atom, long before, long after) {
        return new StagedJob(it -> it < atom ? before : after);
    }

    /** Returns the guess from a largest peak, in MiB, after so many subjobs. */
    static Bytes widened(long mebi, int subjobs) {
        return Bytes.of((long) Math.ceil(
                (1.1 + 1.1 / (subjobs * Math.sqrt(subjobs))) * Bytes.mebi(mebi).count()));
    }

    /** Returns one subjob. */
    ObservedSubjob subjob(long first, int atoms) {
        List<Sample> samples = new ArrayList<>();
        samples.add(sample(Phase.RESTORE, first, 50));
        for (int i = 0; i < atoms; i++) {
            samples.add(sample(i == 0 ? Phase.WARM_UP : Phase.STEADY, first + i, 20));
        }
        samples.add(sample(Phase.CHECKPOINT, first + atoms - 1, 40));
        return ObservedSubjob.complete(Sample.numbered(first, samples));
    }

    /** Returns the subjobs of all atoms from one to the one before another. */
    List<ObservedSubjob> subjobs(long first, long end, int each) {
        List<ObservedSubjob> subjobs = new ArrayList<>();
        for (long next = first; next < end; next += each) {
            subjobs.add(subjob(next, (int) Math.min(each, end - next)));
        }
        return subjobs;
    }

    private Sample sample(Phase phase, long atom, long millis) {
        return new Sample(KIND, phase, Duration.ofMillis(millis), Bytes.mebi(mebi.applyAsLong(atom)));
    }
}
