package org.atomizable.core.annotate;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;

/**
 * A place in a method that may make two runs differ.
 *
 * @param rule the rule that it breaks
 * @param what the code, such as {@code System.nanoTime()}
 * @param tree the place
 * @param file the file with the place
 * @param kept whether the value goes into a field at once
 */
record Finding(Rule rule, String what, Tree tree, CompilationUnitTree file, boolean kept) {

    /** Returns the message for the author. */
    String message(String reachedFrom) {
        String why = switch (rule) {
            case CLOCK -> "an atom must not depend on a clock, as it may be run again: count atoms instead";
            case RANDOM ->
                "no seed determines its numbers: use a @State field with new SavableRandom(seed), or with new"
                        + " Random(seed)";
            case PROCESS ->
                "a job runs in several processes and on several machines, which must all see the same: use a parameter";
            case STATIC, STATE -> "all jobs of a process share it, and it is not saved: use a @State field";
        };
        return "%s, reached from %s: %s; to suppress this, write @SuppressWarnings(\"%s\")"
                .formatted(what, reachedFrom, why, rule.key());
    }
}
