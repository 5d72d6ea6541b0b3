package org.atomizable.core.worker.channel;

import org.atomizable.core.wire.ToWire;

/** Puts events into their wire form. */
final class WireEvents implements WorkerEvent.Cases<WorkerLine> {

    @Override
    public WorkerLine ready(WorkerEvent.Ready it) {
        return WorkerLine.of("ready", null);
    }

    @Override
    public WorkerLine phaseBegun(WorkerEvent.PhaseBegun it) {
        return WorkerLine.of("phase", it.phase().name());
    }

    @Override
    public WorkerLine progress(WorkerEvent.Progress it) {
        return new WorkerLine("progress", it.nextAtom(), it.memory().count(), null, null, null, null, null);
    }

    @Override
    public WorkerLine shrunk(WorkerEvent.Shrunk it) {
        return new WorkerLine("shrunk", null, it.freed().count(), null, null, null, null, null);
    }

    @Override
    public WorkerLine rested(WorkerEvent.Rested it) {
        return new WorkerLine(
                "rung", null, it.held().count(), null, null, it.rung().word(), null, ToWire.seconds(it.took()));
    }

    @Override
    public WorkerLine step(WorkerEvent.Step it) {
        return new WorkerLine("step", null, null, null, null, it.place(), null, ToWire.seconds(it.since()));
    }

    @Override
    public WorkerLine reported(WorkerEvent.Reported it) {
        return new WorkerLine("report", null, null, it.report(), null, null, null, null);
    }

    @Override
    public WorkerLine straightDone(WorkerEvent.StraightDone it) {
        return new WorkerLine("straight", null, null, null, it.result(), null, null, null);
    }

    @Override
    public WorkerLine exiting(WorkerEvent.Exiting it) {
        return WorkerLine.of("exiting", it.where());
    }

    @Override
    public WorkerLine failed(WorkerEvent.Failed it) {
        return new WorkerLine(
                "error", null, null, null, null, it.message(), it.kind().name(), null);
    }
}
