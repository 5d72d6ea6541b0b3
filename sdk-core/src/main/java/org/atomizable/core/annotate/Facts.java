package org.atomizable.core.annotate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/** The calls and findings in the body of a method, or in the initializers of a class. */
final class Facts {

    private final Set<ExecutableElement> calls = new LinkedHashSet<>();
    private final List<Finding> findings = new ArrayList<>();

    void call(ExecutableElement method) {
        calls.add(method);
    }

    void find(Finding finding) {
        findings.add(finding);
    }

    Set<ExecutableElement> calls() {
        return calls;
    }

    List<Finding> findings() {
        return findings;
    }
}
