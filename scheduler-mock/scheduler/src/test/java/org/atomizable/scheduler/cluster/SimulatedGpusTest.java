package org.atomizable.scheduler.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import org.atomizable.api.window.Slice;
import org.junit.jupiter.api.Test;

class SimulatedGpusTest {

    @Test
    void everyGpuIsCutAlike() throws ClusterTextException {
        assertThat(SimulatedGpus.parse("sim:A100-80GB*2", "3g.40gb+2g.20gb").slices())
                .extracting(Slice::id, slice -> slice.kind().name())
                .containsExactly(
                        tuple("gpu0.0", "3g.40gb"),
                        tuple("gpu0.1", "2g.20gb"),
                        tuple("gpu1.0", "3g.40gb"),
                        tuple("gpu1.1", "2g.20gb"));
    }

    @Test
    void withoutANumberThereIsOneGpu() throws ClusterTextException {
        assertThat(SimulatedGpus.parse("sim:A100-80GB").slices()).hasSize(3);
    }

    @Test
    void aMediaInstancesNameIsReadWhole() throws ClusterTextException {
        assertThat(SimulatedGpus.parse("sim:A100-80GB", "1g.10gb+me+1g.10gb").layout())
                .extracting(MigProfile::name)
                .containsExactly("1g.10gb+me", "1g.10gb");
    }

    @Test
    void textThatDescribesNoGpusIsRefusedWithAnExample() {
        assertThatThrownBy(() -> SimulatedGpus.parse("A100*2"))
                .isInstanceOf(ClusterTextException.class)
                .hasMessageContaining("A100*2")
                .hasMessageContaining("sim:A100-80GB*2");
    }

    @Test
    void anUnknownProductIsRefusedNamingTheKnown() {
        assertThatThrownBy(() -> SimulatedGpus.parse("sim:Z9*2"))
                .isInstanceOf(ClusterTextException.class)
                .hasMessageContaining("Z9")
                .hasMessageContaining("A100-80GB");
    }

    @Test
    void noGpusAndTooManyAreRefused() {
        assertThatThrownBy(() -> SimulatedGpus.parse("sim:A100-80GB*0")).isInstanceOf(ClusterTextException.class);
        assertThatThrownBy(() -> SimulatedGpus.parse("sim:A100-80GB*65")).isInstanceOf(ClusterTextException.class);
    }

    @Test
    void aLayoutThatNoGpuHoldsIsRefused() {
        assertThatThrownBy(() -> SimulatedGpus.parse("sim:A100-80GB", "4g.40gb+4g.40gb"))
                .isInstanceOf(ClusterTextException.class)
                .hasMessageContaining("4g.40gb+4g.40gb");
        assertThatThrownBy(() -> SimulatedGpus.parse("sim:A100-80GB", "")).isInstanceOf(ClusterTextException.class);
    }
}
