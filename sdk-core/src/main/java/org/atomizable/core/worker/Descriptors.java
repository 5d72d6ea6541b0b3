package org.atomizable.core.worker;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives a worker's orders and answers their own file descriptors, so that a job may use the standard ones, its processes a mark, and a
 * session of their own where there is {@code setsid}: a signal of the launcher's terminal does not reach them, and a kernel that shares the
 * processors by sessions gives each worker a share.
 *
 * <p>Java creates pipes for descriptors 0, 1 and 2 only. A shell moves them before it becomes the worker: answers to 3,
 * orders to 4, standard output to standard error, and standard input to an empty input. The process id stays the same.
 */
final class Descriptors {

    private static final Path SHELL = Path.of("/bin/sh");
    private static final Path DIRECTORY = Path.of("/dev/fd");
    private static final List<String> STREAMS =
            List.of(DIRECTORY.resolve("4").toString(), DIRECTORY.resolve("3").toString());
    private static final String MARK = "ulimit -S -m %s 2>/dev/null; ";
    private static final String SESSION = "command -v setsid >/dev/null 2>&1 && set -- setsid \"$@\"; ";
    private static final String MOVE = "exec \"$@\" 3>&1 4<&0 1>&2 0</dev/null";

    /** In this variable, a worker on another machine finds its mark. */
    static final String VARIABLE = "ATOMIZABLE_WORKER_MARK";

    private static final String MARK_THERE = "export " + VARIABLE + "=%s; ";

    private Descriptors() {}

    /**
     * Returns the command that starts a worker on another machine so. The session is that of the command in front: there, a worker leads its
     * group already.
     *
     * @param entrance the command in front
     */
    static List<String> apartBehind(List<String> entrance, List<String> command, Mark mark) {
        List<String> all =
                new ArrayList<>(List.of(SHELL.toString(), "-c", SESSION + "exec \"$@\"", "atomizable-entrance"));
        all.addAll(entrance);
        String marks = MARK.formatted(mark.kibi()) + MARK_THERE.formatted(mark.kibi());
        all.addAll(List.of(SHELL.toString(), "-c", marks + MOVE, "atomizable-worker"));
        all.addAll(command);
        all.addAll(STREAMS);
        return all;
    }

    /** Returns the command that starts a worker so, with a mark; the same command where there is no such shell. */
    static List<String> apart(List<String> command, Mark mark) {
        if (!Files.isExecutable(SHELL) || !Files.isDirectory(DIRECTORY)) {
            return command;
        }
        List<String> all = new ArrayList<>(
                List.of(SHELL.toString(), "-c", MARK.formatted(mark.kibi()) + SESSION + MOVE, "atomizable-worker"));
        all.addAll(command);
        all.addAll(STREAMS);
        return all;
    }
}
