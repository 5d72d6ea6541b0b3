package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
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

    @Provide
    Arbitrary<List<Leg>> legs() {
        return Leg.legs(2, 6);
    }

    @Property(tries = 60)
    void anySequenceOfCutsEndsInTheSameBits(@ForAll Kind kind, @ForAll("legs") List<Leg> legs) throws Exception {
        MemoryState last = Leg.run(kind.training()::build, legs, ATOMS);
        if (!STRAIGHT.containsKey(kind)) {
            STRAIGHT.put(kind, Small.straight(kind.training(), ATOMS));
        }
        assertThat(last).isEqualTo(STRAIGHT.get(kind));
    }
}
