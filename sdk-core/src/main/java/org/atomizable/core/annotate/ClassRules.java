package org.atomizable.core.annotate;

import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** Rules on the class itself: generated code must be able to create it. */
final class ClassRules {

    private ClassRules() {}

    static void check(TypeElement job, Reach reach, Problems problems) {
        String name = job.getSimpleName().toString();
        Set<Modifier> modifiers = job.getModifiers();
        if (job.getKind() != ElementKind.CLASS) {
            problems.error(job, "%s is no class: @AtomizedJob belongs on a class with an @Atom method", name);
            return;
        }
        Optional<Element> inner = innerOf(job);
        if (inner.isPresent()) {
            problems.error(
                    inner.get(), "%s is an inner class, which needs an instance of another: make it static", name);
        }
        if (modifiers.contains(Modifier.ABSTRACT)) {
            problems.error(job, "%s is abstract: annotate a subclass with @AtomizedJob instead", name);
        }
        if (!job.getTypeParameters().isEmpty()) {
            problems.error(
                    job,
                    "%s has type parameters, so it cannot be created: annotate a subclass that says which types they"
                            + " are",
                    name);
        }
        if (!reach.includes(job)) {
            problems.error(job, "generated code cannot use %s: %s", name, reach.remedy(job));
        }
    }

    private static Optional<Element> innerOf(TypeElement job) {
        for (Element type = job; type.getEnclosingElement() instanceof TypeElement outer; type = outer) {
            if (!type.getModifiers().contains(Modifier.STATIC)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
