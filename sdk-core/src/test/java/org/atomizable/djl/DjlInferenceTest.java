package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.Model;
import ai.djl.ndarray.types.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.atomizable.api.Atomizable;
import org.atomizable.core.state.MemoryState;
import org.atomizable.djl.engine.EngineTurn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each example is answered exactly once, in the order of the data set, whatever happens. */
final class DjlInferenceTest {

    @TempDir
    Path directory;

    @Test
    void aRunThatIsCutAndLosesAtomsWritesTheSameFile() throws Exception {
        Path straight = directory.resolve("straight");
        try (Atomizable job = inference(straight, 5).build()) {
            assertThat(job.spec().totalAtoms()).hasValue(Small.BATCHES);
            Small.run(job, 0, Small.BATCHES);
        }
        assertThat(Files.readAllLines(straight)).hasSize(Small.EXAMPLES).allMatch(line -> line.split(",").length == 3);

        Path cut = directory.resolve("cut");
        Files.writeString(cut, "of another run, and longer than all that follows\n".repeat(500));
        Atomizable job = inference(cut, 5).build();
        for (long at = 0; at < Small.BATCHES; at++) {
            job.run(at);
            MemoryState state = MemoryState.of(job);
            if (at + 1 < Small.BATCHES) {
                job.run(at + 1); // lost with its process
            }
            job.close();
            job = inference(cut, 5).build();
            job.restore(state);
        }
        job.close();
        assertThat(Files.readAllBytes(cut)).isEqualTo(Files.readAllBytes(straight));
    }

    @Test
    void linesAreWhatTheUserMakesOfThePredictions() throws Exception {
        Path file = directory.resolve("classes");
        try (Atomizable job = inference(file, 5)
                .lines(said -> Arrays.stream(said.head().argMax(1).toLongArray())
                        .mapToObj(Long::toString)
                        .collect(Collectors.toList()))
                .build()) {
            Small.run(job, 0, Small.BATCHES);
        }
        assertThat(Files.readAllLines(file)).hasSize(Small.EXAMPLES).allMatch(line -> line.matches("[012]"));
    }

    @Test
    void anotherModelDoesNotGoOn() throws Exception {
        Path file = directory.resolve("mixed");
        MemoryState state;
        try (Atomizable job = inference(file, 5).build()) {
            Small.run(job, 0, 2);
            state = MemoryState.of(job);
        }
        try (Atomizable job = inference(file, 6).build()) {
            assertThatThrownBy(() -> job.restore(state)).hasMessageContaining("check sum");
        }
    }

    @Test
    void aFileThatHasLostLinesIsRefused() throws Exception {
        Path file = directory.resolve("shorter");
        try (Atomizable job = inference(file, 5).build()) {
            Small.run(job, 0, 3);
            MemoryState state = MemoryState.of(job);
            Files.writeString(file, "1,2,3\n");
            assertThatThrownBy(() -> job.restore(state))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("shorter has 6 bytes")
                    .hasMessageContaining("Put the file back");
        }
    }

    private static DjlInferenceBuilder inference(Path file, int seed) {
        return DjlInference.of(
                "labels",
                () -> {
                    EngineTurn.engine().setRandomSeed(seed);
                    Model model = Model.newInstance("small", "PyTorch");
                    model.setBlock(Small.model());
                    model.getBlock()
                            .initialize(model.getNDManager(), model.getDataType(), new Shape(1, Small.FEATURES));
                    return model;
                },
                Trainers.dataset(),
                file);
    }
}
