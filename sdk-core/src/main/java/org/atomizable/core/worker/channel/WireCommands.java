package org.atomizable.core.worker.channel;

import org.atomizable.api.window.SliceKind;
import org.atomizable.api.wire.SubjobOrder;
import org.atomizable.api.wire.WorkerOrder;
import org.atomizable.core.wire.ToWire;
import org.jspecify.annotations.Nullable;

/** Puts commands into their wire form. */
final class WireCommands implements WorkerCommand.Cases<WorkerOrder> {

    @Override
    public WorkerOrder run(WorkerCommand.Run it) {
        return order("run", it.job(), it.kind(), it.subjob());
    }

    @Override
    public WorkerOrder warm(WorkerCommand.Warm it) {
        WorkerCommand.Job job = it.job();
        return new WorkerOrder(
                "warm",
                job.name(),
                job.parameters(),
                job.store(),
                job.owner(),
                null,
                job.memoryScale().orElse(null),
                null,
                null,
                it.rung().word());
    }

    @Override
    public WorkerOrder straight(WorkerCommand.Straight it) {
        return order("straight", it.job(), null, null);
    }

    @Override
    public WorkerOrder shrink(WorkerCommand.Shrink it) {
        return new WorkerOrder("shrink", null, null, null, null, null, null, null, ToWire.pressure(it.pressure()));
    }

    @Override
    public WorkerOrder yieldSoon(WorkerCommand.Yield it) {
        return plain("yield");
    }

    @Override
    public WorkerOrder exit(WorkerCommand.Exit it) {
        return plain("exit");
    }

    private static WorkerOrder plain(String type) {
        return new WorkerOrder(type, null, null, null, null, null, null, null);
    }

    private static WorkerOrder order(
            String type, WorkerCommand.Job job, @Nullable SliceKind kind, @Nullable SubjobOrder subjob) {
        return new WorkerOrder(
                type,
                job.name(),
                job.parameters(),
                job.store(),
                job.owner(),
                kind == null ? null : kind.name(),
                job.memoryScale().orElse(null),
                subjob);
    }
}
