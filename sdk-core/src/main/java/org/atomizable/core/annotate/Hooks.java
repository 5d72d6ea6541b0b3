package org.atomizable.core.annotate;

import java.util.List;
import java.util.Optional;
import org.atomizable.api.annotation.Phase;

/**
 * The methods of a job that generated code calls.
 *
 * @param atom runs one atom
 * @param atoms returns the number of atoms
 * @param phases run at the end of every n-th atom
 * @param evaluate tells what was achieved
 * @param enough says whether an open-ended job is finished
 * @param beforeCheckpoint is called before the state is saved
 * @param afterRestore is called after the state was restored
 */
record Hooks(
        Hook atom,
        Optional<Hook> atoms,
        List<PhaseHook> phases,
        Optional<Hook> evaluate,
        Optional<Hook> enough,
        Optional<Hook> beforeCheckpoint,
        Optional<Hook> afterRestore) {

    /**
     * A method that runs at the end of every n-th atom.
     *
     * @param hook the method
     * @param phase how often
     */
    public record PhaseHook(Hook hook, Phase phase) {}
}
