package org.atomizable.djl.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.training.GradientCollector;
import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ArrayOwnershipTest {

    private static final int TRIES = 30;

    private final Engine engine = EngineTurn.engine();

    /** Frees what nobody can reach, and writes something else where it was. */
    private static void collectGarbage() {
        for (int round = 0; round < 3; round++) {
            System.gc();
            for (int i = 0; i < 2000; i++) {
                ByteBuffer.allocateDirect(4 + 4 * (i % 16)).putFloat(0, 1e3f);
            }
        }
    }

    private float gradient(UnaryOperator<NDArray> function) {
        try (NDManager manager = engine.newBaseManager();
                NDArray x = manager.create(new float[] {3f})) {
            x.setRequiresGradient(true);
            try (GradientCollector collector = engine.newGradientCollector()) {
                NDArray y = function.apply(x);
                collectGarbage();
                collector.backward(y);
            }
            return x.getGradient().toFloatArray()[0];
        }
    }

    @Test
    void gradientsAreRightThoughGarbageIsCollectedBeforeTheBackwardPass() {
        for (int i = 0; i < TRIES; i++) {
            assertThat(gradient(x -> x.mul(2f))).isEqualTo(2f);
            assertThat(gradient(x -> x.div(4f))).isEqualTo(0.25f);
        }
    }

    @Test
    void aViewOutlivesTheArrayItWasTakenFrom() {
        try (NDManager manager = engine.newBaseManager()) {
            for (int i = 0; i < TRIES; i++) {
                NDArray whole = manager.create(new float[] {1f, 2f, 3f, 4f});
                NDArray view = whole.reshape(2, 2);
                whole.close();
                collectGarbage();
                assertThat(view.toFloatArray()).containsExactly(1f, 2f, 3f, 4f);
            }
        }
    }

    @Test
    void theEngineIsRegisteredOnceAndStaysTheDefault() {
        assertThat(Engine.getAllEngines()).filteredOn("PyTorch"::equals).hasSize(1);
        assertThat(Engine.getDefaultEngineName()).isEqualTo("PyTorch");
    }

    @Test
    void whereThereIsNoEngineNothingIsChanged() {
        ClassLoader none = new ClassLoader(null) {};
        assertThatCode(() -> ArrayOwnership.establish(none)).doesNotThrowAnyException();
    }
}
