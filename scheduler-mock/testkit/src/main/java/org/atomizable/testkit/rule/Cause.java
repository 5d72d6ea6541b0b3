package org.atomizable.testkit.rule;

/** The causes of broken rules, and their remedies. */
public enum Cause {
    /** A generator of random numbers goes on elsewhere than it was. */
    RANDOM_STATE_NOT_SAVED(
            "random state not saved",
            "Save the state of the generator, or seed a new one in each atom from the job's seed and the atom's"
                    + " number"),
    /** The state of an optimizer is lost. */
    OPTIMIZER_STATE_FORGOTTEN(
            "optimizer state forgotten",
            "Save what the optimizer keeps beside the weights: momentum, averages, step number"),
    /** The job reads other data than it would have. */
    DATA_POSITION_WRONG(
            "data position or order off",
            "Save the order of the items and the position of the next one that an atom will use, not of what was read"
                    + " ahead; drop what was read ahead in restore"),
    /** Instances begin differently. */
    INSTANCES_DIFFER(
            "two new instances differ", "Let it follow from the parameters of the job, or from the atom's number"),
    /** Random numbers that nobody can repeat. */
    UNSEEDED_RANDOM("random numbers without a seed", "Give the generator a seed that is a parameter of the job"),
    /** An instance inherits what another one left behind. */
    STATE_IN_A_STATIC("state kept in a static", "Make it a field of the job, and save it"),
    /** The order of iteration differs from run to run. */
    MAP_WITHOUT_ORDER(
            "map without order",
            "Use a LinkedHashMap, a TreeMap or a list; or give the keys a hashCode that follows from their contents"),
    /** Something goes on when an atom has ended. */
    THREAD_OUTLIVES_ITS_ATOM(
            "a thread writes after its atom", "Wait in run for the end of everything that was begun in it"),
    /** The old content is not removed. */
    RESTORE_ADDS(
            "a restore keeps something of what the instance did before",
            "Clear collections and sums in restore before you fill them"),
    /** An atom has no end of its own. */
    UNBOUNDED_ATOM(
            "atom of unbounded length",
            "Let an atom do a fixed amount of work, and leave what remains to the next atom"),
    /** One atom does much more than the others. */
    UNEVEN_ATOMS(
            "an atom that is much longer than the others",
            "Divide its work among several atoms, so that a window that is long enough for the others is so for it"),
    /** Each atom leaves something behind. */
    MEMORY_GROWS(
            "memory that grows from atom to atom",
            "Drop what later atoms do not need; if the growth is meant, declare stages with their memory"),
    /** The state is incomplete, in a way that has no name here. */
    SOMETHING_NOT_SAVED(
            "something that is needed later is not saved, or not restored as it was", "Save it, and set it in restore"),
    /** More than a cache was given back. */
    SHRINK_LOSES_STATE(
            "shrink gives back what later atoms need", "Give back only what can be computed again to the same bits"),
    /** To look at a job changes it. */
    SAVE_HAS_EFFECTS("save or measure changes the job", "Let save and measure only read"),
    /** Runs differ for a reason that was not found. */
    NOT_FOUND("not found", "Compare two runs step by step, beginning with the first atom that differs");

    private final String title;
    private final String remedy;

    Cause(String title, String remedy) {
        this.title = title;
        this.remedy = remedy;
    }

    /** Returns it in a few words. */
    public String title() {
        return title;
    }

    /** Returns what to do. */
    public String remedy() {
        return remedy;
    }
}
