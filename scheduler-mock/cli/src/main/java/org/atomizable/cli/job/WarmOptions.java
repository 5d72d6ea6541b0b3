package org.atomizable.cli.job;

import org.atomizable.api.Bytes;
import org.atomizable.core.worker.ChildProcesses;
import org.atomizable.core.worker.warm.MemoryBudget;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of workers that wait for a subjob. */
public final class WarmOptions {

    private static final MemoryBudget NONE = new MemoryBudget(Bytes.ZERO);

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // Set before it is asked.
    private CommandSpec line;

    @Option(
            names = "--warm",
            negatable = true,
            description = {
                "Get a worker ready before a window that is likely to be won, and keep its process between "
                        + "subjobs: the default for workers in processes of their own. --no-warm: a process ends after its "
                        + "subjob."
            })
    private @Nullable Boolean warm;

    @Option(
            names = "--warm-memory",
            paramLabel = "MIB",
            description = "The memory of this host that workers may use while they wait (default: an eighth of it).")
    private @Nullable Long memory;

    /** Made by picocli. */
    public WarmOptions() {}

    /**
     * Returns the budget of workers that wait; zero if none waits.
     *
     * @param processes whether workers run in processes of their own; no others can wait
     * @throws ParameterException if the budget is below 1 MiB, or if options contradict each other or the place of the workers
     */
    public MemoryBudget budget(boolean processes) {
        if (memory != null && (memory < 1 || memory > 1 << 30)) {
            throw wrong("--warm-memory must be 1 to 2^30 MiB, was %s".formatted(memory));
        }
        boolean refused = Boolean.FALSE.equals(warm);
        if (refused && memory != null) {
            throw wrong("--no-warm lets no worker wait, so --warm-memory means nothing with it: leave one of them out");
        }
        if (!processes && (memory != null || Boolean.TRUE.equals(warm))) {
            throw wrong("--warm and --warm-memory are for workers in processes of their own, but these run in this"
                    + " process: leave them out, or choose workers in processes");
        }
        if (refused || !processes) {
            return NONE;
        }
        return memory == null ? ChildProcesses.usualBudget() : new MemoryBudget(Bytes.mebi(memory));
    }

    private ParameterException wrong(String what) {
        return new ParameterException(line.commandLine(), what);
    }
}
