package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Metric;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.JobLoadException;
import org.atomizable.core.worker.NamedJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExamplesTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"names-cnn", "names-mlp", "names-best", "names-growing", "option-pricer"})
    void aRunCutTwiceEndsInTheBitsOfAStraightRun(String name) throws Exception {
        NamedJob job = new NamedJob(name, Map.of("seed", "11", "atoms", "12"));

        StraightRun straight = StraightRun.of(job, VirtualTime.create(), next -> {});

        assertThat(Cut.at(job, directory, 5, 6)).isEqualTo(straight.sha256());
    }

    @ParameterizedTest
    @ValueSource(strings = {"names-cnn", "names-mlp", "names-best", "names-growing", "option-pricer"})
    void anotherSeedEndsInOtherBits(String name) throws Exception {
        String one = Cut.at(new NamedJob(name, Map.of("seed", "1", "atoms", "3")), directory.resolve("1"));
        String two = Cut.at(new NamedJob(name, Map.of("seed", "2", "atoms", "3")), directory.resolve("2"));

        assertThat(one).isNotEqualTo(two);
    }

    @ParameterizedTest
    @ValueSource(strings = {"names-cnn", "names-mlp", "names-best", "names-growing", "option-pricer"})
    void noAtomUsesMoreMemoryThanTheJobDeclares(String name) throws Exception {
        try (Atomizable job = new NamedJob(name, Map.of("atoms", "60")).create()) {
            for (long atom = 0; atom < 60; atom++) {
                job.run(atom);
                assertThat(job.memoryUsed().orElseThrow())
                        .isLessThanOrEqualTo(job.spec().memory().orElseThrow());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"names-cnn", "names-mlp", "names-best", "names-growing", "option-pricer"})
    void aParameterThatIsNotKnownIsRefusedWithTheKnownOnes(String name) {
        assertThatThrownBy(() -> new NamedJob(name, Map.of("epocs", "3")).create())
                .isInstanceOf(JobLoadException.class)
                .hasMessageContaining("epocs")
                .hasMessageContaining("atoms");
    }

    @Test
    void theLanguageOfANameIsLearntWellAboveChance() throws Exception {
        Metric accuracy = StraightRun.of(
                        new NamedJob("names-mlp", Map.of("atoms", "300")), VirtualTime.create(), next -> {})
                .metric()
                .orElseThrow();

        assertThat(accuracy.low()).as("chance is 1 in 16").isGreaterThan(0.30);
    }

    @Test
    void thePriceHasTheValueThatAnIndependentApproximationGives() throws Exception {
        Metric price = StraightRun.of(
                        new NamedJob("option-pricer", Map.of("atoms", "40")), VirtualTime.create(), next -> {})
                .metric()
                .orElseThrow();

        assertThat(price.value()).isBetween(price.low(), price.high());
        assertThat(AsianApproximation.price(100, 100, 0.03, 0.25, 52))
                .isBetween(price.low() - 0.05, price.high() + 0.05);
    }
}
