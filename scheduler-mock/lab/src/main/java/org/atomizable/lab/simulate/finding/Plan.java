package org.atomizable.lab.simulate.finding;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.wire.WireJson;

/**
 * The experiments of the page, in order.
 *
 * @param experiments at least one, each with another name
 */
public record Plan(List<Experiment> experiments) {

    public Plan {
        experiments = List.copyOf(experiments);
        if (experiments.isEmpty()
                || experiments.stream().map(Experiment::name).distinct().count() < experiments.size()) {
            throw new IllegalArgumentException("a plan has experiments, each with another name");
        }
    }

    /**
     * Reads {@code plan.json} of a directory.
     *
     * @throws AtomizableException if it cannot be read or is wrong
     */
    public static Plan read(Path directory) throws AtomizableException {
        Path file = directory.resolve("plan.json");
        try {
            List<Experiment> experiments = new ArrayList<>();
            for (JsonNode each :
                    WireJson.mapper().readTree(Files.readString(file)).path("experiments")) {
                experiments.add(experiment(each));
            }
            return new Plan(experiments);
        } catch (JsonProcessingException wrong) {
            throw new AtomizableException(
                    "%s, line %s: %s".formatted(file, wrong.getLocation().getLineNr(), wrong.getOriginalMessage()),
                    "Correct the file.",
                    wrong);
        } catch (IOException | IllegalArgumentException wrong) {
            throw new AtomizableException(
                    "the plan %s cannot be used: %s".formatted(file, wrong.getMessage()),
                    "Correct the file, or name another directory with --results.",
                    wrong);
        }
    }

    private static Experiment experiment(JsonNode node) {
        Optional<Axis> axis = Optional.ofNullable(node.get("axis"))
                .map(it -> Axis.valueOf(it.asText().toUpperCase(Locale.ROOT)));
        Experiment experiment = new Experiment(
                node.path("name").asText(),
                node.path("title").asText(),
                node.path("about").asText(),
                node.path("options").asText(),
                axis,
                texts(node.path("points")),
                texts(node.path("schedulers")),
                node.path("seeds").asInt());
        axis.ifPresent(it -> experiment.points().forEach(it::value));
        return experiment;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(it -> texts.add(it.asText()));
        return texts;
    }
}
