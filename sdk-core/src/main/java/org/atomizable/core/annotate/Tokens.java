package org.atomizable.core.annotate;

import java.util.Locale;
import javax.lang.model.element.Element;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * Names of classes in text that becomes code, as <code>{package|Outer.Inner}</code>. Who writes the code decides which of
 * them it imports.
 */
final class Tokens {

    private Tokens() {}

    /** Returns the token of a top-level class. */
    public static String of(String packageName, String simpleName) {
        return "{" + packageName + "|" + simpleName + "}";
    }

    /** Returns the token of a class that saves and restores the state. */
    public static String ofState(String simpleName) {
        return of("org.atomizable.core.state", simpleName);
    }

    /** Returns the token of a class. */
    public static String of(TypeElement type) {
        StringBuilder path = new StringBuilder(type.getSimpleName());
        Element around = type.getEnclosingElement();
        while (around instanceof TypeElement outer) {
            path.insert(0, outer.getSimpleName() + ".");
            around = outer.getEnclosingElement();
        }
        return of(around instanceof PackageElement it ? it.getQualifiedName().toString() : "", path.toString());
    }

    /** Returns the text of a type without the annotations on it. */
    public static String of(TypeMirror type) {
        if (type instanceof ArrayType array) {
            return of(array.getComponentType()) + "[]";
        }
        if (type instanceof DeclaredType declared && declared.asElement() instanceof TypeElement element) {
            StringBuilder text = new StringBuilder(of(element));
            String separator = "<";
            for (TypeMirror argument : declared.getTypeArguments()) {
                text.append(separator).append(of(argument));
                separator = ", ";
            }
            return text.append(separator.equals("<") ? "" : ">").toString();
        }
        return type.getKind().isPrimitive() ? type.getKind().name().toLowerCase(Locale.ROOT) : type.toString();
    }

    /** Returns the text of a type as a person would write it. */
    public static String plain(TypeMirror type) {
        return of(type).replaceAll("\\{[^|}]*\\|([^}]*)\\}", "$1");
    }
}
