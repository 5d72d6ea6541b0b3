package org.atomizable.scheduler.node.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Cell;
import org.atomizable.scheduler.colocation.RelativeThroughput;
import org.atomizable.scheduler.node.airlock.ResidentClass;
import org.atomizable.scheduler.node.airlock.Worth;
import org.junit.jupiter.api.Test;

class InterferenceGuardProperties {

    private static final SliceKind SLICE = new SliceKind("1g.10gb");

    private static Neighbour job(String id, Optional<Double> allowedLoss) {
        return new Neighbour(id, id, SLICE, allowedLoss, new Worth(0, ResidentClass.SHORT, 1));
    }

    private static InterferenceGuard guard(Neighbour... jobs) {
        InterferenceGuard guard = new InterferenceGuard(GuardRules.DEFAULT, InterferenceMatrix.EMPTY);
        for (Neighbour each : jobs) {
            guard.arrived(each);
        }
        return guard;
    }

    @Property
    void aGuaranteeThatIsBrokenLeadsToActionInTheThirdWindow(
            @ForAll @DoubleRange(min = 0, max = 0.5) double loss,
            @ForAll @DoubleRange(min = 0.01, max = 5) double more,
            @ForAll long seed) {
        InterferenceGuard guard = guard(job("kept", Optional.of(loss)), job("wild", Optional.empty()));
        double limit = 1 / (1 - loss);
        SplittableRandom random = new SplittableRandom(seed);
        // Whatever was before: other neighbours, none, or an unbroken guarantee.
        for (int i = random.nextInt(10); i > 0; i--) {
            assertThat(guard.measured("kept", random.nextDouble(0.5, limit), Set.of()))
                    .isEmpty();
        }
        List<GuardAction> actions = new ArrayList<>();
        for (int window = 0; window < 3; window++) {
            assertThat(actions).isEmpty();
            actions.addAll(guard.measured("kept", limit + more * random.nextDouble(0.5, 1), Set.of("wild")));
        }
        assertThat(actions).singleElement().satisfies(it -> {
            assertThat(it.kind()).isEqualTo(GuardAction.Kind.THROTTLE);
            assertThat(it.job()).isEqualTo("wild");
        });
        for (int window = 0; window < 3; window++) {
            actions.addAll(guard.measured("kept", limit + more, Set.of("wild")));
        }
        assertThat(actions).hasSize(2).last().matches(it -> it.kind() == GuardAction.Kind.SUSPEND);
    }

    @Property
    void nobodyGivesWayButToABrokenGuaranteeAndEachAtMostTwice(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Neighbour> jobs = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            jobs.add(job("job-" + i, random.nextBoolean() ? Optional.of(random.nextDouble(0, 0.5)) : Optional.empty()));
        }
        Map<String, Neighbour> byId = new HashMap<>();
        jobs.forEach(it -> byId.put(it.job(), it));
        InterferenceGuard guard = guard(jobs.toArray(Neighbour[]::new));
        Map<String, Integer> count = new HashMap<>();
        for (int window = 0; window < 300; window++) {
            Neighbour one = jobs.get(random.nextInt(jobs.size()));
            Set<String> beside = new HashSet<>();
            jobs.stream().filter(it -> it != one && random.nextInt(3) > 0).forEach(it -> beside.add(it.job()));
            for (GuardAction action : guard.measured(one.job(), random.nextDouble(0.9, 4), beside)) {
                assertThat(beside).contains(action.job());
                assertThat(action.guarded()).isEqualTo(one.job());
                assertThat(one.allowedLoss()).isPresent();
                assertThat(byId.get(action.job()).allowedLoss()).isEmpty();
                count.merge(action.guarded() + " " + action.job(), 1, Integer::sum);
            }
        }
        assertThat(count.values()).allMatch(it -> it <= 2);
    }

    @Test
    void whoGaveWayIsReleasedWhenTheGuardedJobHasGone() {
        InterferenceGuard guard = guard(job("kept", Optional.of(0.1)), job("wild", Optional.empty()));
        for (int window = 0; window < 3; window++) {
            guard.measured("kept", 2, Set.of("wild"));
        }
        assertThat(guard.step("wild")).contains(GuardAction.Kind.THROTTLE);
        assertThat(guard.left("kept")).singleElement().matches(it -> it.kind() == GuardAction.Kind.RELEASE);
        assertThat(guard.step("wild")).isEmpty();
    }

    @Test
    void ofTwoNeighboursTheOneThatDisturbsMoreByTheMatrixGivesWay() {
        InterferenceMatrix matrix = InterferenceMatrix.EMPTY.withMeasured(Map.of(
                Cell.of(SLICE, "kept", List.of("calm")), RelativeThroughput.once(0.99, "test"),
                Cell.of(SLICE, "kept", List.of("wild")), RelativeThroughput.once(0.6, "test")));
        InterferenceGuard guard = new InterferenceGuard(GuardRules.DEFAULT, matrix);
        guard.arrived(job("kept", Optional.of(0.1)));
        guard.arrived(job("calm", Optional.empty()));
        guard.arrived(job("wild", Optional.empty()));
        List<GuardAction> actions = new ArrayList<>();
        for (int window = 0; window < 3; window++) {
            actions.addAll(guard.measured("kept", 1.7, Set.of("calm", "wild")));
        }
        assertThat(actions).extracting(GuardAction::job).containsExactly("wild");
    }

    @Test
    void whatWasMeasuredGoesBackIntoTheMatrixWithItsSourceAndItsInterval() {
        InterferenceGuard guard = guard(job("kept", Optional.of(0.1)), job("wild", Optional.empty()));
        for (double slowdown : new double[] {1.9, 2, 2.1}) {
            guard.measured("kept", slowdown, Set.of("wild"));
        }
        RelativeThroughput learned = guard.learned(InterferenceMatrix.EMPTY)
                .of(SLICE, "kept", List.of("wild"))
                .orElseThrow();
        assertThat(learned.value()).isBetween(0.49, 0.51);
        assertThat(learned.low()).isBetween(0.4, 0.49);
        assertThat(learned.samples()).isEqualTo(3);
        assertThat(learned.source()).isEqualTo("measured in operation");
    }
}
