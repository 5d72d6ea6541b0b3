package org.atomizable.djl.state;

import ai.djl.ndarray.NDArray;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The values of an object's fields, by their addresses. DJL's identifiers of parameters are replaced by the paths of the
 * parameters, which are the same in every process.
 *
 * @param values simple values as text
 * @param arrays arrays, shared with the object
 * @param paths paths of parameters by identifier
 */
record Snapshot(SortedMap<String, String> values, SortedMap<String, NDArray> arrays, Map<String, String> paths) {

    static Snapshot empty(Map<String, String> paths) {
        return new Snapshot(new TreeMap<>(), new TreeMap<>(), paths);
    }

    /** Returns the address of an entry of a map. */
    String at(String address, String identifier) {
        return address + "/" + paths.getOrDefault(identifier, identifier);
    }

    /** Returns DJL's identifier of a parameter; a name that is no path is returned as it is. */
    String identifier(String path) {
        return paths.entrySet().stream()
                .filter(each -> each.getValue().equals(path))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(path);
    }

    String value(String address) {
        @Nullable String value = values.get(address);
        if (value == null) {
            throw new IllegalArgumentException("the state has no %s".formatted(address));
        }
        return value;
    }

    Map<String, String> valuesIn(String address) {
        return below(address, values);
    }

    Map<String, NDArray> arraysIn(String address) {
        return below(address, arrays);
    }

    private static <T> Map<String, T> below(String address, Map<String, T> all) {
        Map<String, T> found = new HashMap<>();
        all.forEach((key, value) -> {
            if (key.startsWith(address + "/")) {
                found.put(key.substring(address.length() + 1), value);
            }
        });
        return found;
    }
}
