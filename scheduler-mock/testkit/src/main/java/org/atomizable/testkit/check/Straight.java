package org.atomizable.testkit.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Finding;
import org.atomizable.testkit.rule.Rule;

/**
 * A run without a cut.
 *
 * @param job the job's name
 * @param images the state before each atom, and after the last one
 */
record Straight(String job, List<StateImage> images) {

    /** More would not fit into the memory of a test. */
    private static final long MOST_BYTES = 256L << 20;

    /** In fewer atoms nothing may change, for instance while gradients are added up. */
    private static final long LEAST_TO_CHANGE = 3;

    /**
     * Runs it, and saves it between all atoms. That takes half of the limit at the most, so that the runs that are compared with it have time.
     *
     * @throws ContractViolation if no atom changes the state
     * @throws IllegalArgumentException if the job has no atoms
     */
    static Straight of(Trial trial) throws Exception {
        Trial.Deadline deadline = trial.deadlineOf(0.5);
        try (Atomizable job = trial.source().create()) {
            List<StateImage> images = new ArrayList<>(List.of(StateImage.of(job)));
            long bytes = images.get(0).bytes();
            for (long atom = 0;
                    atom < trial.compared() && !trial.isAtItsEnd(job, atom) && mayGoOn(images, bytes, deadline);
                    atom++) {
                job.run(atom);
                StateImage image = StateImage.of(job);
                bytes += image.bytes();
                images.add(image);
            }
            Straight straight = new Straight(job.spec().name(), images);
            straight.requireAtoms();
            straight.requireChange(trial);
            return straight;
        }
    }

    private void requireAtoms() {
        if (atoms() == 0) {
            throw new IllegalArgumentException(
                    "job %s has no atom to run, so that nothing can be tried: enough(0) returns true".formatted(job));
        }
    }

    private void requireChange(Trial trial) throws Exception {
        if (atoms() < LEAST_TO_CHANGE || images.stream().anyMatch(it -> !it.equals(before(0)))) {
            return;
        }
        try (Atomizable fresh = trial.source().create();
                Atomizable used = trial.ranTo(atoms())) {
            List<Finding> changed = JobOnTrial.fields(fresh).changesTo(JobOnTrial.fields(used)).stream()
                    .limit(1)
                    .map(it -> new Finding(Cause.SOMETHING_NOT_SAVED, "of all that is not saved, " + it))
                    .toList();
            throw new ContractViolation(new Breach(
                    job,
                    Rule.ATOMS_CHANGE_STATE,
                    before(0).bytes() == 0
                            ? "save writes nothing, before %s atoms and after them".formatted(atoms())
                            : "after %s atoms save writes the same bits as before them".formatted(atoms()),
                    List.of(),
                    changed,
                    Optional.empty()));
        }
    }

    private static boolean mayGoOn(List<StateImage> images, long bytes, Trial.Deadline deadline) {
        return images.size() < 4 || (bytes < MOST_BYTES && !deadline.isOver());
    }

    /** Runs as many atoms, and saves only at the end. */
    static StateImage endOf(Trial trial, long atoms) throws Exception {
        try (Atomizable job = trial.ranTo(atoms)) {
            return StateImage.of(job);
        }
    }

    long atoms() {
        return images.size() - 1L;
    }

    StateImage before(long atom) {
        return images.get(Math.toIntExact(atom));
    }

    StateImage end() {
        return images.get(images.size() - 1);
    }

    /**
     * Restores what was saved before an atom.
     *
     * @throws ContractViolation if the restore fails
     */
    void restore(Atomizable instance, long cut) {
        try {
            JobOnTrial.restore(instance, before(cut).reader(), cut);
        } catch (Exception e) {
            ContractViolation failed = new ContractViolation(new Breach(
                    job,
                    Rule.EXACT_RESUME,
                    "restore failed for what was saved before atom %s: %s".formatted(cut, e),
                    List.of(),
                    List.of(),
                    Optional.of("Contracts.assertExactResume(job, %sL)".formatted(cut))));
            failed.initCause(e);
            throw failed;
        }
    }
}
