package org.atomizable.core.annotate;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.TypeElement;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.annotation.AtomizedJob;
import org.atomizable.api.annotation.Phase;
import org.atomizable.api.annotation.Stage;

/** Rules on what the annotations on the class say. The spec itself checks most of them. */
final class DeclarationRules {

    private final TypeElement job;
    private final Creation creation;
    private final Problems problems;
    private final Set<String> parameterTraits = new TreeSet<>();

    DeclarationRules(TypeElement job, Creation creation, Problems problems) {
        this.job = job;
        this.creation = creation;
        this.problems = problems;
    }

    Declaration read(Hooks hooks) {
        AtomizedJob annotation = Objects.requireNonNull(job.getAnnotation(AtomizedJob.class));
        String name = annotation.name().isEmpty() ? job.getSimpleName().toString() : annotation.name();
        checkTotal(annotation, hooks);
        JobSpec spec = JobSpec.openEnded("unnamed");
        try {
            spec = annotation.atoms() > 0 ? JobSpec.of(name, annotation.atoms()) : JobSpec.openEnded(name);
            spec = spec.withPriority(annotation.priority());
            if (!annotation.memory().isEmpty()) {
                spec = spec.withMemory(Bytes.parse(annotation.memory()));
            }
            for (String trait : annotation.traits()) {
                spec = withTrait(spec, trait);
            }
            for (Phase phase : job.getAnnotationsByType(Phase.class)) {
                spec = spec.withRecurring(phase.value(), phase.every());
            }
            for (Hooks.PhaseHook phase : hooks.phases()) {
                spec = withPhases(spec, phase);
            }
            for (Stage stage : job.getAnnotationsByType(Stage.class)) {
                spec = stage.memory().isEmpty()
                        ? spec.withStage(stage.value(), stage.from(), stage.to())
                        : spec.withStage(stage.value(), stage.from(), stage.to(), Bytes.parse(stage.memory()));
            }
        } catch (IllegalArgumentException e) {
            problems.error(job, "%s", String.valueOf(e.getMessage()));
        }
        return new Declaration(
                spec, annotation.memory(), parameterTraits, List.of(job.getAnnotationsByType(Stage.class)));
    }

    private JobSpec withTrait(JobSpec spec, String trait) {
        if (creation.has(trait)) {
            parameterTraits.add(trait);
            return spec.withTrait(trait, "the parameter");
        }
        int equals = trait.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException(
                    "trait \"%s\" has no value and is no parameter: write it as batch=32".formatted(trait));
        }
        return spec.withTrait(trait.substring(0, equals), trait.substring(equals + 1));
    }

    private static JobSpec withPhases(JobSpec spec, Hooks.PhaseHook hook) {
        Phase phase = hook.phase();
        Long before = spec.recurring().get(phase.value());
        if (before != null && before != phase.every()) {
            throw new IllegalArgumentException("phase \"%s\" recurs every %s and every %s atoms: name the two apart"
                    .formatted(phase.value(), before, phase.every()));
        }
        return spec.withRecurring(phase.value(), phase.every());
    }

    private void checkTotal(AtomizedJob annotation, Hooks hooks) {
        int ways = (annotation.atoms() != 0 ? 1 : 0)
                + (annotation.openEnded() ? 1 : 0)
                + (hooks.of(HookKind.ATOMS).isPresent() ? 1 : 0);
        if (annotation.atoms() < 0) {
            problems.error(job, "a job has at least 1 atom, was atoms = %s: write how many it has", annotation.atoms());
        } else if (ways == 0) {
            problems.error(
                    job,
                    "the number of atoms is missing: write atoms = n with n of 1 or more, openEnded = true, or a method"
                            + " with @Atoms");
        } else if (ways > 1) {
            problems.error(
                    job,
                    "the number of atoms is given twice: keep one of atoms, openEnded = true and a method with @Atoms");
        }
        if (annotation.openEnded() && hooks.of(HookKind.ENOUGH).isEmpty()) {
            problems.error(job, "an open-ended job never ends: add a method with @Enough, as in boolean done()");
        }
        if (!annotation.openEnded() && hooks.of(HookKind.ENOUGH).isPresent()) {
            problems.error(
                    hooks.of(HookKind.ENOUGH).get().method(),
                    "@Enough is asked only if the number of atoms is unknown: write openEnded = true, or remove it");
        }
    }
}
