package org.atomizable.core.worker.channel;

import org.atomizable.api.Bytes;
import org.atomizable.api.wire.StraightResult;
import org.atomizable.api.wire.WorkerReport;
import org.atomizable.core.wire.ToWire;
import org.jspecify.annotations.Nullable;

/**
 * One line that a worker sends. All kinds have one shape, so that a reader knows which parts there are; their order here is that of the
 * line.
 *
 * @param type {@code ready}, {@code phase}, {@code progress}, {@code shrunk}, {@code rung}, {@code step}, {@code report}, {@code straight},
 *     {@code exiting} or {@code error}
 * @param memoryBytes for {@code progress}, the most that the last atom used; for {@code shrunk}, how much was given back; for
 *     {@code rung}, what the job's instance holds
 * @param message for an {@code error}, what happened; for a {@code phase} and a {@code rung}, its name; for a {@code step}, the line of the job's code; for
 *     {@code exiting}, the line of code that ends the process
 * @param why for an {@code error}, the kind of failure by the name of its constant
 * @param seconds for a {@code step}, how long the subjob has been running; for a {@code rung}, how long it took
 */
record WorkerLine(
        String type,
        @Nullable Long nextAtom,
        @Nullable Long memoryBytes,
        @Nullable WorkerReport report,
        @Nullable StraightResult straight,
        @Nullable String message,
        @Nullable String why,
        @Nullable Double seconds) {

    /** Puts an event into its wire form. */
    static WorkerLine of(WorkerEvent event) {
        if (event instanceof WorkerEvent.Ready) {
            return message("ready", null);
        }
        if (event instanceof WorkerEvent.PhaseBegun it) {
            return message("phase", it.phase().name());
        }
        if (event instanceof WorkerEvent.Progress it) {
            return memory("progress", it.nextAtom(), it.memory());
        }
        if (event instanceof WorkerEvent.Shrunk it) {
            return memory("shrunk", null, it.freed());
        }
        if (event instanceof WorkerEvent.Rested it) {
            double took = ToWire.seconds(it.took());
            return new WorkerLine(
                    "rung", null, it.held().count(), null, null, it.rung().word(), null, took);
        }
        if (event instanceof WorkerEvent.Step it) {
            return new WorkerLine("step", null, null, null, null, it.place(), null, ToWire.seconds(it.since()));
        }
        if (event instanceof WorkerEvent.Reported it) {
            return new WorkerLine("report", null, null, it.report(), null, null, null, null);
        }
        if (event instanceof WorkerEvent.StraightDone it) {
            return new WorkerLine("straight", null, null, null, it.result(), null, null, null);
        }
        if (event instanceof WorkerEvent.Exiting it) {
            return message("exiting", it.where());
        }
        if (event instanceof WorkerEvent.Failed it) {
            return new WorkerLine(
                    "error", null, null, null, null, it.message(), it.kind().name(), null);
        }
        throw new IllegalArgumentException("no line is known for " + event);
    }

    private static WorkerLine message(String type, @Nullable String message) {
        return new WorkerLine(type, null, null, null, null, message, null, null);
    }

    private static WorkerLine memory(String type, @Nullable Long nextAtom, Bytes memory) {
        return new WorkerLine(type, nextAtom, memory.count(), null, null, null, null, null);
    }
}
