package org.atomizable.core.command;

import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Sampler;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.device.MeasuredMemory;

/** The memory of a program: what it counts itself; else what its processes hold, on a GPU or of the machine. */
final class ProgramMemory {

    /** A tree of processes costs more to ask than one process, and its first peak must not be missed. */
    private static final double SHARE = 0.01;

    private final Optional<Sampler> tree;
    private Optional<Bytes> told = Optional.empty();

    private ProgramMemory(Optional<Sampler> tree) {
        this.tree = tree;
    }

    /** Measures the processes where a driver or the system tells how large they are. */
    static ProgramMemory of(Program program, TimeSource time) {
        try {
            return new ProgramMemory(Optional.of(MeasuredMemory.ofTree(program.pid(), SHARE, time)));
        } catch (AtomizableException e) {
            return new ProgramMemory(Optional.empty());
        }
    }

    /** Takes the program's own count since the last one. */
    void report(Bytes count) {
        told = Optional.of(count);
    }

    Optional<Bytes> used() {
        return told.isPresent() ? told : tree.map(Sampler::peak);
    }
}
