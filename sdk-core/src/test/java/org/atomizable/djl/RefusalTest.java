package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.ndarray.types.DataType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.ElementType;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.Tensor;
import org.atomizable.core.state.MemoryState;
import org.atomizable.djl.engine.ArrayTypes;
import org.atomizable.djl.engine.EngineOutOfMemoryError;
import org.atomizable.djl.engine.EnvironmentMismatchException;
import org.junit.jupiter.api.Test;

/** What does not fit is refused before it can do harm, by name. */
final class RefusalTest {

    @Test
    void anotherEnvironmentIsAnExplicitChoice() throws Exception {
        MemoryState state = Small.straight(Small.training(), 3)
                .with("environment", text("PyTorch 1.0, 96 threads, gpu(0), riscv, another"));
        try (Atomizable job = Small.training().build()) {
            assertThatThrownBy(() -> job.restore(state))
                    .isInstanceOf(EnvironmentMismatchException.class)
                    .hasMessageContaining("96 threads")
                    .hasMessageContaining("this is [PyTorch 2.7.1, 1 threads, cpu()")
                    .hasMessageContaining("acceptOtherEnvironments");
        }
        try (Atomizable job = Small.training().acceptOtherEnvironments().build()) {
            job.restore(state);
            job.run(3);
        }
    }

    @Test
    void anotherRecipeIsRefused() throws Exception {
        MemoryState state = Small.straight(Small.training(), 3);
        try (Atomizable seed = Small.training().seed(8).build();
                Atomizable optimizer = Small.training()
                        .optimizer(ExactOptimizer.sgd(Small.RATE))
                        .build();
                Atomizable batch = Small.training()
                        .data(new Small.Source(Optional.of("abc")), 4)
                        .build()) {
            assertThatThrownBy(() -> seed.restore(state))
                    .isInstanceOf(StateMismatchException.class)
                    .hasMessageContaining("seed 7")
                    .hasMessageContaining("seed 8");
            assertThatThrownBy(() -> optimizer.restore(state))
                    .hasMessageContaining("[seed 7, 50 examples in batches of 8, sgd");
            assertThatThrownBy(() -> batch.restore(state)).hasMessageContaining("batches of 4");
        }
    }

    @Test
    void otherExamplesAreRefused() throws Exception {
        MemoryState state = Small.straight(Small.training(), 3);
        try (Atomizable job = Small.training()
                .data(new Small.Source(Optional.of("xyz")), Small.BATCH)
                .build()) {
            assertThatThrownBy(() -> job.restore(state))
                    .hasMessageContaining("abc")
                    .hasMessageContaining("xyz");
            assertThatThrownBy(() -> job.run(3)).hasMessageContaining("restore it first");
        }
    }

    @Test
    void aTensorOfAnotherShapeTypeOrNameIsRefused() throws Exception {
        MemoryState state = Small.straight(Small.training(), 3);
        String name = state.names().stream()
                .filter(one -> one.endsWith("gamma"))
                .findFirst()
                .orElseThrow();
        Tensor narrow = Tensor.of(ElementType.F32, new long[] {11}, ByteBuffer.allocate(44));
        Tensor shorts = Tensor.of(ElementType.I16, new long[] {12}, ByteBuffer.allocate(24));
        try (Atomizable job = Small.training().build()) {
            assertThatThrownBy(() -> job.restore(state.with(name, narrow))).hasMessageContaining("F32[11]");
            assertThatThrownBy(() -> job.restore(state.with(name, shorts))).hasMessageContaining("I16[12]");
            assertThatThrownBy(() -> job.restore(state.with("parameter/99Other", narrow)))
                    .hasMessageContaining("99Other");
            job.restore(state);
        }
    }

    @Test
    void sixteenBitIntegersNeverReachTheEngine() {
        assertThat(ArrayTypes.of(DataType.INT16)).isEmpty();
        assertThat(ArrayTypes.of(DataType.UINT16)).isEmpty();
        assertThat(ArrayTypes.of(DataType.FLOAT32)).contains(ElementType.F32);
    }

    @Test
    void aMissingPieceIsNamed() {
        assertThatThrownBy(() -> DjlTraining.of(JobSpec.of("bare", 3)).build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("training bare needs a model(...)");
        assertThatThrownBy(() -> DjlTraining.of(JobSpec.openEnded("endless")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("endless");
        assertThatThrownBy(() -> Small.training()
                        .data(new Small.Source(Optional.empty()), 0)
                        .build())
                .hasMessageContaining("1 example or more");
    }

    @Test
    void aModelWithNothingToTrainIsRefused() {
        assertThatThrownBy(() -> Small.training()
                        .model(() -> {
                            var block = Small.model();
                            block.freezeParameters(true);
                            return block;
                        })
                        .build())
                .hasMessageContaining("no parameter to train");
    }

    @Test
    void outOfMemoryIsKnownByTheEnginesWords() {
        for (String words : new String[] {
            "CUDA out of memory. Tried to allocate 20.00 MiB (GPU 0; 4.75 GiB total capacity)",
            "[enforce fail at alloc_cpu.cpp:73] . DefaultCPUAllocator: can't allocate memory: you tried to allocate 8"
                    + " bytes",
            "DefaultCPUAllocator: not enough memory: you tried to allocate 400000000 bytes.",
            "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`",
            "std::bad_alloc"
        }) {
            RuntimeException failure = new IllegalStateException("outer", new IllegalStateException(words));
            assertThatThrownBy(() -> EngineOutOfMemoryError.unlessOne("at atom 5", failure))
                    .isInstanceOf(OutOfMemoryError.class)
                    .hasMessageContaining("at atom 5")
                    .hasCause(failure);
        }
        RuntimeException other = new IllegalStateException("mat1 and mat2 shapes cannot be multiplied");
        assertThat(EngineOutOfMemoryError.unlessOne("at atom 5", other)).isSameAs(other);
    }

    private static Tensor text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Tensor.of(ElementType.U8, new long[] {bytes.length}, ByteBuffer.wrap(bytes));
    }
}
