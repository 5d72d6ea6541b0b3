package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.training.listener.EvaluatorTrainingListener;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.atomizable.core.state.MemoryState;

/** Wherever a trainer is cut, whatever is lost, and wherever it goes on, the last bits are the same. */
final class TrainerCutProperties {

    private static final int ATOMS = 17;
    private static final Map<Kind, MemoryState> STRAIGHT = new EnumMap<>(Kind.class);

    enum Kind {
        PLAIN(() -> Trainers.small(UnaryOperator.identity())),
        STEPS(() -> Trainers.small(config -> config.optOptimizer(Optimizer.sgd()
                .setLearningRateTracker(Tracker.multiFactor()
                        .setBaseValue(0.05f)
                        .optFactor(0.5f)
                        .setSteps(new int[] {3, 8, 12})
                        .build())
                .optMomentum(0.9f)
                .build()))),
        WATCHED(() -> Trainers.small(config -> config.addTrainingListeners(new EvaluatorTrainingListener()))
                .evaluate(Trainers.dataset(16, false))
                .accumulate(2)
                .clipNorm(0.5));

        private final Supplier<DjlTrainerBuilder> training;

        Kind(Supplier<DjlTrainerBuilder> training) {
            this.training = training;
        }
    }

    @Provide
    Arbitrary<List<Leg>> legs() {
        return Leg.legs(4, 5);
    }

    @Property(tries = 40)
    void anySequenceOfCutsEndsInTheSameBits(@ForAll Kind kind, @ForAll("legs") List<Leg> legs) throws Exception {
        MemoryState last = Leg.run(kind.training.get()::build, legs, ATOMS);
        if (!STRAIGHT.containsKey(kind)) {
            STRAIGHT.put(kind, Trainers.straight(kind.training.get(), ATOMS));
        }
        assertThat(last).isEqualTo(STRAIGHT.get(kind));
    }
}
