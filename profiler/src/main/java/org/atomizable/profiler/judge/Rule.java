package org.atomizable.profiler.judge;

/** By what subjobs are bounded. */
enum Rule {
    /** This project's. */
    PROFILE("profile"),
    /** The largest peak so far, and a fifth. */
    LARGEST("largest so far x 1.2"),
    /** Of the peaks so far. */
    MEAN("mean + 3 sigma"),
    /** The job's declaration. */
    DECLARED("declared");

    private final String words;

    Rule(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
