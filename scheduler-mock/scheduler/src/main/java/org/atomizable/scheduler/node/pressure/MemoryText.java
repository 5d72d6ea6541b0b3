package org.atomizable.scheduler.node.pressure;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.Bytes;

/** The small formats of the kernel's files on memory. */
final class MemoryText {

    private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");
    private static final Pattern EVENT = Pattern.compile("(\\w+) (\\d{1,18})");
    private static final Pattern STALLS = Pattern.compile(
            "(some|full) avg10=(\\d{1,3}(?:\\.\\d+)?) avg60=(\\d{1,3}(?:\\.\\d+)?) avg300=(\\d{1,3}(?:\\.\\d+)?)"
                    + " total=(\\d{1,18})");
    private static final Pattern INFO = Pattern.compile("([\\w()]+):\\s+(\\d{1,15})(?: kB)?");

    private MemoryText() {}

    /** Reads an amount of bytes alone in its file. */
    static Bytes amount(String text) throws PressureTextException {
        String line = text.strip();
        if (!WHOLE.matcher(line).matches()) {
            throw new PressureTextException("an amount of memory in bytes", line);
        }
        return Bytes.of(Long.parseLong(line));
    }

    /** Reads an amount, or {@code max} for none. */
    static OptionalLong limit(String text) throws PressureTextException {
        return text.strip().equals("max")
                ? OptionalLong.empty()
                : OptionalLong.of(amount(text).count());
    }

    /** Reads {@code inactive_file}: file pages that the kernel drops first when memory gets scarce. */
    static long droppable(String text) throws PressureTextException {
        return field(fields(text, EVENT, "memory.stat"), "inactive_file", "memory.stat");
    }

    /** Reads what the machine has and what is still available, from lines such as {@code MemTotal: 16 kB}. */
    static WatchedMemory machine(String text) throws PressureTextException {
        Map<String, Long> fields = fields(text, INFO, "meminfo");
        long total = field(fields, "MemTotal", "meminfo");
        long available = field(fields, "MemAvailable", "meminfo");
        if (total == 0 || available > total) {
            throw new PressureTextException(
                    "meminfo, whose total is the largest",
                    "MemTotal: %s, MemAvailable: %s".formatted(total, available));
        }
        return new WatchedMemory(WatchedMemory.HOST, Bytes.of((total - available) << 10), Bytes.of(total << 10));
    }

    /**
     * Reads the share of the last 10 s in which all tasks waited for memory, of lines such as {@code full avg10=0.12 avg60=0.05
     * avg300=0.01 total=12345}. Older kernels write no such line for a cgroup; it counts as no waiting.
     *
     * @throws PressureTextException if a line is wrong or twice there, or {@code some}, when at least one task waits, is missing
     */
    static double stalled(String text) throws PressureTextException {
        Map<String, Double> tens = new HashMap<>();
        for (String line : text.lines().toList()) {
            Matcher matcher = STALLS.matcher(line.strip());
            if (!matcher.matches()) {
                throw new PressureTextException("memory stalls", line);
            }
            if (tens.containsKey(matcher.group(1))) {
                throw new PressureTextException("memory stalls, for the second time", line);
            }
            double ten = share(matcher.group(2), line);
            share(matcher.group(3), line);
            share(matcher.group(4), line);
            tens.put(matcher.group(1), ten);
        }
        if (!tens.containsKey("some")) {
            throw new PressureTextException("memory stalls, which begin with \"some\"", text);
        }
        return tens.getOrDefault("full", 0.0);
    }

    private static double share(String percent, String line) throws PressureTextException {
        double share = Double.parseDouble(percent) / 100;
        if (share > 1) {
            throw new PressureTextException("memory stalls, which are at most 100 %", line);
        }
        return share;
    }

    private static Map<String, Long> fields(String text, Pattern pattern, String format) throws PressureTextException {
        Map<String, Long> fields = new HashMap<>();
        for (String line : text.lines().toList()) {
            Matcher matcher = pattern.matcher(line.strip());
            if (!matcher.matches()) {
                throw new PressureTextException(format, line);
            }
            fields.put(matcher.group(1), Long.parseLong(matcher.group(2)));
        }
        return fields;
    }

    private static long field(Map<String, Long> fields, String name, String format) throws PressureTextException {
        Long value = fields.get(name);
        if (value == null) {
            throw new PressureTextException(
                    format + " with " + name, fields.keySet().toString());
        }
        return value;
    }
}
