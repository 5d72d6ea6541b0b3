package org.atomizable.api;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Refuses the second loop of a program's own {@code main} where no runtime runs it, as a runtime would: a program shall not work
 * alone and fail in windows. A {@code main} that other code calls, such as a test, may be called again.
 */
final class OneLoop {

    private static final AtomicReference<String> FIRST = new AtomicReference<>("");

    private OneLoop() {}

    static void declare(JobSpec spec) {
        List<Class<?>> callers = callers();
        Class<?> program = callers.get(callers.size() - 1);
        if (callers.get(0).getNestHost() == program.getNestHost() && !FIRST.compareAndSet("", spec.name())) {
            throw new IllegalStateException(
                    "main of %s called Atomizable.loop twice, for %s and for %s: a main has one loop"
                            .formatted(program.getName(), FIRST.get(), spec.name()));
        }
    }

    /** Returns the classes whose methods run on this thread, without those of the JDK and of this package; the newest is first. */
    private static List<Class<?>> callers() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                        .filter(it -> !it.getName().startsWith("jdk.")
                                && !it.getName().startsWith("java."))
                        .filter(it -> !it.getName().startsWith("com.sun.tools.javac.launcher."))
                        .filter(it -> it != OneLoop.class && it != StraightHost.class && it != Atomizable.class)
                        .toList());
    }
}
