package org.atomizable.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.core.run.JobOrigin;
import org.atomizable.core.run.JobOrigin.Difference;
import org.atomizable.core.worker.ChildProcesses;
import picocli.CommandLine.Option;

/** The options that leave out checks of a result's exactness. */
final class ExactnessOptions {

    @Option(
            names = "--no-self-check",
            description = {
                "Leave out the check of a new job: a second instance restores its first checkpoint, runs the "
                        + "next atoms again, and both states are compared."
            })
    private boolean noSelfCheck;

    @Option(
            names = "--continue-with-changed",
            paramLabel = "NAME",
            split = ",",
            description = {
                "Go on from the store's checkpoints although these parameters are others now. NAME may also be "
                        + "job (the class or command) or total (the number of atoms)."
            })
    private List<String> changed = List.of();

    /** Made by picocli. */
    ExactnessOptions() {}

    /** Tells whether a new job's first subjob checks that it goes on exactly. */
    boolean isSelfChecked() {
        return !noSelfCheck;
    }

    /** Has the processes of this JVM's workers do as these options say. */
    void apply() {
        if (noSelfCheck) {
            ChildProcesses.checkNoJobs();
        }
    }

    /**
     * Finds out whether a job may go on from a checkpoint.
     *
     * @param where the store, as a user names it
     * @return what the user should know
     * @throws AtomizableException if another job wrote it
     */
    Optional<String> require(JobOrigin now, Checkpoint newest, String where) throws AtomizableException {
        JobOrigin wrote = JobOrigin.from(newest.notes());
        if (!wrote.isKnown()) {
            return Optional.empty();
        }
        List<Difference> others = new ArrayList<>(wrote.differences(now));
        others.removeIf(it -> changed.contains(it.name()));
        if (!others.isEmpty()) {
            String names = others.stream().map(Difference::name).collect(Collectors.toCollection(TreeSet::new)).stream()
                    .collect(Collectors.joining(","));
            throw new AtomizableException(
                    "the checkpoints in %s are those of another job: %s"
                            .formatted(
                                    where,
                                    others.stream().map(Difference::toString).collect(Collectors.joining("; "))),
                    "Name another store (--store), or go on from them nevertheless with --continue-with-changed "
                            + names);
        }
        return wrote.hasOtherCodeThan(now)
                ? Optional.of("the code of the job has changed since it wrote the checkpoint from which it goes on")
                : Optional.empty();
    }
}
