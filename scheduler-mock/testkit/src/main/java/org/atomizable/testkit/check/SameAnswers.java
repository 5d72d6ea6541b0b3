package org.atomizable.testkit.check;

import java.util.List;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Finding;
import org.atomizable.testkit.rule.Rule;

/**
 * Asks a job that was not cut and one that was restored the questions that are no atoms: how much work there is, whether it is enough, and
 * what was achieved. What they read must be saved too.
 */
public final class SameAnswers {

    private SameAnswers() {}

    static void check(Trial trial, Straight straight) throws Exception {
        for (long cut : new long[] {straight.atoms(), straight.atoms() / 2}) {
            try (Atomizable uncut = trial.ranTo(cut);
                    Atomizable restored = trial.source().create()) {
                restored.restore(straight.before(cut).reader());
                require(straight, cut, "spec", uncut.spec(), restored.spec());
                if (uncut.spec().totalAtoms().isEmpty()) {
                    require(straight, cut, "enough", uncut.enough(cut), restored.enough(cut));
                }
                if (trial.isAtItsEnd(uncut, cut)) {
                    require(straight, cut, "evaluate", uncut.evaluate(), restored.evaluate());
                }
            }
        }
    }

    private static void require(Straight straight, long cut, String question, Object uncut, Object restored) {
        if (!uncut.equals(restored)) {
            throw new ContractViolation(new Breach(
                    straight.job(),
                    Rule.SAME_ANSWERS,
                    "after a restore before atom %d, %s returns %s, and without one %s"
                            .formatted(cut, question, restored, uncut),
                    List.of(),
                    List.of(new Finding(Cause.SOMETHING_NOT_SAVED, question + " reads what restore does not set")),
                    Optional.of("Contracts.assertExactResume(job)")));
        }
    }
}
