package org.atomizable.core.annotate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import org.atomizable.api.annotation.Phase;

/**
 * The methods of a job that generated code calls.
 *
 * @param atom runs one atom
 * @param others of each other kind at most one
 * @param phases run at the end of every n-th atom
 */
record Hooks(Hook atom, Map<HookKind, Hook> others, List<PhaseHook> phases) {

    /** Returns the method of a kind, if the job has one. */
    Optional<Hook> of(HookKind kind) {
        return Optional.ofNullable(others.get(kind));
    }

    /**
     * A method of the job that generated code calls.
     *
     * @param method the method
     * @param takesAtom whether it takes the number of an atom
     */
    record Hook(ExecutableElement method, boolean takesAtom) {

        /** Returns the call of this method. */
        String call(String atom) {
            return "job.%s(%s)".formatted(method.getSimpleName(), takesAtom ? atom : "");
        }
    }

    /**
     * A method that runs at the end of every n-th atom.
     *
     * @param hook the method
     * @param phase how often
     */
    record PhaseHook(Hook hook, Phase phase) {}
}
