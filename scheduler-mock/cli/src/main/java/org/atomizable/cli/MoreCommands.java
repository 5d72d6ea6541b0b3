package org.atomizable.cli;

import java.util.List;

/**
 * Adds commands to the command line. Named in {@code META-INF/services/org.atomizable.cli.MoreCommands} of a jar on the class path, its
 * commands are found by {@link java.util.ServiceLoader}.
 */
public interface MoreCommands {

    /** Returns the commands, each an object that picocli understands: annotated with {@code @Command}. */
    List<Object> commands();

    /** Returns the line above them in the list of all commands. */
    default String heading() {
        return "More commands:";
    }
}
