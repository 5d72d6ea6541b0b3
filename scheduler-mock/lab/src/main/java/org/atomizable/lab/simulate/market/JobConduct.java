package org.atomizable.lab.simulate.market;

import java.util.Optional;

/**
 * The optional behaviour of simulated jobs and their workers, beyond the least that a market asks of them.
 *
 * @param runsOn whether subjobs run on past their planned atoms until a guard stops them
 * @param continues whether a worker that has just committed goes on without a restore
 * @param namesStages whether jobs name the stages of their memory, and declare what each needs
 */
record JobConduct(boolean runsOn, boolean continues, boolean namesStages) {

    static final JobConduct OUT_OF_THE_BOX = new JobConduct(true, true, true);

    /** Returns this without what a word names; empty if it names nothing. */
    Optional<JobConduct> without(String word) {
        return switch (word) {
            case "planned" -> Optional.of(new JobConduct(false, continues, namesStages));
            case "restoring" -> Optional.of(new JobConduct(runsOn, false, namesStages));
            case "unnamed" -> Optional.of(new JobConduct(runsOn, continues, false));
            default -> Optional.empty();
        };
    }
}
