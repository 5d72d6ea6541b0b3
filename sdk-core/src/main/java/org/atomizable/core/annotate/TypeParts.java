package org.atomizable.core.annotate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/** Finds the expression of type {@code Part} for a type, and the records and sealed interfaces to define for it. */
final class TypeParts {

    private static final String VALUES = Tokens.ofState("Values");
    private static final String CONTAINERS = Tokens.ofState("Containers");
    private static final String ARRAYS = Tokens.ofState("ArrayParts");

    private final Types types;
    private final Reach reach;
    private final Names names;
    private final Map<String, String> constants = new LinkedHashMap<>();
    private final List<Definition> definitions = new ArrayList<>();

    /** Finds parts for one generated class. */
    TypeParts(Types types, Reach reach, Names names) {
        this.types = types;
        this.reach = reach;
        this.names = names;
    }

    /** Returns the records and sealed interfaces that were met. */
    public List<Definition> definitions() {
        return List.copyOf(definitions);
    }

    /**
     * Returns the part of a type.
     *
     * @throws UnsavableTypeException if there is none; the message says what to write instead
     */
    public String of(TypeMirror type) throws UnsavableTypeException {
        if (type.getKind().isPrimitive()) {
            return of(types.boxedClass(types.getPrimitiveType(type.getKind())).asType());
        }
        if (type instanceof ArrayType array) {
            return ofArray(array.getComponentType());
        }
        if (type instanceof DeclaredType declared && declared.asElement() instanceof TypeElement element) {
            return ofClass(declared, element);
        }
        throw new UnsavableTypeException("the type %s is open: write a class instead of it", Tokens.plain(type));
    }

    private String ofArray(TypeMirror element) throws UnsavableTypeException {
        if (element.getKind().isPrimitive()) {
            return ARRAYS + "." + element.getKind() + "S";
        }
        if (element instanceof DeclaredType declared
                && !declared.getTypeArguments().isEmpty()) {
            throw new UnsavableTypeException(
                    "an array of %s is not possible without warnings: use a List of them", Tokens.plain(element));
        }
        return "%s.array(%s[]::new, %s)".formatted(ARRAYS, Tokens.of(element), of(element));
    }

    private String ofClass(DeclaredType type, TypeElement element) throws UnsavableTypeException {
        String name = element.getQualifiedName().toString();
        Optional<String> instead = KnownTypes.instead(type);
        if (instead.isPresent()) {
            throw new UnsavableTypeException("%s", instead.get());
        }
        Optional<String> value = KnownTypes.value(name);
        if (value.isPresent()) {
            return value.get();
        }
        Optional<String> container = container(type, name);
        if (container.isPresent()) {
            return container.get();
        }
        if (!reach.includes(element)) {
            throw new UnsavableTypeException(
                    "generated code cannot use %s: %s", Tokens.plain(type), reach.remedy(element));
        }
        if (element.getKind() == ElementKind.ENUM) {
            return "%s.enumeration(%s.class)".formatted(VALUES, Tokens.of(element));
        }
        if (element.getKind() == ElementKind.RECORD || element.getModifiers().contains(Modifier.SEALED)) {
            return defined(type, element);
        }
        throw new UnsavableTypeException(
                "the class %s is not known: make it a record, or name a codec, as in @State(codec = %sCodec.class)",
                Tokens.plain(type), element.getSimpleName());
    }

    private Optional<String> container(DeclaredType type, String name) throws UnsavableTypeException {
        List<? extends TypeMirror> arguments = type.getTypeArguments();
        Optional<String> code = switch (name) {
            case "java.util.List" -> Optional.of(CONTAINERS + ".list(");
            case "java.util.Deque" -> Optional.of(CONTAINERS + ".deque(");
            case "java.util.Optional" -> Optional.of(VALUES + ".optional(");
            case "java.util.EnumSet" -> Optional.of(CONTAINERS + ".enumSet(" + keys(arguments));
            case "java.util.EnumMap" -> Optional.of(CONTAINERS + ".enumMap(" + keys(arguments));
            default ->
                KnownTypes.collection(name)
                        .map(it -> CONTAINERS + ".collection(" + it + "::new, ")
                        .or(() -> KnownTypes.map(name).map(it -> CONTAINERS + ".map(" + it + "::new, "));
        };
        if (code.isEmpty()) {
            return code;
        }
        if (arguments.isEmpty()) {
            throw new UnsavableTypeException(
                    "the type of its elements is not known: write %s<...>",
                    type.asElement().getSimpleName());
        }
        StringBuilder text = new StringBuilder(code.get());
        String separator = "";
        for (TypeMirror argument : arguments) {
            text.append(separator).append(of(argument));
            separator = ", ";
        }
        return Optional.of(text.append(")").toString());
    }

    private static String keys(List<? extends TypeMirror> arguments) {
        return arguments.isEmpty() ? "" : Tokens.of(arguments.get(0)) + ".class, ";
    }

    /** Returns the constant of a record or a sealed interface, which may contain itself. */
    private String defined(DeclaredType type, TypeElement element) throws UnsavableTypeException {
        String text = Tokens.of(type);
        String known = constants.get(text);
        if (known != null) {
            return known;
        }
        String simple = element.getSimpleName().toString();
        String constant = names.constant(simple);
        String method = names.method(simple);
        constants.put(text, constant);
        boolean isRecord = element.getKind() == ElementKind.RECORD;
        int place = definitions.size();
        List<Definition.Member> members = isRecord ? components(type, element) : subclasses(type, element);
        definitions.add(Math.min(place, definitions.size()), new Definition(constant, method, text, isRecord, members));
        return constant;
    }

    private List<Definition.Member> components(DeclaredType type, TypeElement element) throws UnsavableTypeException {
        List<Definition.Member> members = new ArrayList<>();
        for (RecordComponentElement component : element.getRecordComponents()) {
            TypeMirror declared = types.asMemberOf(type, component.getAccessor());
            TypeMirror own = declared instanceof ExecutableType method ? method.getReturnType() : component.asType();
            String name = component.getSimpleName().toString();
            try {
                members.add(new Definition.Member(name, of(own)));
            } catch (UnsavableTypeException e) {
                throw new UnsavableTypeException(
                        "in %s.%s, %s", element.getSimpleName(), name, String.valueOf(e.getMessage()));
            }
        }
        return members;
    }

    private List<Definition.Member> subclasses(DeclaredType type, TypeElement element) throws UnsavableTypeException {
        List<Definition.Member> members = new ArrayList<>();
        for (TypeMirror subclass : element.getPermittedSubclasses()) {
            boolean generic = subclass instanceof DeclaredType it
                    && !it.getTypeArguments().isEmpty();
            if (generic || !type.getTypeArguments().isEmpty()) {
                throw new UnsavableTypeException(
                        "the sealed type %s is generic: name a codec", element.getSimpleName());
            }
            members.add(new Definition.Member(Tokens.of(subclass), of(subclass)));
        }
        if (element.getKind() == ElementKind.CLASS && !element.getModifiers().contains(Modifier.ABSTRACT)) {
            throw new UnsavableTypeException("the class %s is not abstract: make it an interface", element);
        }
        return members;
    }
}
