package org.atomizable.djl;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarFile;

/** The classes of DJL's API jar: a class that a new version adds is found without being named anywhere. */
final class DjlClasses {

    private DjlClasses() {}

    /** Returns the concrete top-level classes of a kind, by their simple names. */
    static <T> SortedMap<String, Class<? extends T>> of(Class<T> kind) {
        SortedMap<String, Class<? extends T>> found = new TreeMap<>();
        try (JarFile jar = new JarFile(new File(
                kind.getProtectionDomain().getCodeSource().getLocation().toURI()))) {
            jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.startsWith("ai/djl/") && name.endsWith(".class") && !name.contains("$"))
                    .map(name -> load(name.substring(0, name.length() - 6).replace('/', '.')))
                    .filter(type -> kind.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers()))
                    .forEach(type -> found.put(type.getSimpleName(), type.asSubclass(kind)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        return found;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, DjlClasses.class.getClassLoader());
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            return Object.class; // needs a library that is not there, and so cannot be used here
        }
    }
}
