package org.atomizable.profiler.judge;

/** The kinds of event that are counted. */
public enum Measure {
    /** More memory was needed than the bound. */
    MEMORY("memory"),
    /** More was needed than the smallest slice has that the bound admits. */
    SLICE("slice"),
    /** It took longer than the bound. */
    TIME("time"),
    /** More memory was needed than a bound that was called proved. */
    PROVED_MEMORY("provedMemory"),
    /** It took longer than a bound that was called proved. */
    PROVED_TIME("provedTime");

    private final String field;

    Measure(String field) {
        this.field = field;
    }

    /** Returns its name in JSON. */
    public String field() {
        return field;
    }
}
