package org.atomizable.core.annotate;

import java.util.Arrays;
import javax.annotation.processing.Messager;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/** Reports the mistakes in one annotated class to the compiler, each where it was made. */
final class Problems {

    private final Messager messager;
    private final TypeElement job;
    private boolean any;

    /** Reports mistakes in {@code job}. */
    Problems(Messager messager, TypeElement job) {
        this.messager = messager;
        this.job = job;
    }

    /** Returns whether any was reported. */
    public boolean any() {
        return any;
    }

    /** Reports a mistake that the author must correct. */
    @SuppressWarnings("AnnotateFormatMethod") // that annotation would be a dependency
    public void error(Element at, String message, Object... values) {
        any = true;
        messager.printMessage(Diagnostic.Kind.ERROR, prefix(at) + message.formatted(values), at);
    }

    /** Reports a mistake unless the author suppressed the rule there. */
    @SuppressWarnings("AnnotateFormatMethod") // that annotation would be a dependency
    public void error(Rule rule, Element at, String message, Object... values) {
        if (!isSuppressed(rule, at) && !isSuppressed(rule, job)) {
            error(at, message + "; to suppress this, write @SuppressWarnings(\"" + rule.key() + "\")", values);
        }
    }

    /** Returns whether a rule is suppressed at an element or around it. */
    public static boolean isSuppressed(Rule rule, @Nullable Element at) {
        for (Element element = at; element != null; element = element.getEnclosingElement()) {
            SuppressWarnings suppressed = element.getAnnotation(SuppressWarnings.class);
            if (suppressed != null && Arrays.asList(suppressed.value()).contains(rule.key())) {
                return true;
            }
        }
        return false;
    }

    /** Members of superclasses are named with their class, because they may have no place in a source file. */
    private String prefix(Element at) {
        Element around = at.getEnclosingElement();
        return around instanceof TypeElement && !around.equals(job) && !at.equals(job)
                ? "in %s of job %s: ".formatted(around.getSimpleName(), job.getSimpleName())
                : "";
    }
}
