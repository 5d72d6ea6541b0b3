package org.atomizable.core.annotate;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Types;

/** Decides which values can change while a job runs. */
final class Mutability {

    private static final Set<String> IMMUTABLE = Set.of(
            "java.lang.Class",
            "java.net.URI",
            "java.nio.charset.Charset",
            "java.nio.file.Path",
            "java.util.Locale",
            "java.util.UUID",
            "java.util.regex.Pattern");

    private final Types types;

    /** Decides by {@code types}. */
    Mutability(Types types) {
        this.types = types;
    }

    /** Returns whether the value of a final field of this type can change, or could as far as its class tells. */
    public boolean canChange(TypeMirror type) {
        return canChange(type, new HashSet<>());
    }

    /**
     * Returns the same for a field of which more is known.
     *
     * @param isNew whether it holds a new object of its type, so that no subclass is possible
     */
    public boolean canChange(TypeMirror type, boolean isNew) {
        if (isNew
                && type instanceof DeclaredType declared
                && declared.asElement() instanceof TypeElement element
                && !element.getQualifiedName().toString().startsWith("java.")) {
            return anyFieldCanChange(declared, element, new HashSet<>());
        }
        return canChange(type);
    }

    /** Returns whether an element of a collection can change that never gets other elements. */
    public boolean anyElementCanChange(TypeMirror collection) {
        return !(collection instanceof DeclaredType declared)
                || declared.getTypeArguments().isEmpty()
                || declared.getTypeArguments().stream().anyMatch(this::canChange);
    }

    private boolean canChange(TypeMirror type, Set<String> asked) {
        if (type.getKind().isPrimitive()) {
            return false;
        }
        if (!(type instanceof DeclaredType declared) || !(declared.asElement() instanceof TypeElement element)) {
            return true;
        }
        String name = element.getQualifiedName().toString();
        if (KnownTypes.neverChanges(name)
                || IMMUTABLE.contains(name)
                || name.startsWith("java.time.")
                || element.getKind() == ElementKind.ENUM
                || !asked.add(type.toString())) {
            return false;
        }
        if (name.equals("java.util.Optional")) {
            return declared.getTypeArguments().stream().anyMatch(it -> canChange(it, asked));
        }
        if (element.getModifiers().contains(Modifier.SEALED) && element.getKind() == ElementKind.INTERFACE) {
            return element.getPermittedSubclasses().stream().anyMatch(it -> canChange(it, asked));
        }
        boolean isFinal = element.getModifiers().contains(Modifier.FINAL);
        return !isFinal || name.startsWith("java.") || anyFieldCanChange(declared, element, asked);
    }

    private boolean anyFieldCanChange(DeclaredType type, TypeElement element, Set<String> asked) {
        if (element.getKind() != ElementKind.RECORD && hasSuperclass(element)) {
            return true;
        }
        List<VariableElement> fields = ElementFilter.fieldsIn(element.getEnclosedElements());
        return fields.stream()
                .filter(it -> !it.getModifiers().contains(Modifier.STATIC))
                .anyMatch(it ->
                        !it.getModifiers().contains(Modifier.FINAL) || canChange(types.asMemberOf(type, it), asked));
    }

    private static boolean hasSuperclass(TypeElement element) {
        return element.getSuperclass() instanceof DeclaredType parent
                && !parent.toString().equals("java.lang.Object");
    }
}
