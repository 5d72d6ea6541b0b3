package org.atomizable.lab.simulate.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.AtomizableException;

class GeneratedWorkloadProperties {

    private static Workload generate(long seed, int jobs, double share, int tenants) throws AtomizableException {
        ClusterShape cluster = ClusterShape.parse("2x(3g.40gb,2g.20gb,1g.10gb,1g.10gb)");
        AtomNoise noise = seed % 2 == 0 ? AtomNoise.USUAL : AtomNoise.HEAVY_TAILED;
        return WorkloadGenerator.generate(
                "generated",
                GeneratorOptions.middleHoles(cluster, seed)
                        .with(new GeneratorOptions.Jobs(jobs, 0.8, share, share, tenants), noise)
                        .failingEvery(share == 0 ? Double.POSITIVE_INFINITY : 10 / share));
    }

    @Property(tries = 15)
    void writtenWorkloadsAreReadUnchanged(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 40) int jobs,
            @ForAll @DoubleRange(min = 0, max = 1) double share,
            @ForAll @IntRange(max = 3) int tenants)
            throws AtomizableException, IOException {
        Workload workload = generate(seed, jobs, share, tenants);
        Path folder = Files.createTempDirectory("atomizable-workload-");
        try {
            assertThat(WorkloadReader.read(WorkloadWriter.write(workload, folder), Optional.empty()))
                    .isEqualTo(workload);
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    @Property(tries = 15)
    void theSameSeedGivesTheSameWorkload(@ForAll long seed) throws AtomizableException {
        assertThat(generate(seed, 20, 0.5, 2)).isEqualTo(generate(seed, 20, 0.5, 2));
    }

    @Property(tries = 15)
    void factorsHaveMeanOne(@ForAll long seed) throws AtomizableException {
        for (SimulatedTask each : generate(seed, 10, 0, 0).tasks()) {
            assertThat(each.factors().sumBefore(400) / 400).isCloseTo(1, within(1e-3));
            assertThat(each.workSeconds()).isBetween(595.0, 14_405.0);
        }
    }
}
