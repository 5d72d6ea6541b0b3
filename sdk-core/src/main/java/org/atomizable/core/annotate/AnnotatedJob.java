package org.atomizable.core.annotate;

import java.util.List;
import javax.lang.model.element.TypeElement;

/**
 * A class whose annotations keep all rules.
 *
 * @param type the class
 * @param creation how an instance is created
 * @param declaration what the annotations on the class say
 * @param hooks the methods to call
 * @param state what is saved
 */
record AnnotatedJob(TypeElement type, Creation creation, Declaration declaration, Hooks hooks, State state) {

    /**
     * The state of a job.
     *
     * @param fields the fields to save, those of superclasses first
     * @param definitions the records and sealed interfaces among their types
     */
    record State(List<StateField> fields, List<Definition> definitions) {}
}
