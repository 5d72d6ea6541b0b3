package org.atomizable.core.annotate;

/** A check that the author can suppress with {@code @SuppressWarnings}, because it may be wrong about a program. */
public enum Rule {
    /** A field can change and is not saved. */
    STATE("state"),
    /** A static field can change, which all jobs of a process share. */
    STATIC("static"),
    /** An atom reads a clock. */
    CLOCK("clock"),
    /** A random number is not determined by a seed. */
    RANDOM("random"),
    /** The end of a job depends on the process or the machine. */
    PROCESS("process");

    private final String key;

    Rule(String key) {
        this.key = "atomizable:" + key;
    }

    /** Returns whether an atom must not break it. How many threads an atom has is its own affair. */
    public boolean countsInAtoms() {
        return this != PROCESS;
    }

    /**
     * Returns whether the construction of a job must not break it. A clock or a static field may serve what is not state, such as a log; random
     * numbers are there to be used.
     *
     * @param kept whether a field that is not transient keeps the value
     */
    public boolean countsInConstruction(boolean kept) {
        return this == RANDOM || (this == CLOCK && kept);
    }

    /** Returns the text to write in {@code @SuppressWarnings}. */
    public String key() {
        return key;
    }
}
