package org.atomizable.core.annotate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** An annotated class with its superclasses, the topmost first; {@code Object} is left out. */
final class Lineage {

    private final List<TypeElement> classes;

    private Lineage(List<TypeElement> classes) {
        this.classes = classes;
    }

    static Lineage of(TypeElement job) {
        Deque<TypeElement> classes = new ArrayDeque<>();
        TypeElement next = job;
        while (!next.getQualifiedName().contentEquals("java.lang.Object")) {
            classes.addFirst(next);
            TypeMirror parent = next.getSuperclass();
            if (!(parent instanceof DeclaredType declared) || !(declared.asElement() instanceof TypeElement element)) {
                break;
            }
            next = element;
        }
        return new Lineage(List.copyOf(classes));
    }

    /** Returns whether a type is a class or an interface of a name, or is below it. */
    static boolean isA(TypeMirror type, String name) {
        return type instanceof DeclaredType declared
                && declared.asElement() instanceof TypeElement element
                && (element.getQualifiedName().contentEquals(name)
                        || element.getInterfaces().stream().anyMatch(it -> isA(it, name))
                        || isA(element.getSuperclass(), name));
    }

    List<TypeElement> classes() {
        return classes;
    }

    List<VariableElement> fields() {
        return classes.stream()
                .flatMap(it -> ElementFilter.fieldsIn(it.getEnclosedElements()).stream())
                .toList();
    }

    /** Returns the methods, without those that a subclass overrides. */
    List<ExecutableElement> methods() {
        Map<String, ExecutableElement> bySignature = new LinkedHashMap<>();
        for (ExecutableElement method : all()) {
            bySignature.put(signature(method), method);
        }
        return new ArrayList<>(bySignature.values());
    }

    /** Returns whether a method, or one that it overrides, is among {@code annotated}. */
    static boolean overridesOneOf(List<ExecutableElement> annotated, ExecutableElement method) {
        String signature = signature(method);
        return annotated.stream().anyMatch(it -> signature(it).equals(signature));
    }

    /** Returns all methods, also those that are overridden. */
    List<ExecutableElement> all() {
        return classes.stream()
                .flatMap(it -> ElementFilter.methodsIn(it.getEnclosedElements()).stream())
                .toList();
    }

    private static String signature(ExecutableElement method) {
        String owner = method.getModifiers().contains(Modifier.PRIVATE) ? method.getEnclosingElement() + "." : "";
        return owner
                + method.getSimpleName()
                + method.getParameters().stream()
                        .map(it -> it.asType().toString())
                        .toList();
    }
}
