package org.atomizable.core.annotate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.atomizable.api.Atomizable;
import org.atomizable.api.ElementType;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.Tensor;
import org.atomizable.checkpoint.StateDigest;
import org.atomizable.core.state.MemoryState;
import org.junit.jupiter.api.Test;

/** Arrays, parameters and blocks of DJL in annotated fields, on the real engine. */
class DjlStateTest {

    private static final Compiled COMPILED = Compiled.of("""
        package jobs;

        import ai.djl.ndarray.*;
        import ai.djl.ndarray.types.*;
        import ai.djl.nn.*;
        import ai.djl.nn.core.Linear;
        import ai.djl.training.ParameterStore;
        import org.atomizable.api.annotation.*;

        /** Adds noise-like steps to weights, with momentum; the gradient is a function of the weights. */
        @AtomizedJob(atoms = 6)
        class Net implements AutoCloseable {
            private final transient NDManager manager = NDManager.newBaseManager("PyTorch");
            @State final NDArray momentum = manager.ones(new Shape(4));
            @State final NDList history = new NDList(manager.zeros(new Shape(4)), manager.zeros(new Shape(0)));
            @State final Block block = net();
            @State final Parameter bias = net().getDirectParameters().values().iterator().next();
            @State NDArray alias = momentum;
            @State NDArray nothing;

            private Linear net() {
                Linear net = Linear.builder().setUnits(4).build();
                net.setInitializer(ai.djl.training.initializer.Initializer.ONES, Parameter.Type.WEIGHT);
                net.initialize(manager, DataType.FLOAT32, new Shape(1, 4));
                return net;
            }

            @Atom
            void step(long atom) {
                try (NDManager scratch = manager.newSubManager()) {
                    momentum.muli(0.9f).addi(atom);
                    alias.subi(0.5f);
                    for (var each : block.getParameters()) {
                        NDArray memory = each.getValue().getArray().stopGradient();
                        memory.attach(scratch);
                        memory.subi(momentum.mul(0.01f));
                    }
                    bias.getArray().stopGradient().subi(0.25f);
                    history.get(0).addi(momentum);
                }
            }

            @Override
            public void close() {
                manager.close();
            }
        }
        """);

    private static Atomizable job() throws ReflectiveOperationException {
        return COMPILED.job("NetJob");
    }

    private static String sha256(Atomizable job) throws Exception {
        StateDigest digest = new StateDigest();
        job.save(digest);
        return digest.sha256();
    }

    @Test
    void aRunThatIsCutEndsAsAStraightOne() throws Exception {
        assertThat(COMPILED.errors()).isEmpty();
        try (Atomizable straight = job();
                Atomizable first = job();
                Atomizable second = job()) {
            for (long atom = 0; atom < 6; atom++) {
                straight.run(atom);
            }
            for (long atom = 0; atom < 3; atom++) {
                first.run(atom);
            }
            MemoryState state = MemoryState.of(first);
            assertThat(state.names())
                    .contains("momentum", "history/1", "bias", "alias/instead", "nothing/instead")
                    .anyMatch(it -> it.startsWith("block/"));
            second.restore(state);
            for (long atom = 3; atom < 6; atom++) {
                second.run(atom);
            }
            assertThat(sha256(second)).isEqualTo(sha256(straight)).isNotEqualTo(sha256(first));
        }
    }

    @Test
    void anArrayOfAnotherShapeIsRefused() throws Exception {
        try (Atomizable job = job()) {
            MemoryState state = MemoryState.of(job);
            Tensor other = Tensor.of(ElementType.F32, new long[] {2}, ByteBuffer.allocate(8));
            assertThatThrownBy(() -> job.restore(state.with("momentum", other)))
                    .isInstanceOf(StateMismatchException.class)
                    .hasMessageContaining("momentum is F32[2]");
        }
    }

    @Test
    void anArrayMayGrowAndTwoFieldsThatBeganWithOneMayPart() throws Exception {
        Compiled grows = Compiled.of("""
                package jobs;
                import ai.djl.ndarray.*;
                import ai.djl.ndarray.types.*;
                import org.atomizable.api.annotation.*;
                @AtomizedJob(atoms = 6)
                class Grows implements AutoCloseable {
                    private final transient NDManager manager = NDManager.newBaseManager("PyTorch");
                    @State NDArray seen = manager.ones(new Shape(1));
                    @State NDArray first = seen;
                    @State NDArray best = seen;
                    @Atom void step(long atom) {
                        seen = seen.concat(manager.ones(new Shape(1)).mul(atom));
                        if (atom == 2) { best = best.add(seen.sum()); }
                    }
                    @Override public void close() { manager.close(); }
                }
                """);
        assertThat(grows.errors()).isEmpty();
        try (Atomizable straight = grows.job("GrowsJob");
                Atomizable first = grows.job("GrowsJob");
                Atomizable second = grows.job("GrowsJob")) {
            for (long atom = 0; atom < 6; atom++) {
                straight.run(atom);
            }
            for (long atom = 0; atom < 4; atom++) {
                first.run(atom);
            }
            second.restore(MemoryState.of(first));
            for (long atom = 4; atom < 6; atom++) {
                second.run(atom);
            }
            assertThat(sha256(second)).isEqualTo(sha256(straight));
        }
    }
}
