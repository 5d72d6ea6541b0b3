package org.atomizable.core.worker;

import java.util.Arrays;
import java.util.List;

/** A place in the code in the format of a stack trace, for a message of one line. */
public final class StackPlace {

    private static final List<String> OF_THE_JDK = List.of("java.", "javax.", "jdk.", "sun.");

    private StackPlace() {}

    /** Returns a frame without the names of its class loader and module. */
    static String of(StackTraceElement frame) {
        return new StackTraceElement(
                        frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber())
                .toString();
    }

    /** Returns the innermost frame that is not the JDK's own, such as a job's that waits for a lock; empty if there is none. */
    public static String innermost(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .filter(frame -> OF_THE_JDK.stream().noneMatch(frame.getClassName()::startsWith))
                .findFirst()
                .map(StackPlace::of)
                .orElse("");
    }
}
