package org.atomizable.scheduler.server;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.atomizable.profiler.profile.Assurance;

/**
 * On which evidence a bound rests.
 *
 * @param method how it was obtained, in the agent's words
 * @param assurance what that method assures: {@code proved}, {@code tail-fit}, {@code declared} or {@code long-run}; a method
 *     that is not known counts as {@code long-run}
 */
record BoundView(String method, String assurance) {

    static BoundView of(String method) {
        return new BoundView(method, word(Assurance.of(method)));
    }

    /** Returns all words that say what a method assures. */
    static List<String> words() {
        return Arrays.stream(Assurance.values()).map(BoundView::word).toList();
    }

    private static String word(Assurance assurance) {
        return assurance.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
