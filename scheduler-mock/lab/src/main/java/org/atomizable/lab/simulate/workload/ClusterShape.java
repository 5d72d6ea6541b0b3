package org.atomizable.lab.simulate.workload;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Equal GPUs, each divided into the same slices.
 *
 * @param gpus how many; 1 or more
 * @param kinds MIG profiles of the slices of one GPU, such as 3g.40gb
 */
public record ClusterShape(int gpus, List<String> kinds) {

    private static final Pattern SHAPE = Pattern.compile("(\\d{1,7})x\\(([^()]+)\\)");
    private static final Pattern KIND = Pattern.compile("\\d+g\\.(\\d{1,6})gb");

    public ClusterShape {
        kinds = List.copyOf(kinds);
        if (gpus < 1
                || kinds.isEmpty()
                || !kinds.stream().allMatch(it -> KIND.matcher(it).matches())) {
            throw new IllegalArgumentException(
                    "a cluster has GPUs with slices such as 3g.40gb, was %s of %s".formatted(gpus, kinds));
        }
    }

    /**
     * Reads a shape such as {@code 3x(3g.40gb,2g.20gb,1g.10gb,1g.10gb)}.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static ClusterShape parse(String text) {
        Matcher matcher = SHAPE.matcher(text.strip());
        if (matcher.matches()) {
            try {
                return new ClusterShape(
                        Integer.parseInt(matcher.group(1)),
                        Arrays.asList(matcher.group(2).split(",", -1)));
            } catch (IllegalArgumentException wrong) {
                throw refused(text, wrong);
            }
        }
        throw refused(text, new IllegalArgumentException("no match"));
    }

    private static IllegalArgumentException refused(String text, IllegalArgumentException cause) {
        return new IllegalArgumentException(
                "%s is no shape of a cluster. Write it as 3x(3g.40gb,2g.20gb,1g.10gb,1g.10gb).".formatted(text), cause);
    }

    /** Returns the memory of a kind of slice in GiB. */
    static double gib(String kind) {
        Matcher matcher = KIND.matcher(kind);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a kind of slice is written as 3g.40gb, was " + kind);
        }
        return Double.parseDouble(matcher.group(1));
    }

    /** Returns how many slices there are in all. */
    public int slices() {
        return gpus * kinds.size();
    }
}
