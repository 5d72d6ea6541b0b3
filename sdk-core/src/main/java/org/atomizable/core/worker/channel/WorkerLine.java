package org.atomizable.core.worker.channel;

import org.atomizable.api.wire.StraightResult;
import org.atomizable.api.wire.WorkerReport;
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

    static WorkerLine of(String type, @Nullable String message) {
        return new WorkerLine(type, null, null, null, null, message, null, null);
    }
}
