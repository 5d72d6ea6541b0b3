package org.atomizable.core.annotate;

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

    /** The ways in which a value is saved. */
    enum Way {
        PRIMITIVE,
        PART,
        CODEC
    }

    /**
     * How a value is saved.
     *
     * @param text the primitive type, such as {@code Double} for the method {@code takeDouble}; an expression of type {@code Part}; the class
     *     of a codec
     */
    record Saving(Way way, String text) {}
}
