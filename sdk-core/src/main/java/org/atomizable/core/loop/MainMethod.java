package org.atomizable.core.loop;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;

/** The {@code main} of a class, with its arguments. */
record MainMethod(Class<?> type, Method method, List<String> arguments) {

    /** Returns the static {@code main(String[])} that a class declares, public or not. */
    static Optional<MainMethod> of(Class<?> type, List<String> arguments) {
        try {
            Method method = type.getDeclaredMethod("main", String[].class);
            boolean runs = Modifier.isStatic(method.getModifiers()) && method.getReturnType() == void.class;
            return runs ? Optional.of(new MainMethod(type, method, List.copyOf(arguments))) : Optional.empty();
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
    }

    String name() {
        return type.getName();
    }

    /** Runs it; what it throws is thrown here. */
    void run() throws Throwable {
        method.setAccessible(true);
        try {
            method.invoke(null, (Object) arguments.toArray(String[]::new));
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
