package org.atomizable.profiler.judge;

/** Which subjobs of a job are counted together. */
enum Regime {
    /** The first five after the first look. */
    FIRST("1-5"),
    /** Those that follow. */
    EARLY("6-20"),
    /** Those up to a hundred. */
    MIDDLE("21-100"),
    /** All others. */
    LATE("101-"),
    /** Those that failed on their slice and were tried again; in no other regime. */
    AGAIN("again after a failure"),
    /** The second one on a kind of slice that is new to the job; also counted by its number. */
    NEW_KIND("second on a new kind");

    private final String words;

    Regime(String words) {
        this.words = words;
    }

    static Regime of(int number) {
        return number <= 5 ? FIRST : number <= 20 ? EARLY : number <= 100 ? MIDDLE : LATE;
    }

    @Override
    public String toString() {
        return words;
    }
}
