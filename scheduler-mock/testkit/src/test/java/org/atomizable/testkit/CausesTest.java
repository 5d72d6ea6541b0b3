package org.atomizable.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.testkit.bug.KnownFaults;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.Rule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A message names the true cause, proved by changing it back, or no cause. */
class CausesTest {

    /**
     * A fault.
     *
     * @param cause the true one, or none where it cannot be proved
     * @param named what the message must contain
     */
    record Known(String fault, JobSource job, Rule rule, Cause cause, String named) {
        @Override
        public String toString() {
            return fault;
        }
    }

    private static Known known(JobSource job, Rule rule, Cause cause, String named) throws Exception {
        try (var instance = job.create()) {
            return new Known(instance.getClass().getSimpleName(), job, rule, cause, named);
        }
    }

    static List<Known> faults() throws Exception {
        return List.of(
                known(KnownFaults.RandomNotSaved::new, Rule.EXACT_RESUME, Cause.RANDOM_STATE_NOT_SAVED, "d.random is"),
                known(KnownFaults.RandomWithoutSeed::new, Rule.REPEATABLE, Cause.UNSEEDED_RANDOM, "d.random is"),
                known(KnownFaults.MathRandom::new, Rule.REPEATABLE, Cause.NOT_FOUND, "calls Math.random()"),
                known(KnownFaults.ClockInAtom::new, Rule.REPEATABLE, Cause.NOT_FOUND, "calls System.nanoTime()"),
                known(KnownFaults.ClockInConstructor::new, Rule.REPEATABLE, Cause.INSTANCES_DIFFER, ".offset is"),
                known(KnownFaults.IdentityInAtom::new, Rule.REPEATABLE, Cause.NOT_FOUND, "atom 0 ended in other bits"),
                known(KnownFaults.MapOrder::new, Rule.REPEATABLE, Cause.MAP_WITHOUT_ORDER, "MapOrder.values"),
                known(KnownFaults.StaticCounter::new, Rule.REPEATABLE, Cause.STATE_IN_A_STATIC, "StaticCounter.steps"),
                known(KnownFaults.StaticAtomic::new, Rule.REPEATABLE, Cause.STATE_IN_A_STATIC, "StaticAtomic.STEPS"),
                known(KnownFaults.StaticRandom::new, Rule.REPEATABLE, Cause.STATE_IN_A_STATIC, "StaticRandom.SHARED"),
                known(KnownFaults.StaticList::new, Rule.REPEATABLE, Cause.STATE_IN_A_STATIC, "StaticList.HISTORY"),
                known(KnownFaults.StaticThatDoesNotMatter::new, Rule.REPEATABLE, Cause.NOT_FOUND, "not proved"),
                known(KnownFaults.RareRace::new, Rule.REPEATABLE, Cause.NOT_FOUND, "not proved"),
                known(KnownFaults.InThreadLocal::new, Rule.REPEATABLE, Cause.NOT_FOUND, "not proved"),
                known(
                        KnownFaults.Momentum::new,
                        Rule.EXACT_RESUME,
                        Cause.OPTIMIZER_STATE_FORGOTTEN,
                        "Momentum.momentum"),
                known(KnownFaults.TwoFields::new, Rule.EXACT_RESUME, Cause.SOMETHING_NOT_SAVED, "TwoFields.slow"),
                known(KnownFaults.TwoFields::new, Rule.EXACT_RESUME, Cause.SOMETHING_NOT_SAVED, "TwoFields.every"),
                known(
                        KnownFaults.ListenerState::new,
                        Rule.EXACT_RESUME,
                        Cause.SOMETHING_NOT_SAVED,
                        "listeners[0].heard"),
                known(
                        KnownFaults.WrongRestore::new,
                        Rule.STATE_ROUND_TRIPS,
                        Cause.SOMETHING_NOT_SAVED,
                        "Restore.count"),
                known(KnownFaults.AsFloat::new, Rule.EXACT_RESUME, Cause.SOMETHING_NOT_SAVED, "AsFloat.precise"),
                known(
                        KnownFaults.ReadAhead::new,
                        Rule.EXACT_RESUME,
                        Cause.DATA_POSITION_WRONG,
                        "ReadAhead.ahead is 0 elements, and was 2 elements"),
                known(KnownFaults.RestoreAdds::new, Rule.RESTORE_REPLACES, Cause.RESTORE_ADDS, "RestoreAdds.sum"),
                known(KnownFaults.Patience::new, Rule.SAME_ANSWERS, Cause.SOMETHING_NOT_SAVED, "Patience.patience"),
                known(KnownFaults.LastLoss::new, Rule.SAME_ANSWERS, Cause.SOMETHING_NOT_SAVED, "LastLoss.loss"),
                known(KnownFaults.MadeByTheFirstAtom::new, Rule.EXACT_RESUME, Cause.SOMETHING_NOT_SAVED, "Atom.table"),
                known(KnownFaults.MeasureSteps::new, Rule.SAVE_CHANGES_NOTHING, Cause.SAVE_HAS_EFFECTS, "measure()"),
                known(KnownFaults.SavedClock::new, Rule.SAVE_CHANGES_NOTHING, Cause.NOT_FOUND, "two saves"));
    }

    private static Stream<String> causesIn(ContractViolation found) {
        return String.valueOf(found.getMessage()).lines().filter(it -> it.startsWith("  cause: "));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void theTrueCauseIsNamedOrNone(Known known) {
        ContractViolation found =
                catchThrowableOfType(ContractViolation.class, () -> Contracts.assertExactResume(known.job()));

        assertThat(found).isNotNull();
        assertThat(found.rule()).as(found.getMessage()).isEqualTo(known.rule());
        assertThat(found).hasMessageContaining(known.named());
        assertThat(causesIn(found))
                .isNotEmpty()
                .allMatch(it -> it.startsWith("  cause: " + known.cause().title()));
        if (known.cause() != Cause.NOT_FOUND) {
            assertThat(found.getMessage()).doesNotContain("nanoTime()").doesNotContain("madeAt", ".log");
        }
    }

    record OfAJvm(Class<?> job, Cause cause, String named) {}

    static List<OfAJvm> faultsOfJvms() {
        return List.of(
                new OfAJvm(KnownFaults.ProcessId.class, Cause.NOT_FOUND, "calls ProcessHandle.pid()"),
                new OfAJvm(KnownFaults.EnumOrder.class, Cause.MAP_WITHOUT_ORDER, "identity hash codes"));
    }

    @ParameterizedTest
    @MethodSource("faultsOfJvms")
    void betweenJvmsTheTrueCauseIsNamedOrNone(OfAJvm known) {
        ContractViolation found = catchThrowableOfType(
                ContractViolation.class,
                () -> Contracts.assertRepeatableInOtherJvms(
                        new NamedJob(known.job().getName(), Map.of())));

        assertThat(found).isNotNull();
        assertThat(found)
                .hasMessageContaining("tensor \"weights\" differs first at element 1")
                .hasMessageContaining(known.named());
        assertThat(causesIn(found))
                .isNotEmpty()
                .allMatch(it -> it.startsWith("  cause: " + known.cause().title()));
    }
}
