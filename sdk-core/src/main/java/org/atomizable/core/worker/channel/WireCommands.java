package org.atomizable.core.worker.channel;

import org.atomizable.api.wire.SubjobOrder;
import org.atomizable.core.wire.ToWire;
import org.jspecify.annotations.Nullable;

/** Puts commands into their wire form. */
final class WireCommands implements WorkerCommand.Cases<WorkerOrder> {

    @Override
    public WorkerOrder run(WorkerCommand.Run it) {
        return order("run", it.job(), it.kind().name(), it.subjob(), null);
    }

    @Override
    public WorkerOrder warm(WorkerCommand.Warm it) {
        return order("warm", it.job(), null, null, it.rung().word());
    }

    @Override
    public WorkerOrder straight(WorkerCommand.Straight it) {
        return order("straight", it.job(), null, null, null);
    }

    @Override
    public WorkerOrder shrink(WorkerCommand.Shrink it) {
        return new WorkerOrder(
                "shrink", null, null, null, null, null, null, null, ToWire.pressure(it.pressure()), null);
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
        return new WorkerOrder(type, null, null, null, null, null, null, null, null, null);
    }

    private static WorkerOrder order(
            String type,
            WorkerCommand.Job job,
            @Nullable String kind,
            @Nullable SubjobOrder subjob,
            @Nullable String rung) {
        return new WorkerOrder(
                type,
                job.name(),
                job.parameters(),
                job.store(),
                job.owner(),
                kind,
                job.memoryScale().orElse(null),
                subjob,
                null,
                rung);
    }
}
