package org.atomizable.profiler.store;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32;
import org.atomizable.api.window.SliceKind;
import org.jspecify.annotations.Nullable;

/**
 * The key under which measurements are valid.
 *
 * @param kind of slice
 * @param traits what else memory and time depend on, such as {@code batch}, {@code precision}, {@code code}, {@code engine}
 *     and {@code driver}; texts by name. {@code memory} tells what was measured, if not the job's own count
 */
public record ProfileKey(SliceKind kind, SortedMap<String, String> traits) {

    /** The traits that tell how memory was measured: amounts of different measures cannot be compared. */
    private static final Set<String> MEASURED = Set.of("memory", "memory-scale");

    /** The factor for a trait that differs and is no number. */
    private static final double OTHER_TEXT = 1.25;

    /** Copies the traits. */
    public ProfileKey {
        traits = Collections.unmodifiableSortedMap(new TreeMap<>(traits));
    }

    /**
     * Returns by how much measurements under this key are widened to serve for another: 1 if they are valid for it, infinite if
     * they say nothing of it.
     */
    double widening(ProfileKey wanted) {
        double factor = kind.equals(wanted.kind) ? 1 : OTHER_TEXT;
        TreeSet<String> names = new TreeSet<>(traits.keySet());
        names.addAll(wanted.traits.keySet());
        for (String name : names) {
            if (MEASURED.contains(name) && !Objects.equals(traits.get(name), wanted.traits.get(name))) {
                return Double.POSITIVE_INFINITY;
            }
            factor *= widening(traits.get(name), wanted.traits.get(name));
        }
        return factor;
    }

    private static double widening(@Nullable String known, @Nullable String wanted) {
        if (known != null && known.equals(wanted)) {
            return 1;
        }
        try {
            double more = Double.parseDouble(String.valueOf(wanted)) / Double.parseDouble(String.valueOf(known));
            // A job of half the size need not cost half as much.
            return Double.isFinite(more) && more > 0 ? Math.max(1.1, more * 1.1) : OTHER_TEXT;
        } catch (NumberFormatException e) {
            return OTHER_TEXT;
        }
    }

    /** Returns a name for its file: the kind of slice, and a checksum of the traits. */
    String fileName() {
        CRC32 crc = new CRC32();
        traits.forEach((name, value) -> {
            crc.update(name.getBytes(StandardCharsets.UTF_8));
            crc.update(0);
            crc.update(value.getBytes(StandardCharsets.UTF_8));
            crc.update(0);
        });
        return String.format(
                Locale.ROOT, "%s-%08x.json", kind.name().replaceAll("[^A-Za-z0-9._-]", "_"), crc.getValue());
    }

    @Override
    public String toString() {
        return traits.isEmpty() ? kind.name() : kind.name() + " " + traits;
    }
}
