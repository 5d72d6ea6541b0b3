package org.atomizable.testkit.check;

import java.util.List;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.check.FieldImage.Change;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Finding;
import org.atomizable.testkit.rule.Rule;

/**
 * Asks a job that was not cut and one that was restored the questions that are no atoms: how much work there is, whether it is enough, and
 * what was achieved. What they read must be saved too.
 */
final class SameAnswers {

    /** A question, asked before an atom. */
    private interface Question {
        Object of(Atomizable job) throws Exception;
    }

    private final Trial trial;
    private final long cut;
    private final StateImage saved;

    private SameAnswers(Trial trial, long cut, StateImage saved) {
        this.trial = trial;
        this.cut = cut;
        this.saved = saved;
    }

    static void watched(Trial trial, Straight straight) throws Exception {
        for (long cut : new long[] {straight.atoms(), straight.atoms() / 2}) {
            new SameAnswers(trial, cut, straight.before(cut)).check();
        }
        toTheEnd(trial, straight.atoms());
    }

    private void check() throws Exception {
        try (Atomizable uncut = trial.ranTo(cut)) {
            require("spec", Atomizable::spec);
            if (uncut.spec().totalAtoms().isEmpty()) {
                require("enough", it -> it.enough(cut));
            }
            if (trial.isAtItsEnd(uncut, cut)) {
                require("evaluate", Atomizable::evaluate);
            }
        }
    }

    /** Only a finished job is evaluated, so a longer one is run on, as far as there is time. */
    private static void toTheEnd(Trial trial, long compared) throws Exception {
        Trial.Deadline deadline = trial.deadlineOf(0.25);
        try (Atomizable job = trial.source().create()) {
            long next = 0;
            while (next < trial.atoms() && !trial.isAtItsEnd(job, next) && !deadline.isOver()) {
                job.run(next++);
            }
            if (next > compared && trial.isAtItsEnd(job, next)) {
                new SameAnswers(trial, next, StateImage.of(job)).check();
            }
        }
    }

    private void require(String name, Question question) throws Exception {
        try (Atomizable uncut = trial.ranTo(cut);
                Atomizable restored = trial.source().create()) {
            JobOnTrial.restore(restored, saved.reader(), cut);
            List<Change> changes = JobOnTrial.fields(uncut).changesTo(JobOnTrial.fields(restored));
            Object right = question.of(uncut);
            Object wrong = question.of(restored);
            if (!right.equals(wrong)) {
                throw new ContractViolation(new Breach(
                        uncut.spec().name(),
                        Rule.SAME_ANSWERS,
                        "after a restore before atom %s, %s returns %s, and without one %s"
                                .formatted(cut, name, wrong, right),
                        List.of(),
                        causes(changes, question, right),
                        Optional.of("Contracts.assertExactResume(job)")));
            }
        }
    }

    private List<Finding> causes(List<Change> changes, Question question, Object right) throws Exception {
        Proof proof = new Proof(
                fields -> {
                    try (Atomizable model = trial.ranTo(cut);
                            Atomizable job = trial.source().create()) {
                        job.restore(saved.reader());
                        HeldFields.of(JobOnTrial.own(model)).putInto(JobOnTrial.own(job), fields);
                        return right.equals(question.of(job));
                    }
                },
                trial.deadlineOf(0.5));
        return proof.among(changes).stream()
                .map(it -> new Finding(Cause.SOMETHING_NOT_SAVED, it + "; with that set back the answer is the same"))
                .toList();
    }
}
