package org.atomizable.core.loop;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Optional;
import org.atomizable.api.Run;

/**
 * The class files of a program: those of the class path entry that holds a class of it, and those of the class's package.
 *
 * @param location what the addresses of the files begin with
 */
record ClassFiles(Class<?> type, String location) {

    /** Returns the files of the program that a class belongs to, if they can be read. */
    static Optional<ClassFiles> besides(Class<?> type) {
        return location(type).map(it -> new ClassFiles(type, it));
    }

    private static Optional<String> location(Class<?> type) {
        String path = path(type.getName());
        URL found = type.getClassLoader() == null ? null : type.getClassLoader().getResource(path);
        return Optional.ofNullable(found)
                .map(URL::toExternalForm)
                .filter(it -> it.endsWith(path))
                .map(it -> it.substring(0, it.length() - path.length()));
    }

    private static String path(String name) {
        return name.replace('.', '/') + ".class";
    }

    /** Returns the file of a class of the program by the class's name, with dots or slashes; nothing for other classes. */
    Optional<byte[]> of(String named) {
        String name = named.replace('/', '.');
        String path = path(name);
        if (name.startsWith("java.") || name.startsWith("[")) {
            return Optional.empty();
        }
        URL found = type.getClassLoader().getResource(path);
        if (found == null || !isOwn(name, found)) {
            return Optional.empty();
        }
        try (InputStream in = found.openStream()) {
            return Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("class %s of %s cannot be read".formatted(name, type.getName()), e);
        }
    }

    /** Tells whether the class is one of the SDK's own: what it keeps is not its user's. */
    boolean isRuntime() {
        return location(ClassFiles.class).filter(location::equals).isPresent()
                && type.getName().startsWith("org.atomizable.");
    }

    /** One archive may hold everything, and the runtime with it. */
    boolean holdsAll() {
        return location(Run.class).filter(location::equals).isPresent();
    }

    private boolean isOwn(String name, URL found) {
        String own = type.getPackageName();
        if (holdsAll()) {
            return name.startsWith(own.isEmpty() ? "" : own + ".") && !name.startsWith(Run.class.getPackageName());
        }
        return found.toExternalForm().startsWith(location);
    }
}
