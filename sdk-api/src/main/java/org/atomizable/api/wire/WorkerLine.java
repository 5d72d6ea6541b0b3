package org.atomizable.api.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of a worker's answers.
 *
 * @param type {@code ready}, {@code phase}, {@code progress}, {@code step}, {@code report}, {@code samples}, {@code straight},
 *     {@code exiting} or {@code error}
 * @param message of an {@code error}, what happened; of a {@code phase}, its name; of a {@code step}, which; of {@code
 *     exiting}, the line of code that ends the process
 * @param why of an {@code error}, the kind of failure by the name of its constant
 * @param seconds of a {@code step}, for how long it has been going on
 */
public record WorkerLine(
        String type,
        @Nullable Long nextAtom,
        @Nullable Long memoryBytes,
        @Nullable WorkerReport report,
        @Nullable List<SampleMessage> samples,
        @Nullable StraightResult straight,
        @Nullable String message,
        @Nullable String why,
        @Nullable Double seconds) {

    /** Makes a line that says neither why nor how long. */
    public WorkerLine(
            String type,
            @Nullable Long nextAtom,
            @Nullable Long memoryBytes,
            @Nullable WorkerReport report,
            @Nullable List<SampleMessage> samples,
            @Nullable StraightResult straight,
            @Nullable String message) {
        this(type, nextAtom, memoryBytes, report, samples, straight, message, null, null);
    }
}
