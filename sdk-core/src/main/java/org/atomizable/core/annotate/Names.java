package org.atomizable.core.annotate;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Names of the constants and methods in one generated class, each used once. */
final class Names {

    private final Set<String> used = new HashSet<>();

    /** Returns the name of a constant after a field or a class, such as {@code BEST_SCORE}. */
    public String constant(String name) {
        String words = name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").replaceAll("[^A-Za-z0-9_]", "_");
        return unused(words.toUpperCase(Locale.ROOT));
    }

    /** Returns the last part of the name of a method, such as {@code Point}. */
    String method(String name) {
        return unused(name);
    }

    private String unused(String name) {
        String free = name;
        for (int i = 2; !used.add(free); i++) {
            free = name + "_" + i;
        }
        return free;
    }
}
