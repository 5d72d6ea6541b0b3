package org.atomizable.lab.simulate.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.atomizable.lab.simulate.figure.Family;

/** The part of the page on one experiment: what was run, what came out, and how to run it again. */
final class ExperimentSection {

    private final Results results;
    private final Experiment experiment;
    private final String folder;
    private final SortedMap<String, String> pictures = new TreeMap<>();

    /**
     * Makes it.
     *
     * @param folder of the pictures, relative to the page
     */
    ExperimentSection(Results results, String folder) {
        this.results = results;
        this.experiment = results.experiment();
        this.folder = folder;
    }

    /** Returns an item of a list: a sentence for an experiment with an axis, otherwise one for each point. Empty without markets. */
    String summary() {
        if (results.rows().stream().noneMatch(it -> Family.of(it.scheduler()) == Family.MARKET)) {
            return "";
        }
        String conclusions = experiment
                .axis()
                .map(it -> new CurveSection(results, it).conclusion())
                .orElseGet(() -> measured().stream()
                        .map(it -> new WorkloadSection(results, it).conclusion())
                        .collect(Collectors.joining(" ")));
        String end = experiment.title().endsWith("?") ? "" : ":";
        return "- *%s%s* %s\n".formatted(experiment.title(), end, conclusions);
    }

    String markdown() {
        StringBuilder text = new StringBuilder("## %s\n\n%s\n\n".formatted(experiment.title(), experiment.about()));
        if (results.rows().isEmpty()) {
            return text.append("Not measured yet.\n").toString();
        }
        Optional<Axis> axis = experiment.axis();
        text.append(axis.isPresent() ? curves(axis.get()) : workloads());
        return text.append('\n').append(commands()).toString();
    }

    /** Returns the pictures of the Markdown that was made, by the names of their files. */
    SortedMap<String, String> pictures() {
        return pictures;
    }

    private String curves(Axis axis) {
        CurveSection section = new CurveSection(results, axis);
        String drawn = section.picture()
                .map(it -> shown(experiment.name() + ".svg", experiment.title(), it))
                .orElse("");
        return "%s\n\n%s%s".formatted(section.conclusion(), drawn, section.tables());
    }

    private String workloads() {
        StringBuilder text = new StringBuilder();
        for (String point : measured()) {
            WorkloadSection section = new WorkloadSection(results, point);
            String file = "%s%s.svg".formatted(experiment.name(), point.replaceAll("[^A-Za-z0-9.]+", "-"));
            text.append(text.length() == 0 ? "" : "\n")
                    .append("### %s\n\n%s\n\n".formatted(experiment.label(point), section.conclusion()))
                    .append(shown(file, "Share of the ideal on " + point, section.picture()))
                    .append(section.table());
        }
        return text.toString();
    }

    private String shown(String file, String words, String svg) {
        pictures.put(file, svg);
        return "![%s](%s/%s)\n\n".formatted(words, folder, file);
    }

    private List<String> measured() {
        return experiment.points().stream()
                .filter(it -> !results.schedulers(it).isEmpty())
                .toList();
    }

    private String commands() {
        List<String> run = experiment.schedulers().stream()
                .filter(it ->
                        results.rows().stream().anyMatch(row -> row.scheduler().equals(it)))
                .toList();
        List<String> left = experiment.schedulers().stream()
                .filter(it -> !run.contains(it))
                .map(Wording::code)
                .toList();
        LongStream seeds = results.rows().stream().mapToLong(Measured::seed).distinct();
        int many = (int) seeds.count();
        List<String> lines = new ArrayList<>();
        if (experiment.axis().isPresent()) {
            lines.add("for x in %s; do".formatted(String.join(" ", measured())));
            lines.add("  ./atomizable simulate " + String.join(" ", experiment.arguments("\"$x\"", run, many)));
            lines.add("done");
        } else {
            measured()
                    .forEach(it -> lines.add(
                            "./atomizable simulate " + String.join(" ", experiment.arguments(it, run, many))));
        }
        String missing = left.isEmpty() ? "" : " Not run yet: %s.".formatted(Wording.list(left));
        return """
            `./atomizable simulate findings --run --only %s` runs all of it and makes this page.%s One by one:

            ```sh
            %s
            ```
            """.formatted(experiment.name(), missing, String.join("\n", lines));
    }
}
