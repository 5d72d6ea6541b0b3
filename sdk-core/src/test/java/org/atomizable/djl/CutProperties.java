package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.atomizable.api.Atomizable;
import org.atomizable.core.state.MemoryState;

/** Wherever a run is cut, and whether it goes on in the same instance or in a fresh one, the last bits are the same. */
final class CutProperties {

    private static final int ATOMS = 18;
    private static final Map<Kind, MemoryState> STRAIGHT = new EnumMap<>(Kind.class);

    enum Kind {
        SGD(ExactOptimizer.sgd(Small.RATE)),
        MOMENTUM(ExactOptimizer.sgd(Small.RATE, 0.9f)),
        ADAM(ExactOptimizer.adam(Small.RATE)),
        ADAM_W(ExactOptimizer.adamW(Small.RATE));

        private final ExactOptimizer optimizer;

        Kind(ExactOptimizer optimizer) {
            this.optimizer = optimizer;
        }

        DjlTrainingBuilder training() {
            return Small.training().optimizer(optimizer);
        }
    }

    /** Atoms that are run, saved, and possibly lost to a failure and repeated, before going on somewhere. */
    record Leg(int atoms, int lost, boolean fresh) {}

    @Provide
    Arbitrary<List<Leg>> legs() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 7),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.of(true, false))
                .as(Leg::new)
                .list()
                .ofMaxSize(6);
    }

    @Property(tries = 60)
    void anySequenceOfCutsEndsInTheSameBits(@ForAll Kind kind, @ForAll("legs") List<Leg> legs) throws Exception {
        Atomizable job = kind.training().build();
        long at = 0;
        for (Leg leg : legs) {
            long to = Math.min(ATOMS, at + leg.atoms());
            Small.run(job, at, to);
            MemoryState saved = MemoryState.of(job);
            Small.run(job, to, to + leg.lost());
            if (leg.fresh()) {
                job.close();
                job = kind.training().build();
            }
            job.restore(saved);
            at = to;
        }
        Small.run(job, at, ATOMS);
        MemoryState last = MemoryState.of(job);
        job.close();
        if (!STRAIGHT.containsKey(kind)) {
            STRAIGHT.put(kind, Small.straight(kind.training(), ATOMS));
        }
        assertThat(last).isEqualTo(STRAIGHT.get(kind));
    }
}
