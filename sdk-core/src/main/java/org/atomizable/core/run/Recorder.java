package org.atomizable.core.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Sampler;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.SliceKind;

/** Measures consecutive phases: the time and the peak memory of each. */
final class Recorder {

    private final SliceKind kind;
    private final TimeSource time;
    private final List<Sample> samples = new ArrayList<>();
    private final long began;
    private long mark;
    private boolean cold;
    private Duration firstAtom = Duration.ZERO;
    private Duration laterAtom = Duration.ZERO;
    private Bytes peak = Bytes.ZERO;

    /**
     * Makes a recorder.
     *
     * @param began when the first phase began, by {@link TimeSource#nanos}
     * @param cold whether the phases are those of a worker's first subjob of a job
     */
    Recorder(SliceKind kind, TimeSource time, long began, boolean cold) {
        this.kind = kind;
        this.time = time;
        this.began = began;
        this.mark = began;
        this.cold = cold;
    }

    boolean isCold() {
        return cold;
    }

    /** From now on the worker is warm. */
    void warm() {
        cold = false;
    }

    /** Returns the name of a phase in this worker. */
    Phase named(Phase phase) {
        return cold ? phase.cold() : phase;
    }

    /** Returns the phase of an atom of a subjob that began at {@code first}. */
    static Phase phase(JobSpec spec, long atom, long first) {
        Phase phase = new Phase(spec.phaseOf(atom));
        // The phase of an atom tells more of its memory and time than that it is the first.
        return atom == first && phase.equals(Phase.STEADY) ? Phase.WARM_UP : phase;
    }

    /** Ends the phase that began where the one before ended; returns its memory. */
    Bytes ended(Phase phase, Sampler sampler) {
        return ended(phase, sampler, Duration.ZERO);
    }

    /** Ends it likewise; it took so much more as belongs to it and was before. */
    Bytes ended(Phase phase, Sampler sampler, Duration more) {
        long now = time.nanos();
        Sample sample =
                new Sample(kind, named(phase), Duration.ofNanos(now - mark).plus(more), sampler.peak());
        mark = now;
        samples.add(sample);
        peak = peak.max(sample.peak());
        if (phase.isWarmUp()) {
            firstAtom = longer(firstAtom, sample.took());
        } else if (phase.hasAtoms()) {
            laterAtom = longer(laterAtom, sample.took());
        }
        return sample.peak();
    }

    /** Leaves out what was since the last phase ended, which is no phase of its own; returns how long it was. */
    Duration skipped() {
        long now = time.nanos();
        Duration skipped = Duration.ofNanos(now - mark);
        mark = now;
        return skipped;
    }

    /** Returns how long the newest phase took. */
    Duration newest() {
        return samples.get(samples.size() - 1).took();
    }

    /** Returns the longest atom so far. The first one, which may be slow, counts only if it took longer than its {@code bound}. */
    Duration longestAtom(Duration bound) {
        return firstAtom.compareTo(bound) > 0 ? longer(firstAtom, laterAtom) : laterAtom;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    Bytes peak() {
        return peak;
    }

    Duration soFar() {
        return Duration.ofNanos(time.nanos() - began);
    }

    /** Returns the samples of a job that began with atom 0, without a last restore, which began a subjob that was never run. */
    List<Sample> subjobs() {
        int last = samples.size() - 1;
        boolean begun = last >= 0 && samples.get(last).phase().isRestore();
        return Sample.numbered(0, begun ? samples.subList(0, last) : samples);
    }

    List<Sample> samples() {
        return List.copyOf(samples);
    }
}
