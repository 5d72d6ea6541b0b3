package org.atomizable.core.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;

/** Reads how much work a job is from a program's answer to {@code start}. */
final class SpecReader {

    private SpecReader() {}

    /**
     * Reads a spec.
     *
     * @param name the name to use instead of the program's
     */
    static JobSpec read(JsonNode spec, Optional<String> name) throws CommandException {
        try {
            String named = name.orElse(text(spec, "name"));
            JobSpec read =
                    spec.hasNonNull("total") ? JobSpec.of(named, whole(spec, "total")) : JobSpec.openEnded(named);
            if (spec.hasNonNull("priority")) {
                read = read.withPriority(Math.toIntExact(whole(spec, "priority")));
            }
            if (spec.hasNonNull("memory")) {
                read = read.withMemory(Bytes.of(whole(spec, "memory")));
            }
            for (var trait : spec.path("traits").properties()) {
                read = read.withTrait(trait.getKey(), trait.getValue().asText());
            }
            for (var phase : spec.path("recurring").properties()) {
                read = read.withRecurring(phase.getKey(), whole(spec.path("recurring"), phase.getKey()));
            }
            for (JsonNode stage : spec.path("stages")) {
                read = withStage(read, stage);
            }
            return read;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new CommandException(
                    "the command's spec is not valid: " + e.getMessage(),
                    "Correct what it answers to \"start\" (in Python: the arguments of atomizable.steps), or give the job"
                            + " a name with --job-name",
                    e);
        }
    }

    private static JobSpec withStage(JobSpec spec, JsonNode stage) {
        String name = text(stage, "name");
        long from = whole(stage, "from");
        long to = stage.hasNonNull("to") ? whole(stage, "to") : Long.MAX_VALUE;
        return stage.hasNonNull("memory")
                ? spec.withStage(name, from, to, Bytes.of(whole(stage, "memory")))
                : spec.withStage(name, from, to);
    }

    private static String text(JsonNode object, String property) {
        if (!object.path(property).isTextual()) {
            throw new IllegalArgumentException(
                    "\"%s\" must be a text, was %s".formatted(property, object.path(property)));
        }
        return object.path(property).asText();
    }

    private static long whole(JsonNode object, String property) {
        if (!object.path(property).isIntegralNumber() || !object.path(property).canConvertToLong()) {
            throw new IllegalArgumentException(
                    "\"%s\" must be a whole number, was %s".formatted(property, object.path(property)));
        }
        return object.path(property).asLong();
    }
}
