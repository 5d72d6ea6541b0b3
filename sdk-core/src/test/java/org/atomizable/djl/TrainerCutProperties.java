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
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.atomizable.api.Atomizable;
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

    /** Atoms that are run, saved, and possibly lost to a failure and repeated, before going on somewhere. */
    record Leg(int atoms, int lost, boolean fresh) {}

    @Provide
    Arbitrary<List<Leg>> legs() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 7),
                        Arbitraries.integers().between(0, 4),
                        Arbitraries.of(true, false))
                .as(Leg::new)
                .list()
                .ofMaxSize(5);
    }

    @Property(tries = 40)
    void anySequenceOfCutsEndsInTheSameBits(@ForAll Kind kind, @ForAll("legs") List<Leg> legs) throws Exception {
        Atomizable job = kind.training.get().build();
        long at = 0;
        for (Leg leg : legs) {
            long to = Math.min(ATOMS, at + leg.atoms());
            Small.run(job, at, to);
            MemoryState saved = MemoryState.of(job);
            Small.run(job, to, to + leg.lost());
            if (leg.fresh()) {
                job.close();
                job = kind.training.get().build();
            }
            job.restore(saved);
            at = to;
        }
        Small.run(job, at, ATOMS);
        MemoryState last = MemoryState.of(job);
        job.close();
        if (!STRAIGHT.containsKey(kind)) {
            STRAIGHT.put(kind, Trainers.straight(kind.training.get(), ATOMS));
        }
        assertThat(last).isEqualTo(STRAIGHT.get(kind));
    }
}
