package org.atomizable.core.annotate;

import java.lang.annotation.Annotation;
import java.util.List;
import org.atomizable.api.annotation.AfterRestore;
import org.atomizable.api.annotation.Atom;
import org.atomizable.api.annotation.Atoms;
import org.atomizable.api.annotation.BeforeCheckpoint;
import org.atomizable.api.annotation.Enough;
import org.atomizable.api.annotation.Evaluate;
import org.atomizable.api.annotation.Phase;

/** The methods that generated code calls, and what they look like. */
enum HookKind {
    ATOM(Atom.class, true, "void", Thrown.ANYTHING),
    ATOMS(Atoms.class, false, "long", Thrown.ANYTHING),
    PHASE(Phase.class, true, "void", Thrown.ANYTHING),
    EVALUATE(
            Evaluate.class,
            false,
            "double|org.atomizable.api.Metric|java.util.Optional<org.atomizable.api.Metric>",
            Thrown.ANYTHING),
    ENOUGH(Enough.class, true, "boolean", Thrown.NOTHING),
    BEFORE_CHECKPOINT(BeforeCheckpoint.class, false, "void", Thrown.IO),
    AFTER_RESTORE(AfterRestore.class, false, "void", Thrown.IO);

    /** Which checked exceptions a method may throw. */
    enum Thrown {
        ANYTHING,
        IO,
        NOTHING
    }

    private final Class<? extends Annotation> annotation;
    private final boolean mayTakeAtom;
    /** The types that it may return, separated by bars, that of examples first; an enum has no mutable field. */
    private final String results;

    private final Thrown thrown;

    HookKind(Class<? extends Annotation> annotation, boolean mayTakeAtom, String results, Thrown thrown) {
        this.annotation = annotation;
        this.mayTakeAtom = mayTakeAtom;
        this.results = results;
        this.thrown = thrown;
    }

    Class<? extends Annotation> annotation() {
        return annotation;
    }

    boolean mayTakeAtom() {
        return mayTakeAtom;
    }

    boolean returns(String type) {
        return results().contains(type);
    }

    private List<String> results() {
        return List.of(results.split("\\|", -1));
    }

    Thrown thrown() {
        return thrown;
    }

    /** Returns the annotation as the author writes it. */
    String written() {
        return "@" + annotation.getSimpleName();
    }

    /** Returns how a method of this kind looks. */
    String signature(String name) {
        String example = results().get(0);
        return "%s %s()%s".formatted(example, name, mayTakeAtom ? " or %s %s(long atom)".formatted(example, name) : "");
    }
}
