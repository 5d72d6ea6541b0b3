package org.atomizable.core.annotate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import org.atomizable.api.annotation.AfterRestore;
import org.atomizable.api.annotation.Atom;
import org.atomizable.api.annotation.Atoms;
import org.atomizable.api.annotation.Enough;
import org.atomizable.api.annotation.Phase;

/** The code that the atoms and the constructors of one job reach, as far as the scanned sources show it. */
final class Reached {

    private final Map<Element, BodyScanner.Facts> facts;
    private final List<String> lineage;

    /**
     * Looks at one job.
     *
     * @param lineage the names of its class and superclasses
     */
    Reached(Map<Element, BodyScanner.Facts> facts, List<String> lineage) {
        this.facts = facts;
        this.lineage = lineage;
    }

    /** Returns each finding with the place from where it is reached first. */
    Map<Finding, String> findings() {
        Map<Finding, String> found = new LinkedHashMap<>();
        List<Element> atoms = new ArrayList<>();
        List<Element> lengths = new ArrayList<>();
        List<Element> construction = new ArrayList<>();
        for (Element element : facts.keySet()) {
            if (isOfJob(element) && element instanceof ExecutableElement method && isRoot(method)) {
                atoms.add(element);
            }
            if (isOfJob(element) && element instanceof ExecutableElement method && isLength(method)) {
                lengths.add(element);
            }
            if (isOfJob(element) && (element.getKind() == ElementKind.CONSTRUCTOR || element instanceof TypeElement)) {
                construction.add(element);
            }
        }
        atoms.forEach(
                it -> follow(it, each -> each.rule().countsInAtoms(), "the atoms by " + it.getSimpleName(), found));
        lengths.forEach(it -> follow(it, each -> true, "the length of the job by " + it.getSimpleName(), found));
        construction.forEach(it -> follow(
                it, each -> each.rule().countsInConstruction(each.kept()), "the construction of the job", found));
        return found;
    }

    private boolean isOfJob(Element element) {
        Element type = element instanceof TypeElement ? element : element.getEnclosingElement();
        return type instanceof TypeElement it
                && lineage.contains(it.getQualifiedName().toString());
    }

    private static boolean isRoot(ExecutableElement method) {
        return method.getAnnotation(Atom.class) != null
                || method.getAnnotationsByType(Phase.class).length > 0
                || method.getAnnotation(AfterRestore.class) != null;
    }

    private static boolean isLength(ExecutableElement method) {
        return method.getAnnotation(Enough.class) != null || method.getAnnotation(Atoms.class) != null;
    }

    private void follow(Element root, Predicate<Finding> counts, String from, Map<Finding, String> found) {
        Deque<Element> next = new ArrayDeque<>(List.of(root));
        Set<Element> seen = new HashSet<>(next);
        if (root instanceof ExecutableElement method) {
            addOverriding(method, next, seen);
        }
        while (!next.isEmpty()) {
            BodyScanner.Facts here = facts.get(next.pop());
            if (here == null) {
                continue; // not in the sources that were scanned
            }
            here.findings().stream().filter(counts).forEach(it -> found.putIfAbsent(it, from));
            for (ExecutableElement called : here.calls()) {
                if (seen.add(called)) {
                    next.add(called);
                }
                addOverriding(called, next, seen);
            }
        }
    }

    /** A call of a superclass's method may run the one with which the job overrides it. */
    private void addOverriding(ExecutableElement called, Deque<Element> next, Set<Element> seen) {
        for (Element element : facts.keySet()) {
            if (element instanceof ExecutableElement method
                    && method.getSimpleName().equals(called.getSimpleName())
                    && method.toString().equals(called.toString())
                    && isOfJob(method)
                    && isOfJob(called)
                    && seen.add(method)) {
                next.add(method);
            }
        }
    }
}
