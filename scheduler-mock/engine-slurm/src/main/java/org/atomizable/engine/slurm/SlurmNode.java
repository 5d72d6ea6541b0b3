package org.atomizable.engine.slurm;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A node.
 *
 * @param partitions the partitions that it is in
 * @param isUp whether jobs may start on it
 * @param freeProcessors its processors that no job has
 * @param slices how many slices it has of each type
 * @param used how many of them jobs have
 */
record SlurmNode(
        String name,
        List<String> partitions,
        boolean isUp,
        int freeProcessors,
        Map<String, Integer> slices,
        Map<String, Integer> used) {

    private static final Set<String> UP = Set.of("IDLE", "MIXED", "ALLOCATED");

    /** Flags of a state that keep no job away. */
    private static final Set<String> HARMLESS = Set.of("PLANNED", "CLOUD", "POWERED_UP", "COMPLETING");

    /** An index list in brackets may follow, with commas in it. */
    private static final Pattern GRES = Pattern.compile("gpu(?::([^:,(]+))?:(\\d+)(?:\\([^)]*\\))?");

    /** Reads a line of {@code scontrol -d -o show nodes}. */
    static SlurmNode of(String line) {
        Map<String, String> fields = Field.all(line);
        String[] states = fields.getOrDefault("State", "UNKNOWN").split("\\+", -1);
        boolean up = UP.contains(states[0].replace("*", ""))
                && !fields.getOrDefault("State", "").contains("*")
                && Arrays.stream(states).skip(1).allMatch(HARMLESS::contains);
        int processors = number(fields.getOrDefault("CPUEfctv", fields.getOrDefault("CPUTot", "0")));
        return new SlurmNode(
                fields.getOrDefault("NodeName", ""),
                List.of(fields.getOrDefault("Partitions", "").split(",", -1)),
                up,
                processors - number(fields.getOrDefault("CPUAlloc", "0")),
                gres(fields.getOrDefault("Gres", "")),
                gres(fields.getOrDefault("GresUsed", "")));
    }

    private static int number(String digits) {
        return digits.matches("\\d{1,9}") ? Integer.parseInt(digits) : 0;
    }

    private static Map<String, Integer> gres(String text) {
        Map<String, Integer> counts = new TreeMap<>();
        Matcher each = GRES.matcher(text);
        while (each.find()) {
            String type = each.group(1) == null ? "" : each.group(1).toLowerCase(Locale.ROOT);
            counts.merge(type, number(each.group(2)), Integer::sum);
        }
        return Map.copyOf(counts);
    }

    /** Tells whether it has slices of a type, free or not; a difference of case is left to Slurm. */
    boolean has(String type) {
        return slices.containsKey(type.toLowerCase(Locale.ROOT));
    }

    /** Returns how many slices of a type it has, free or not. */
    int all(String type) {
        return slices.getOrDefault(type.toLowerCase(Locale.ROOT), 0);
    }

    /** Returns how many slices of a type are free. */
    int free(String type) {
        String lower = type.toLowerCase(Locale.ROOT);
        return slices.getOrDefault(lower, 0) - used.getOrDefault(lower, 0);
    }
}
