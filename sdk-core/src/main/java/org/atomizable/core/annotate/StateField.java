package org.atomizable.core.annotate;

import java.util.Optional;
import javax.lang.model.element.VariableElement;

/**
 * A field that is saved and restored.
 *
 * @param element the field
 * @param name its name in the checkpoint
 * @param type the text of its type
 * @param inPlace whether it is final, so that its value is changed instead of replaced
 * @param saving how its value is saved
 */
record StateField(VariableElement element, String name, String type, boolean inPlace, Saving saving) {

    /** Returns the field's name in the source. */
    public String field() {
        return element.getSimpleName().toString();
    }

    /**
     * How a value is saved: exactly one of the three is present.
     *
     * @param primitive the primitive type, such as {@code Double} for the method {@code takeDouble}
     * @param part an expression of type {@code Part}
     * @param codec the class of a codec
     */
    public record Saving(Optional<String> primitive, Optional<String> part, Optional<String> codec) {

        /** Returns how a primitive is saved. */
        public static Saving primitive(String type) {
            return new Saving(Optional.of(type), Optional.empty(), Optional.empty());
        }

        /** Returns how a value with a part is saved. */
        public static Saving part(String expression) {
            return new Saving(Optional.empty(), Optional.of(expression), Optional.empty());
        }

        /** Returns how a value with a codec is saved. */
        public static Saving codec(String type) {
            return new Saving(Optional.empty(), Optional.empty(), Optional.of(type));
        }
    }
}
