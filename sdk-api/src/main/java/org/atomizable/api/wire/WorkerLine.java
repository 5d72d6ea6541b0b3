package org.atomizable.api.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line on a worker's standard output.
 *
 * @param type {@code ready}, {@code progress}, {@code report}, {@code samples}, {@code straight} or {@code error}
 */
public record WorkerLine(
        String type,
        @Nullable Long nextAtom,
        @Nullable Long memoryBytes,
        @Nullable WorkerReport report,
        @Nullable List<SampleMessage> samples,
        @Nullable StraightResult straight,
        @Nullable String message) {}
