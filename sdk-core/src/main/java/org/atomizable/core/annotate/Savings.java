package org.atomizable.core.annotate;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.atomizable.core.annotate.StateField.Way;

/** Decides how the value of a field is saved: as a primitive, as a part, or by a codec. */
final class Savings {

    private static final String CODEC = "org.atomizable.api.annotation.StateCodec";

    /** Types of DJL, each with the codec in sdk-core; core itself knows no type of DJL. */
    private static final Map<String, String> DJL = Map.of(
            "ai.djl.ndarray.NDArray", "NDArrayCodec",
            "ai.djl.ndarray.NDList", "NDListCodec",
            "ai.djl.nn.Parameter", "ParameterCodec",
            "ai.djl.nn.Block", "BlockCodec");

    private final Elements elements;
    private final Types types;
    private final Reach reach;
    private final TypeParts parts;

    Savings(Elements elements, Types types, Reach reach, TypeParts parts) {
        this.elements = elements;
        this.types = types;
        this.reach = reach;
        this.parts = parts;
    }

    Optional<StateField.Saving> of(VariableElement field, TypeMirror type, boolean isFinal, Problems problems) {
        Optional<TypeElement> codec = codec(field);
        if (codec.isPresent()) {
            return byCodec(field, type, codec.get(), problems);
        }
        Optional<Map.Entry<String, String>> djl = DJL.entrySet().stream()
                .filter(it -> Lineage.isA(type, it.getKey()))
                .findFirst();
        if (djl.isPresent()) {
            return ofDjl(field, type, isFinal, djl.get(), problems);
        }
        StateField.Saving saving;
        try {
            saving = type.getKind().isPrimitive() ? primitive(type) : new StateField.Saving(Way.PART, parts.of(type));
        } catch (UnsavableTypeException e) {
            problems.error(field, "%s cannot be saved: %s", field.getSimpleName(), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
        if (isFinal && !KnownTypes.canBeRestoredInPlace(type)) {
            problems.error(
                    field,
                    "%s is final, and a %s cannot be changed in place: remove final, or remove @State if it never"
                            + " changes",
                    field.getSimpleName(),
                    Tokens.plain(type));
            return Optional.empty();
        }
        return Optional.of(saving);
    }

    private static StateField.Saving primitive(TypeMirror type) {
        String name = type.getKind().name();
        return new StateField.Saving(
                Way.PRIMITIVE, name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT));
    }

    private static Optional<StateField.Saving> ofDjl(
            VariableElement field,
            TypeMirror type,
            boolean isFinal,
            Map.Entry<String, String> known,
            Problems problems) {
        if (!isFinal && !Tokens.of(type).replace('|', '.').equals("{" + known.getKey() + "}")) {
            problems.error(
                    field,
                    "%s is restored in place: make it final, or declare it as %s",
                    field.getSimpleName(),
                    known.getKey().substring(known.getKey().lastIndexOf('.') + 1));
            return Optional.empty();
        }
        return Optional.of(new StateField.Saving(Way.CODEC, Tokens.of("org.atomizable.djl.codec", known.getValue())));
    }

    private static Optional<TypeElement> codec(VariableElement field) {
        for (AnnotationMirror annotation : field.getAnnotationMirrors()) {
            for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> value :
                    annotation.getElementValues().entrySet()) {
                if (value.getKey().getSimpleName().contentEquals("codec")
                        && value.getValue().getValue() instanceof DeclaredType type
                        && type.asElement() instanceof TypeElement codec) {
                    return Optional.of(codec);
                }
            }
        }
        return Optional.empty();
    }

    private Optional<StateField.Saving> byCodec(
            VariableElement field, TypeMirror type, TypeElement codec, Problems problems) {
        Element place = codec.getEnclosingElement();
        boolean creatable = !codec.getModifiers().contains(Modifier.ABSTRACT)
                && codec.getTypeParameters().isEmpty()
                && (!(place instanceof TypeElement) || codec.getModifiers().contains(Modifier.STATIC))
                && reach.includes(codec)
                && ElementFilter.constructorsIn(codec.getEnclosedElements()).stream()
                        .filter(it -> it.getParameters().isEmpty())
                        .anyMatch(reach::includes);
        TypeElement general = elements.getTypeElement(CODEC);
        if (!creatable) {
            problems.error(
                    field,
                    "generated code cannot create the codec %s: make it a class without type parameters that is static"
                            + " or top-level and not private, with such a constructor without parameters",
                    codec.getSimpleName());
        } else if (type.getKind().isPrimitive()
                || !types.isSubtype(codec.asType(), types.getDeclaredType(general, type))) {
            problems.error(
                    field,
                    "the codec %s does not save a %s: let it implement StateCodec<%s>",
                    codec.getSimpleName(),
                    Tokens.plain(type),
                    Tokens.plain(type));
        } else {
            return Optional.of(new StateField.Saving(Way.CODEC, Tokens.of(codec)));
        }
        return Optional.empty();
    }
}
