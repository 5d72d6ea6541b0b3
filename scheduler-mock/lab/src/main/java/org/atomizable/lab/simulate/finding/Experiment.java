package org.atomizable.lab.simulate.finding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An experiment: schedulers at several points.
 *
 * @param name of its files
 * @param title of its section
 * @param about a sentence or two on what is run
 * @param options of {@code simulate} that all points share
 * @param axis what varies; empty if the points differ in more than one option
 * @param points values of the axis in ascending order, or options
 * @param schedulers names for {@code simulate}
 * @param seeds how many, from 1 on
 */
public record Experiment(
        String name,
        String title,
        String about,
        String options,
        Optional<Axis> axis,
        List<String> points,
        List<String> schedulers,
        int seeds) {

    private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9-]*");

    /** Refuses names that are no file names, and cells that a line of a CSV file cannot hold. */
    public Experiment {
        points = List.copyOf(points);
        schedulers = List.copyOf(schedulers);
        if (!WORD.matcher(name).matches()) {
            throw new IllegalArgumentException("an experiment's name has small letters, was \"%s\"".formatted(name));
        }
        if (points.isEmpty() || schedulers.isEmpty() || seeds < 1) {
            throw new IllegalArgumentException("experiment %s needs points, schedulers and seeds".formatted(name));
        }
        if (points.stream().distinct().count() < points.size()
                || schedulers.stream().distinct().count() < schedulers.size()) {
            throw new IllegalArgumentException("experiment %s names something twice".formatted(name));
        }
        for (String each : points) {
            if (each.contains(",") || each.contains("\n")) {
                throw new IllegalArgumentException(
                        "the points of experiment %s must not have commas, was \"%s\"".formatted(name, each));
            }
        }
    }

    /** Returns the options of a point, with the name of the axis before its value. */
    String pointOptions(String point) {
        return axis.map(it -> it.option() + " " + point).orElse(point);
    }

    /** Returns what a user writes after {@code simulate} to run some of the schedulers at a point. */
    public List<String> arguments(String point, List<String> some, int manySeeds) {
        List<String> words = new ArrayList<>();
        words.addAll(Arrays.asList(options.strip().split("\\s+", -1)));
        words.addAll(Arrays.asList(pointOptions(point).strip().split("\\s+", -1)));
        words.removeIf(String::isEmpty);
        words.addAll(List.of("--seeds", String.valueOf(manySeeds), "--schedulers", String.join(",", some)));
        return words;
    }

    /** Returns a few words for a point. */
    String label(String point) {
        return axis.map(it -> it.label(point)).orElse("`" + point + "`");
    }
}
