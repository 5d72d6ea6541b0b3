package org.atomizable.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Signals of the operating system that a command handles by itself. */
final class Signals {

    private Signals() {}

    /**
     * Lets a signal run an action, on a thread of its own, instead of ending the program, if it can: not every operating system has every
     * signal, and an option of the JVM may reserve it.
     *
     * @param name such as {@code TERM}
     */
    static void handle(String name, Runnable action) {
        try {
            // By reflection, since the compiler's warning of this class cannot be turned off. Every JDK has it.
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handler}, (it, method, args) -> {
                        action.run();
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
        } catch (InvocationTargetException refused) {
            // Then the signal ends the program, as ever.
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException("this JDK has no jdk.unsupported", missing);
        }
    }
}
