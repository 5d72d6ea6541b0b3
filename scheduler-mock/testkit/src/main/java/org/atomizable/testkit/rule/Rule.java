package org.atomizable.testkit.rule;

/** The rules that every job must keep, so that it may be cut anywhere. */
public enum Rule {
    /** Two runs from the first atom end in the same bits. */
    REPEATABLE("two runs of the same atoms end in the same bits"),
    /** To save a job changes nothing of it. */
    SAVE_CHANGES_NOTHING("save changes nothing of the job"),
    /** A job that was restored saves what it was restored from. */
    STATE_ROUND_TRIPS("a job that was restored saves exactly what it was restored from"),
    /** A restore leaves nothing of what the instance did before. */
    RESTORE_REPLACES("a restore replaces the whole state, whatever the instance did before"),
    /** A job that was restored goes on as if it had not been cut. */
    EXACT_RESUME("a job that was restored goes on in the same bits as one that was not cut"),
    /** The answers of a job beside its atoms depend on the state alone. */
    SAME_ANSWERS("spec, enough and evaluate of a job that was restored return what they return without a cut"),
    /** A job has something to save. */
    ATOMS_CHANGE_STATE("atoms change what is saved"),
    /** Between two atoms nothing of a job changes. */
    STILL_BETWEEN_ATOMS("between two atoms the state of a job does not change"),
    /** Every atom ends. */
    BOUNDED_ATOMS("every atom ends within the limit"),
    /** The memory of a job does not grow with the number of its atoms. */
    STEADY_MEMORY("the memory does not grow from atom to atom"),
    /** A subjob ends within its window and its memory. */
    FITS("a subjob ends before its window does, and within its memory"),
    /** Faults cost time, but change no bit. */
    SURVIVES("after any fault the job ends in the same bits");

    private final String statement;

    Rule(String statement) {
        this.statement = statement;
    }

    /** Returns the rule as a sentence. */
    public String statement() {
        return statement;
    }
}
