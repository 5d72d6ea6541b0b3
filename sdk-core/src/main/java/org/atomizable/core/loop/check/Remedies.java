package org.atomizable.core.loop.check;

/** Says what to write in place of what cannot be resumed. */
final class Remedies {

    static final String FORM = "Write for (long turn : run), or while (turns.hasNext()) with one turns.next()";

    private static final String UNSAVED = "If no result depends on it, leave it out: run.unsaved(%s)";

    private Remedies() {}

    static String number(String name, String type) {
        return "Write %s[] %s = run.state(\"%s\", new %s[1]) before the loop, and %s[0] for %s. "
                        .formatted(type, name, name, type, name, name)
                + UNSAVED.formatted("new %s[1]".formatted(type));
    }

    static String reassignedArray(String name) {
        return "Register one array and change its elements: %s = run.state(\"%s\", …) before the loop, and System.arraycopy(…, %s, …) or %s[i] = … in place of %s = …"
                .formatted(name, name, name, name, name);
    }

    static String reassignedObject(String name) {
        return "Register it with run.state(\"%s\", …) before the loop and change it in place, or make it anew in every turn"
                .formatted(name);
    }

    static String registers(String name) {
        return "Write run.state(\"%s\", %s) before the loop, and make it where it is used if a turn needs no more than its own. "
                        .formatted(name, name)
                + UNSAVED.formatted(name);
    }

    static String random() {
        return "Write run.random(seed): its numbers follow from the seed and the turn";
    }

    static String position() {
        return "Iterate over run.over(items, batch, epochs, seed), or compute the position from the number of the turn";
    }

    static String atomic(String name) {
        return "Write long[] or double[] %s = run.state(\"%s\", …), or register how it is saved: run.state(\"%s\", saver, restorer)"
                .formatted(name, name, name);
    }

    /** Returns the remedy for a setting of the whole process. */
    static String setting() {
        return "It belongs to the process, and begins anew in each: set it before each use, from what is saved, or give the value itself to what uses it";
    }

    /** Returns the remedy for a value that is written into a field. */
    static String field(String name) {
        return "Register the object whose field it is: run.state(\"%s\", object::save, object::restore), whose methods write and read this field. If no result depends on it, leave that object out: run.unsaved(object). What is static, hold in such an object"
                .formatted(name);
    }

    /** Returns the remedy for a change in the object that a field holds. */
    static String heldByField(String name) {
        return "Register it: an array, a list or a map by run.state(\"%s\", …), an object of a class of yours by run.state(\"%s\", object::save, object::restore). "
                        .formatted(name, name)
                + UNSAVED.formatted(name);
    }
}
