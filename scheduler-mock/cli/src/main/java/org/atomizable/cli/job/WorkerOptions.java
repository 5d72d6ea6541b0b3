package org.atomizable.cli.job;

import org.atomizable.core.worker.warm.MemoryBudget;
import picocli.CommandLine.Mixin;

/** How workers are kept, and what they check. */
public final class WorkerOptions {

    @Mixin
    private WarmOptions warm = new WarmOptions();

    @Mixin
    private ExactnessOptions exactness = new ExactnessOptions();

    /** Made by picocli. */
    public WorkerOptions() {}

    /** Returns the budget of workers that wait, as {@link WarmOptions#budget} does. */
    public MemoryBudget budget(boolean processes) {
        return warm.budget(processes);
    }

    /** Returns what is done so that a result is right. */
    public ExactnessOptions exactness() {
        return exactness;
    }
}
