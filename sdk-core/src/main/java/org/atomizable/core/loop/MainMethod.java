package org.atomizable.core.loop;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;

/**
 * The {@code main} of a class, with its arguments.
 *
 * @param isFresh whether each run has the program's classes anew
 */
record MainMethod(Class<?> type, Method method, List<String> arguments, boolean isFresh) {

    /** Returns the static {@code main(String[])} that a class declares, public or not. */
    static Optional<MainMethod> of(Class<?> type, List<String> arguments) {
        try {
            Method method = type.getDeclaredMethod("main", String[].class);
            boolean runs = Modifier.isStatic(method.getModifiers()) && method.getReturnType() == void.class;
            return runs ? Optional.of(new MainMethod(type, method, List.copyOf(arguments), false)) : Optional.empty();
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
    }

    MainMethod withFreshClasses() {
        return new MainMethod(type, method, arguments, true);
    }

    String name() {
        return type.getName();
    }

    /** Runs it; what it throws is thrown here. */
    void run() throws Throwable {
        Method runs = isFresh ? fresh() : method;
        runs.setAccessible(true);
        try {
            runs.invoke(null, (Object) arguments.toArray(String[]::new));
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    /** Returns the same method of a new class, which the thread then also loads others by. */
    private Method fresh() throws ReflectiveOperationException {
        Optional<ClassFiles> files = ClassFiles.besides(type);
        if (files.isEmpty()) {
            return method;
        }
        ClassLoader classes = new FreshClasses(files.get());
        Thread.currentThread().setContextClassLoader(classes);
        return Class.forName(type.getName(), false, classes).getDeclaredMethod("main", String[].class);
    }
}
