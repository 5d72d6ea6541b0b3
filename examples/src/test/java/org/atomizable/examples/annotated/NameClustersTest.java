package org.atomizable.examples.annotated;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.examples.Cut;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameClustersTest {

    /** The user names the class that was written, not the one that was generated. */
    private static final NamedJob JOB = new NamedJob("org.atomizable.examples.annotated.NameClusters", Map.of());

    @TempDir
    Path directory;

    @Test
    void aRunCutAnywhereEndsInTheBitsOfAStraightRun() throws Exception {
        StraightRun straight = StraightRun.of(JOB, VirtualTime.create(), next -> {});

        assertThat(Cut.at(JOB, directory, 1, 49, 50, 333)).isEqualTo(straight.sha256());
        assertThat(straight.atoms()).isEqualTo(400);
    }

    @Test
    void namesComeNearerToTheCentersOfTheirClusters() throws Exception {
        double before = new NameClusters().distance();

        double after = StraightRun.of(JOB, VirtualTime.create(), next -> {})
                .metric()
                .orElseThrow()
                .value();

        assertThat(after).isLessThan(0.9 * before);
    }

    @Test
    void theAnnotationsBecomeTheSpec() throws Exception {
        try (Atomizable job = JOB.create()) {
            assertThat(job.spec().name()).isEqualTo("name-clusters");
            assertThat(job.spec().traits()).containsEntry("batch", "256");
            assertThat(job.spec().phaseOf(49)).isEqualTo("evaluation");
            assertThat(job.spec().phaseOf(50)).isEqualTo("steady");
        }
    }
}
