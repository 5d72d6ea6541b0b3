package org.atomizable.testkit.check;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Finding;
import org.atomizable.testkit.rule.Rule;
import org.atomizable.testkit.schedule.Fault;
import org.atomizable.testkit.schedule.Schedule;

/**
 * Runs a job through windows with faults, with the runtime's own runner and a checkpoint store on the disk, and compares its end with a run
 * that was not cut. A schedule that fails is made as simple as it can be.
 */
public final class Survives {

    /** A store warns of checkpoints that were damaged on purpose. */
    private static final Logger STORES = Logger.getLogger("org.atomizable.checkpoint");

    private static final int FEWEST = 5;
    private static final int MOST = 64;
    private static final int MOST_SIMPLER = 300;

    private Survives() {}

    /**
     * Tries schedules by chance until the limit of the trial.
     *
     * @param kinds the faults to try; none for windows alone
     * @throws ContractViolation with the simplest schedule that was found to fail
     * @throws Exception what the job throws by itself
     */
    public static Tried check(Trial trial, Set<Fault.Kind> kinds) throws Exception {
        return Watch.run(trial, Rule.SURVIVES, watched -> watched(watched, kinds));
    }

    private static Tried watched(Trial trial, Set<Fault.Kind> kinds) throws Exception {
        Level usual = STORES.getLevel();
        STORES.setLevel(Level.OFF);
        try {
            Trial.Deadline deadline = trial.deadline();
            Straight straight = Straight.of(trial);
            long tried = 0;
            for (; tried < FEWEST || (tried < MOST && !deadline.isOver()); tried++) {
                check(trial, straight, Schedule.random(trial.seed() + tried, straight.atoms(), kinds));
            }
            return new Tried(straight.atoms(), 0, tried);
        } finally {
            STORES.setLevel(usual);
        }
    }

    /**
     * Tries one schedule.
     *
     * @throws ContractViolation if the job ends in other bits
     * @throws Exception what the job throws by itself
     */
    public static void check(Trial trial, Schedule schedule) throws Exception {
        Watch.run(trial, Rule.SURVIVES, watched -> {
            Straight straight = Straight.of(watched);
            check(watched, straight, schedule);
            return new Tried(straight.atoms(), 0, 1);
        });
    }

    private static void check(Trial trial, Straight straight, Schedule schedule) throws Exception {
        Optional<String> difference = difference(trial, straight, schedule);
        if (difference.isPresent()) {
            Schedule simplest = simplest(trial, straight, schedule);
            throw breach(trial, straight, simplest);
        }
    }

    private static Schedule simplest(Trial trial, Straight straight, Schedule failing) throws Exception {
        Schedule simplest = failing;
        int tried = 0;
        boolean found = true;
        while (found && tried < MOST_SIMPLER) {
            found = false;
            for (Schedule each : simplest.simpler()) {
                tried++;
                if (difference(trial, straight, each).isPresent()) {
                    simplest = each;
                    found = true;
                    break;
                }
            }
        }
        return simplest;
    }

    private static Optional<String> difference(Trial trial, Straight straight, Schedule schedule) throws Exception {
        try (AtomizedRun run = new AtomizedRun(trial, straight.atoms())) {
            return difference(run, straight, schedule);
        }
    }

    private static Optional<String> difference(AtomizedRun run, Straight straight, Schedule schedule) throws Exception {
        try {
            run.through(schedule);
        } catch (AtomizedRun.JobFailedException e) {
            // Without a cut it did not.
            return Optional.of(String.valueOf(e.getMessage()));
        }
        if (run.isStopped()) {
            return Optional.empty();
        }
        try (Atomizable end = run.end()) {
            return straight.end().differenceTo(StateImage.of(end)).map("it ended in other bits: "::concat);
        }
    }

    private static ContractViolation breach(Trial trial, Straight straight, Schedule schedule) throws Exception {
        try (AtomizedRun run = new AtomizedRun(trial, straight.atoms())) {
            String difference = difference(run, straight, schedule).orElse("this time, nothing differs");
            return new ContractViolation(new Breach(
                    straight.job(),
                    Rule.SURVIVES,
                    "%s atoms in the windows \"%s\": %s".formatted(straight.atoms(), schedule, difference),
                    run.picture(),
                    List.of(finding(schedule)),
                    Optional.of("Contracts.assertSurvives(job, Schedule.parse(\"%s\"))".formatted(schedule))));
        }
    }

    /** A schedule is as simple as it can be: a request for memory that is left in it is a part of the cause. */
    private static Finding finding(Schedule schedule) {
        boolean asked = schedule.windows().stream()
                .flatMap(it -> it.fault().stream())
                .anyMatch(it -> it.kind() == Fault.Kind.ASKED_FOR_MEMORY);
        return asked
                ? new Finding(Cause.SHRINK_LOSES_STATE, "without the request for memory the bits are the same")
                : new Finding(Cause.NOT_FOUND, "Contracts.assertExactResume looks for it, with single cuts");
    }
}
