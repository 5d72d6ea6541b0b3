package org.atomizable.core.annotate;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.atomizable.api.annotation.Phase;
import org.atomizable.core.annotate.Hooks.Hook;

/** Rules on the methods that generated code calls. */
final class HookRules {

    private final TypeElement job;
    private final Lineage lineage;
    private final Reach reach;
    private final Problems problems;

    HookRules(TypeElement job, Lineage lineage, Reach reach, Problems problems) {
        this.job = job;
        this.lineage = lineage;
        this.reach = reach;
        this.problems = problems;
    }

    /** Returns the methods; empty if there is no method that runs an atom. */
    Optional<Hooks> read() {
        Optional<Hook> atom = one(HookKind.ATOM);
        List<Hooks.PhaseHook> phases = phases();
        Map<HookKind, Hook> others = new EnumMap<>(HookKind.class);
        for (HookKind kind : EnumSet.complementOf(EnumSet.of(HookKind.ATOM, HookKind.PHASE))) {
            one(kind).ifPresent(it -> others.put(kind, it));
        }
        if (atom.isEmpty() && annotated(HookKind.ATOM).isEmpty()) {
            problems.error(
                    job,
                    "%s has no method that runs an atom: annotate one with @Atom, as in @Atom void step(long atom)",
                    job.getSimpleName());
        }
        return atom.map(it -> new Hooks(it, others, phases));
    }

    private List<Hooks.PhaseHook> phases() {
        List<Hooks.PhaseHook> phases = new ArrayList<>();
        for (ExecutableElement method : annotated(HookKind.PHASE)) {
            Optional<Hook> hook = hook(HookKind.PHASE, method);
            for (Phase phase : declared(method).getAnnotationsByType(Phase.class)) {
                hook.ifPresent(it -> phases.add(new Hooks.PhaseHook(it, phase)));
            }
        }
        return phases;
    }

    private Optional<Hook> one(HookKind kind) {
        List<ExecutableElement> methods = annotated(kind);
        if (methods.size() > 1) {
            problems.error(
                    methods.get(1),
                    "%s is on two methods, %s and %s: keep it on one, which may call the other",
                    kind.written(),
                    methods.get(0).getSimpleName(),
                    methods.get(1).getSimpleName());
        }
        return methods.isEmpty() ? Optional.empty() : hook(kind, methods.get(0));
    }

    /** Returns the methods with an annotation, each as a subclass overrides it. */
    private List<ExecutableElement> annotated(HookKind kind) {
        List<ExecutableElement> declared = lineage.all().stream()
                .filter(it -> it.getAnnotationsByType(kind.annotation()).length > 0)
                .toList();
        return lineage.methods().stream()
                .filter(it -> Lineage.overridesOneOf(declared, it))
                .toList();
    }

    /** Returns the method that has the annotations, which may be one that {@code method} overrides. */
    private ExecutableElement declared(ExecutableElement method) {
        return lineage.all().stream()
                .filter(it -> it.getAnnotationsByType(Phase.class).length > 0)
                .filter(it -> Lineage.overridesOneOf(List.of(it), method))
                .reduce(method, (before, it) -> it);
    }

    private Optional<Hook> hook(HookKind kind, ExecutableElement method) {
        String name = method.getSimpleName().toString();
        if (method.getModifiers().contains(Modifier.STATIC)) {
            problems.error(method, "%s cannot be on a static method: remove static from %s", kind.written(), name);
            return Optional.empty();
        }
        if (!reach.includes(method)) {
            problems.error(method, "generated code cannot call %s: %s", name, reach.remedy(method));
            return Optional.empty();
        }
        List<? extends VariableElement> parameters = method.getParameters();
        boolean fits = parameters.isEmpty()
                || (kind.mayTakeAtom()
                        && parameters.size() == 1
                        && parameters.get(0).asType().getKind() == TypeKind.LONG);
        if (!fits
                || !kind.returns(method.getReturnType().toString())
                || !method.getTypeParameters().isEmpty()) {
            problems.error(method, "%s has another signature: write %s", kind.written(), kind.signature(name));
            return Optional.empty();
        }
        checkThrown(kind, method);
        return Optional.of(new Hook(method, !parameters.isEmpty()));
    }

    private void checkThrown(HookKind kind, ExecutableElement method) {
        for (TypeMirror thrown : method.getThrownTypes()) {
            boolean allowed = switch (kind.thrown()) {
                case ANYTHING -> true;
                case IO ->
                    Lineage.isA(thrown, "java.lang.RuntimeException") || Lineage.isA(thrown, "java.io.IOException");
                case NOTHING -> Lineage.isA(thrown, "java.lang.RuntimeException");
            };
            if (!allowed) {
                problems.error(
                        method,
                        "a method with %s must not throw %s: catch it%s",
                        kind.written(),
                        thrown,
                        kind.thrown() == HookKind.Thrown.IO ? ", or throw an IOException" : "");
            }
        }
    }
}
