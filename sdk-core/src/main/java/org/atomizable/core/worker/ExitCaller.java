package org.atomizable.core.worker;

import java.util.Collection;
import java.util.Optional;

/** Finds the line of code that called System.exit, from within a shutdown hook. */
final class ExitCaller {

    private static final String SHUTDOWN = "java.lang.Shutdown";
    private static final String SIGNAL_HANDLER = "java.lang.Terminator";

    private ExitCaller() {}

    /**
     * Returns the frame that asked for the end; empty if a signal did. While hooks run, the thread that called System.exit
     * waits for them inside of that call.
     *
     * @param stacks of all threads
     */
    static Optional<String> among(Collection<StackTraceElement[]> stacks) {
        return stacks.stream().flatMap(stack -> caller(stack).stream()).findFirst();
    }

    private static Optional<String> caller(StackTraceElement[] stack) {
        boolean exits = false;
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            if (type.equals(SHUTDOWN)) {
                exits |= frame.getMethodName().equals("exit");
            } else if (exits && type.startsWith(SIGNAL_HANDLER)) {
                return Optional.empty();
            } else if (exits && !type.equals("java.lang.Runtime") && !type.equals("java.lang.System")) {
                return Optional.of(StackPlace.of(frame));
            }
        }
        return Optional.empty();
    }
}
