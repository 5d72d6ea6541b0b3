package org.atomizable.core.annotate;

import javax.lang.model.element.ExecutableElement;

/**
 * A method of the job that generated code calls.
 *
 * @param method the method
 * @param takesAtom whether it takes the number of an atom
 */
record Hook(ExecutableElement method, boolean takesAtom) {

    /** Returns the call of this method. */
    public String call(String atom) {
        return "job.%s(%s)".formatted(method.getSimpleName(), takesAtom ? atom : "");
    }
}
