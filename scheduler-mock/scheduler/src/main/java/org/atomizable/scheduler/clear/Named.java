package org.atomizable.scheduler.clear;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Finds a strategy by its name. */
final class Named {

    private Named() {}

    /**
     * Returns the one of that name.
     *
     * @param kind what they are, for the message
     */
    static <T> T find(String kind, String name, Iterable<T> loaded, Function<T, String> names)
            throws UnknownPolicyException {
        Map<String, T> known = new TreeMap<>();
        loaded.forEach(it -> known.putIfAbsent(names.apply(it), it));
        T found = known.get(name);
        if (found == null) {
            throw new UnknownPolicyException(kind, name, known.keySet());
        }
        return found;
    }
}
