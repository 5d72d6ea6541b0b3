package org.atomizable.core.annotate;

import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/**
 * Checks the bodies of methods after javac has resolved their names. A superclass may be in another file, which javac
 * resolves earlier or later, so a job is checked as soon as all of its files are resolved.
 */
final class AtomChecks {

    private final Trees trees;
    private final Map<Element, BodyScanner.Facts> facts = new LinkedHashMap<>();
    private final List<Watched> watched = new ArrayList<>();

    private AtomChecks(Trees trees) {
        this.trees = trees;
    }

    /** A job, and the outermost classes of it and of its superclasses that are yet to be resolved. */
    private record Watched(String job, List<String> lineage, Set<String> unresolved) {}

    /** Starts to listen to the compiler; empty if it does not show its trees. */
    public static Optional<AtomChecks> start(ProcessingEnvironment environment) {
        try {
            AtomChecks checks = new AtomChecks(Trees.instance(environment));
            JavacTask.instance(environment).addTaskListener(new TaskListener() {
                @Override
                public void finished(TaskEvent event) {
                    if (event.getKind() == TaskEvent.Kind.ANALYZE && event.getTypeElement() != null) {
                        checks.resolved(event.getTypeElement());
                    }
                }
            });
            return Optional.of(checks);
        } catch (IllegalArgumentException | LinkageError e) { // another compiler, or one that an IDE wraps
            return Optional.empty();
        }
    }

    /**
     * Checks a job as soon as it is resolved.
     *
     * @param lineage the class and its superclasses
     */
    public void watch(TypeElement job, List<TypeElement> lineage) {
        Set<String> unresolved = new HashSet<>();
        List<String> names = new ArrayList<>();
        for (TypeElement type : lineage) {
            names.add(type.getQualifiedName().toString());
            if (trees.getPath(type) != null) {
                unresolved.add(outermost(type).getQualifiedName().toString());
            }
        }
        watched.add(new Watched(job.getQualifiedName().toString(), names, unresolved));
    }

    private static TypeElement outermost(TypeElement type) {
        TypeElement outermost = type;
        while (outermost.getEnclosingElement() instanceof TypeElement outer) {
            outermost = outer;
        }
        return outermost;
    }

    private void resolved(TypeElement type) {
        String name = outermost(type).getQualifiedName().toString();
        if (watched.stream().noneMatch(it -> it.unresolved().contains(name))) {
            return;
        }
        TreePath path = trees.getPath(type);
        if (path != null) {
            new BodyScanner(trees, facts).scan(path, null);
        }
        for (Watched job : List.copyOf(watched)) {
            if (job.unresolved().remove(name) && job.unresolved().isEmpty()) {
                watched.remove(job);
                report(job);
            }
        }
    }

    private void report(Watched job) {
        new Reached(facts, job.lineage())
                .findings()
                .forEach((finding, from) -> trees.printMessage(
                        Diagnostic.Kind.ERROR, finding.message(from), finding.tree(), finding.file()));
    }
}
