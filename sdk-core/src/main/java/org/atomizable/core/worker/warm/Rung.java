package org.atomizable.core.worker.warm;

import java.util.Arrays;
import java.util.Locale;

/** How ready a worker's process is for a subjob of a job, from the least to the most. */
public enum Rung {

    /** It has started. */
    PROCESS,

    /** The job's class and the libraries of its engine are loaded, and its newest state was read once. Nothing is held on the slice. */
    ENGINE,

    /** The job is made, and the newest state is restored, both in the slice's memory. An engine's context on a GPU comes with it. */
    LOADED;

    /** Tells whether a worker on this rung uses memory of its slice, which others may have been promised. */
    public boolean holdsSlice() {
        return this == LOADED;
    }

    /** Returns its name in messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the rung of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Rung named(String word) {
        return Arrays.stream(values())
                .filter(it -> it.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no rung is called %s; there are process, engine and loaded".formatted(word)));
    }
}
