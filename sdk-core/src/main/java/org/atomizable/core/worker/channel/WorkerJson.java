package org.atomizable.core.worker.channel;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.wire.WorkerReport;
import org.atomizable.core.wire.FromWire;
import org.atomizable.core.wire.WireJson;
import org.atomizable.core.worker.warm.Rung;
import org.jspecify.annotations.Nullable;

/** Reads commands and events from JSON lines, and writes them; the only place that knows their wire form. */
final class WorkerJson {

    private WorkerJson() {}

    static String line(WorkerCommand command) {
        return json(WorkerOrder.of(command));
    }

    static String line(WorkerEvent event) {
        return json(WorkerLine.of(event));
    }

    /** Returns the word that an event has on the wire. */
    static String type(WorkerEvent event) {
        return WorkerLine.of(event).type();
    }

    private static String json(Object message) {
        try {
            return WireJson.mapper().writeValueAsString(message);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a worker's message cannot be written as JSON", e);
        }
    }

    /**
     * Reads a command.
     *
     * @throws JsonProcessingException if the line is not JSON of the right shape
     * @throws MalformedMessageException if it is, but no command
     */
    static WorkerCommand command(String line) throws IOException {
        WorkerOrder order = read(line, WorkerOrder.class);
        try {
            String type = part(order.type(), "type");
            return switch (type) {
                case "run" -> new WorkerCommand.Run(job(order), kind(order), part(order.subjob(), "subjob"));
                case "warm" -> new WorkerCommand.Warm(job(order), Rung.named(part(order.rung(), "rung")));
                case "straight" -> new WorkerCommand.Straight(job(order));
                case "shrink" -> new WorkerCommand.Shrink(FromWire.pressure(part(order.pressure(), "pressure")));
                case "yield" -> new WorkerCommand.Yield();
                case "exit" -> new WorkerCommand.Exit();
                default -> throw new MalformedMessageException("no order is called " + type);
            };
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException("an order is not valid: " + e.getMessage(), e);
        }
    }

    private static WorkerCommand.Job job(WorkerOrder order) throws MalformedMessageException {
        return new WorkerCommand.Job(
                part(order.job(), "job"),
                order.parameters() == null ? Map.of() : order.parameters(),
                part(order.store(), "store"),
                part(order.owner(), "owner"),
                Optional.ofNullable(order.memoryScale()));
    }

    private static SliceKind kind(WorkerOrder order) {
        return new SliceKind(order.kind() == null ? "none" : order.kind());
    }

    /**
     * Reads an event.
     *
     * @throws JsonProcessingException if the line is not JSON of the right shape
     * @throws MalformedMessageException if it is, but no event
     */
    static WorkerEvent event(String text) throws IOException {
        WorkerLine line = read(text, WorkerLine.class);
        try {
            String type = part(line.type(), "type");
            return switch (type) {
                case "ready" -> new WorkerEvent.Ready();
                case "phase" -> new WorkerEvent.PhaseBegun(new Phase(part(line.message(), "message")));
                case "progress" ->
                    new WorkerEvent.Progress(
                            part(line.nextAtom(), "nextAtom"), Bytes.of(part(line.memoryBytes(), "memoryBytes")));
                case "shrunk" -> new WorkerEvent.Shrunk(Bytes.of(part(line.memoryBytes(), "memoryBytes")));
                case "rung" ->
                    new WorkerEvent.Rested(
                            Rung.named(part(line.message(), "message")),
                            FromWire.seconds(part(line.seconds(), "seconds")),
                            Bytes.of(part(line.memoryBytes(), "memoryBytes")));
                case "step" ->
                    new WorkerEvent.Step(
                            part(line.message(), "message"), FromWire.seconds(part(line.seconds(), "seconds")));
                case "report" -> reported(part(line.report(), "report"));
                case "straight" -> new WorkerEvent.StraightDone(part(line.straight(), "straight"));
                case "exiting" -> new WorkerEvent.Exiting(line.message() == null ? "an unknown place" : line.message());
                case "error" -> new WorkerEvent.Failed(failure(line), part(line.message(), "message"));
                default -> throw new MalformedMessageException("no line of a worker is called " + type);
            };
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException("a worker's line is not valid: " + e.getMessage(), e);
        }
    }

    private static WorkerEvent reported(WorkerReport report) throws MalformedMessageException {
        part(report.samples(), "samples");
        if (!part(report.outcome(), "outcome").equals("finished")) {
            part(report.why(), "why");
            part(report.message(), "message");
        }
        return new WorkerEvent.Reported(report);
    }

    /** Workers of older versions do not say what kind of failure it is. */
    private static FailureKind failure(WorkerLine line) {
        return line.why() == null ? FailureKind.WORKER_LOST : FailureKind.valueOf(line.why());
    }

    /** The line {@code null} is JSON of any shape. It lacks its type before all else. */
    private static <T> T read(String line, Class<T> shape) throws IOException {
        return part(WireJson.mapper().readValue(line, shape), "type");
    }

    private static <T> T part(@Nullable T part, String name) throws MalformedMessageException {
        if (part == null) {
            throw new MalformedMessageException("a message needs its \"%s\"".formatted(name));
        }
        return part;
    }
}
