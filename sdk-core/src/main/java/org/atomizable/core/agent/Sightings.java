package org.atomizable.core.agent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.report.Seen;
import org.jspecify.annotations.Nullable;

/**
 * The observations of a running subjob that an agent makes from its worker's progress messages. If the worker is stopped
 * before it reports, nothing else is known.
 */
final class Sightings {

    private final SliceKind kind;
    private final TimeSource time;
    private final List<Sample> ended = new ArrayList<>();
    private @Nullable Phase phase;
    private Optional<Phase> withoutMemory = Optional.empty();
    private Duration withoutMemoryTook = Duration.ZERO;
    private long mark;
    private long nextAtom;
    private boolean anAtomBegan;

    Sightings(SliceKind kind, long firstAtom, TimeSource time) {
        this.kind = kind;
        this.nextAtom = firstAtom;
        this.time = time;
    }

    /** A phase began so many nanoseconds ago. */
    synchronized void entered(Phase begun, long ago) {
        if (phase != null && !phase.hasAtoms()) {
            // Its memory is not told; that of the first atom is at least the same.
            withoutMemory = Optional.of(phase);
            withoutMemoryTook = sinceMark(ago);
        }
        phase = begun;
        anAtomBegan |= begun.hasAtoms();
        mark = time.nanos() - ago;
    }

    /** The next atom was reached so many nanoseconds ago. */
    synchronized void at(long next, Bytes memory, long ago) {
        withoutMemory.ifPresent(it -> ended.add(new Sample(kind, it, withoutMemoryTook, memory)));
        withoutMemory = Optional.empty();
        if (phase != null && phase.hasAtoms()) {
            ended.add(new Sample(kind, phase, sinceMark(ago), memory));
        }
        nextAtom = next;
        anAtomBegan = true;
        mark = time.nanos() - ago;
    }

    /** Tells whether an atom has begun; until then nothing of the job can be lost. */
    synchronized boolean anAtomBegan() {
        return anAtomBegan;
    }

    private Duration sinceMark(long ago) {
        return Duration.ofNanos(time.nanos() - ago - mark);
    }

    /** Returns what was seen up to now. */
    synchronized Seen seen() {
        Optional<Sample> running =
                Optional.ofNullable(phase).map(it -> new Sample(kind, it, sinceMark(0), Bytes.ZERO, true));
        return new Seen(nextAtom, ended, running);
    }
}
