package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.NamedJob;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples with a DJL trainer, run whole. */
@Tag("slow")
class TrainerExamplesTest {

    @TempDir
    Path directory;

    @Test
    void anLstmLearnsToContinueTheLicence() throws Exception {
        runWhole(new NamedJob("licence-lstm", Map.of("epochs", "2")), 0.25);
    }

    @Test
    void aTransformerLearnsToContinueTheLicence() throws Exception {
        runWhole(new NamedJob("licence-transformer", Map.of("epochs", "2")), 0.25);
    }

    @Test
    void aLoadedModelIsTunedAndItsFrozenLayerStaysAsItWas() throws Exception {
        runWhole(
                new NamedJob(
                        "names-tuned", Map.of("base", directory.resolve("base").toString())),
                0.6);
    }

    /** Wherever it is cut, it ends in the bits of a straight run, and it has learnt more than how often each answer is right. */
    private void runWhole(NamedJob job, double chance) throws Exception {
        StraightRun straight = StraightRun.of(job, VirtualTime.create(), next -> {});
        assertThat(straight.metric().orElseThrow().low()).isGreaterThan(chance);
        assertThat(Cut.at(job, directory.resolve("store"), 7, 100)).isEqualTo(straight.sha256());
    }
}
