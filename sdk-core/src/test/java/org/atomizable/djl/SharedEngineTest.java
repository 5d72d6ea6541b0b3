package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.dataset.ArrayDataset;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.atomizable.core.state.MemoryState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The engine is one for all jobs of a process, and another in the next process; no job may notice. */
final class SharedEngineTest {

    @Test
    void jobsInterleavedOnTwoThreadsEndInTheBitsOfEachAlone() throws Exception {
        int atoms = 60;
        CyclicBarrier start = new CyclicBarrier(2);
        List<Future<MemoryState>> running = new ArrayList<>();
        for (long seed : new long[] {1, 2}) {
            running.add(OnThread.start(() -> {
                start.await();
                return Small.straight(Small.training().seed(seed), atoms);
            }));
        }
        for (int i = 0; i < 2; i++) {
            assertThat(running.get(i).get())
                    .isEqualTo(Small.straight(Small.training().seed(i + 1), atoms));
        }
    }

    @ParameterizedTest
    @CsvSource({"plain, 15", "trainer, 9"})
    void aRunThatGoesOnInAnotherProcessEndsInTheSameBits(String kind, long atoms, @TempDir Path dir) throws Exception {
        Path half = dir.resolve("half");
        Path whole = dir.resolve("whole");
        OtherProcess.run(kind, 0, atoms, half, half);
        OtherProcess.run(kind, atoms, 2 * atoms, half, whole);

        MemoryState straight = kind.equals("trainer")
                ? Trainers.straight(Trainers.small(UnaryOperator.identity()), 2 * atoms)
                : Small.straight(Small.training(), 2 * atoms);
        assertThat(OtherProcess.read(whole)).isEqualTo(straight).isNotEqualTo(OtherProcess.read(half));
    }

    @Test
    void theAlignmentOfABatchDoesNotReachTheBits() throws Exception {
        MemoryState aligned = Small.straight(wide(0), 12);
        for (int offset = 4; offset < 64; offset += 20) {
            assertThat(Small.straight(wide(offset), 12)).isEqualTo(aligned);
        }
    }

    @Test
    void aDataSetOfDjlGivesTheSameBitsAsItsArrays() throws Exception {
        DjlTrainingBuilder training = Small.training().data(ExampleSource.of(Trainers.dataset(5, true)), Small.BATCH);
        MemoryState straight = Small.straight(training, 20);
        MemoryState arrays = Small.straight(Small.training(), 20);
        assertThat(straight.floats("parameter/01Linear_weight")).isEqualTo(arrays.floats("parameter/01Linear_weight"));
        assertThat(Small.cut(training, 20, 3, 7, 8)).isEqualTo(straight);
    }

    @Test
    void aDataSetOfDjlLeavesNoArrayBehind() throws Exception {
        try (NDManager manager = NDManager.newBaseManager()) {
            ArrayDataset dataset = new ArrayDataset.Builder()
                    .setData(manager.create(Small.data()))
                    .optLabels(manager.create(Small.labels()))
                    .setSampling(5, false)
                    .build();
            try (DjlTraining job = Small.training()
                    .data(ExampleSource.of(dataset), Small.BATCH)
                    .build()) {
                int before = manager.getManagedArrays().size();
                int held = job.arraysHeld();
                Small.run(job, 0, 30);
                assertThat(job.arraysHeld()).isEqualTo(held);
                assertThat(manager.getManagedArrays()).hasSize(before);
            }
        }
    }

    /** One wide example at a time: the shape for which the engine's bits are known to depend on alignment. */
    private static DjlTrainingBuilder wide(int offset) {
        int width = 500;
        return Small.training()
                .model(() ->
                        new SequentialBlock().add(Linear.builder().setUnits(3).build()))
                .data(
                        new ExampleSource() {
                            @Override
                            public int size() {
                                return 12;
                            }

                            @Override
                            public Examples load(NDManager manager, int[] indices) {
                                ByteBuffer room = ByteBuffer.allocateDirect(4 * width + 128);
                                ByteBuffer data = room.alignedSlice(16)
                                        .position(offset)
                                        .limit(offset + 4 * width)
                                        .slice()
                                        .order(ByteOrder.nativeOrder());
                                for (int i = 0; i < width; i++) {
                                    data.putFloat(4 * i, (float) Math.sin(i * 31.0 + indices[0]));
                                }
                                return new Examples(
                                        new NDList(manager.create(data, new Shape(1, width), DataType.FLOAT32)),
                                        new NDList(manager.create(new float[] {indices[0] % 3})));
                            }
                        },
                        1);
    }
}
