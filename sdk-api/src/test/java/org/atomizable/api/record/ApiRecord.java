package org.atomizable.api.record;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes an API down, one line per public or protected thing: the same lines on every JDK. */
final class ApiRecord {

    private static final int SHOWN = Modifier.PUBLIC | Modifier.PROTECTED;

    private ApiRecord() {}

    /** Returns the types below a folder of class files that can be seen from outside, in order of their names. */
    static List<Class<?>> publicTypesIn(Path classes, ClassLoader loader, Predicate<String> wanted) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(file -> classes.relativize(file)
                            .toString()
                            .replace(file.getFileSystem().getSeparator(), "."))
                    .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .filter(wanted)
                    .<Class<?>>map(name -> load(name, loader))
                    .filter(ApiRecord::seenFromOutside)
                    .sorted(Comparator.comparing(Class::getName))
                    .toList();
        }
    }

    private static Class<?> load(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(name + " was found as a file and not as a class", e);
        }
    }

    private static boolean seenFromOutside(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return (type.getModifiers() & SHOWN) != 0
                && !type.isAnonymousClass()
                && !type.isLocalClass()
                && (outer == null || seenFromOutside(outer));
    }

    /** Returns the lines of some types, sorted. */
    static List<String> of(List<Class<?>> types) {
        return types.stream().flatMap(ApiRecord::lines).sorted().toList();
    }

    private static Stream<String> lines(Class<?> type) {
        List<String> lines = new ArrayList<>();
        lines.add(type.getName() + ": " + declaration(type));
        if (type.isRecord()) {
            lines.add(type.getName() + ": components ("
                    + Arrays.stream(type.getRecordComponents())
                            .map(ApiRecord::component)
                            .collect(Collectors.joining(", "))
                    + ")");
        }
        for (Field field : type.getDeclaredFields()) {
            if (shown(field.getModifiers(), field.isSynthetic())) {
                lines.add(type.getName() + "." + field.getName() + ": "
                        + modifiers(field.getModifiers() & Modifier.fieldModifiers())
                        + field.getGenericType().getTypeName());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (shown(constructor.getModifiers(), constructor.isSynthetic())) {
                lines.add(type.getName() + ".<init>" + parameters(constructor) + ": "
                        + modifiers(constructor.getModifiers() & Modifier.constructorModifiers())
                                .trim());
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (shown(method.getModifiers(), method.isSynthetic())) {
                int modifiers = method.getModifiers() & Modifier.methodModifiers() & ~Modifier.SYNCHRONIZED;
                lines.add(type.getName() + "." + method.getName() + parameters(method) + ": "
                        + modifiers(modifiers) + (method.isDefault() ? "default " : "")
                        + variables(method.getTypeParameters())
                        + method.getGenericReturnType().getTypeName()
                        + thrown(method));
            }
        }
        return lines.stream();
    }

    private static boolean shown(int modifiers, boolean synthetic) {
        return !synthetic && (modifiers & SHOWN) != 0;
    }

    private static String declaration(Class<?> type) {
        String kind = type.isAnnotation()
                ? "@interface"
                : type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
        // Whether javac marks an enum or a nested record final or static is no choice of its author.
        int implied = type.isEnum() || type.isRecord() ? Modifier.FINAL | Modifier.STATIC : 0;
        int modifiers = type.getModifiers() & Modifier.classModifiers() & ~Modifier.ABSTRACT & ~implied;
        boolean isAbstract = Modifier.isAbstract(type.getModifiers()) && kind.equals("class");
        String supertype =
                type.getSuperclass() == null || type.isEnum() || type.isRecord() || type.getSuperclass() == Object.class
                        ? ""
                        : " extends " + type.getGenericSuperclass().getTypeName();
        return modifiers(modifiers)
                + (isAbstract ? "abstract " : "")
                + (type.isSealed() ? "sealed " : "")
                + kind
                + variables(type.getTypeParameters())
                + supertype
                + list(" implements ", type.getGenericInterfaces());
    }

    private static String modifiers(int modifiers) {
        return modifiers == 0 ? "" : Modifier.toString(modifiers) + " ";
    }

    private static String component(RecordComponent component) {
        return component.getGenericType().getTypeName() + " " + component.getName();
    }

    private static String parameters(Executable executable) {
        return Arrays.stream(executable.getGenericParameterTypes())
                .map(Type::getTypeName)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String variables(TypeVariable<?>[] variables) {
        return variables.length == 0
                ? ""
                : Arrays.stream(variables)
                        .map(it -> it.getName() + list(" extends ", it.getBounds()))
                        .collect(Collectors.joining(", ", "<", "> "));
    }

    private static String thrown(Method method) {
        return list(" throws ", method.getGenericExceptionTypes());
    }

    private static String list(String before, Type[] types) {
        return types.length == 0
                ? ""
                : Arrays.stream(types).map(Type::getTypeName).sorted().collect(Collectors.joining(", ", before, ""));
    }
}
