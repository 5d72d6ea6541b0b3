package org.atomizable.cli.job;

import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.core.worker.warm.MemoryBudget;
import picocli.CommandLine.Option;

/** Options of workers that are got ready before their grants. */
public final class WarmOptions {

    @Option(
            names = "--warm",
            description = {
                "Get a worker ready before each window that is likely to be won, and keep workers between subjobs.",
                "Only workers in processes of their own. Off by default."
            })
    private boolean warm;

    @Option(
            names = "--warm-memory",
            paramLabel = "MIB",
            defaultValue = "2048",
            description = "With --warm: the memory of this host that workers may use while they wait (default: "
                    + "${DEFAULT-VALUE}).")
    private long memory = 2048;

    /** Made by picocli. */
    public WarmOptions() {}

    /**
     * Returns the budget of workers that wait; empty if none are got ready.
     *
     * @throws AtomizableException if the budget is below 1 MiB
     */
    public Optional<MemoryBudget> budget() throws AtomizableException {
        if (memory < 1 || memory > 1 << 30) {
            throw new AtomizableException(
                    "--warm-memory must be 1 to 2^30 MiB, was " + memory, "Correct it, or leave it out");
        }
        return warm ? Optional.of(new MemoryBudget(Bytes.mebi(memory))) : Optional.empty();
    }
}
