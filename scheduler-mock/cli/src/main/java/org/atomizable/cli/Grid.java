package org.atomizable.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values of parameters, of which a sweep tries every combination.
 *
 * @param axes the values by the parameter's name
 */
record Grid(Map<String, List<String>> axes) {

    private static final int MOST_SETTINGS = 10_000;
    private static final Pattern RANGE = Pattern.compile("(-?\\d{1,9})\\.\\.(-?\\d{1,9})");

    /**
     * Reads axes such as {@code rate=0.1,0.3} and {@code seed=1..3}.
     *
     * @throws IllegalArgumentException if one is no axis, or if there are more than 10,000 combinations
     */
    public static Grid parse(List<String> axes) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        long settings = 1;
        for (String axis : axes) {
            int equals = axis.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "\"%s\" names no values of a parameter; write name=value,value or name=first..last, as in"
                                        .formatted(axis)
                                + " rate=0.1,0.3 seed=1..3");
            }
            String name = axis.substring(0, equals);
            List<String> of = values(axis, axis.substring(equals + 1));
            if (values.put(name, of) != null) {
                throw new IllegalArgumentException(
                        "parameter %s is given twice; write all of its values behind one =".formatted(name));
            }
            settings *= of.size();
            requireFew(settings);
        }
        return new Grid(values);
    }

    private static List<String> values(String axis, String text) {
        Set<String> values = new LinkedHashSet<>();
        for (String value : text.split(",", -1)) {
            Matcher range = RANGE.matcher(value);
            if (!range.matches()) {
                values.add(value);
                continue;
            }
            int first = Integer.parseInt(range.group(1));
            int last = Integer.parseInt(range.group(2));
            if (last < first) {
                throw new IllegalArgumentException(
                        "the range %s in \"%s\" is empty; write the smaller number first".formatted(value, axis));
            }
            requireFew((long) last - first + 1);
            for (int each = first; each <= last; each++) {
                values.add(Integer.toString(each));
            }
        }
        return List.copyOf(values);
    }

    private static void requireFew(long settings) {
        if (settings > MOST_SETTINGS) {
            throw new IllegalArgumentException(
                    "a sweep has at most %s settings; leave out some values".formatted(MOST_SETTINGS));
        }
    }

    /** Returns every combination. The values of the last axis change first. */
    public List<Map<String, String>> settings() {
        List<Map<String, String>> settings = List.of(Map.of());
        for (Map.Entry<String, List<String>> axis : axes.entrySet()) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> setting : settings) {
                for (String value : axis.getValue()) {
                    Map<String, String> one = new LinkedHashMap<>(setting);
                    one.put(axis.getKey(), value);
                    longer.add(one);
                }
            }
            settings = longer;
        }
        return settings;
    }
}
