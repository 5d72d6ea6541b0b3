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

    /** Reads {@code oom_kill} of lines such as {@code oom_kill 3}. */
    static long kills(String text) throws PressureTextException {
        return field(fields(text, EVENT, "memory.events"), "oom_kill", "memory.events");
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
