package org.atomizable.lab.simulate.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.schedule.Conservation;
import org.atomizable.lab.simulate.schedule.Incidents;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.AtomNoise;
import org.atomizable.lab.simulate.workload.ClusterShape;
import org.atomizable.lab.simulate.workload.GeneratorOptions;
import org.atomizable.lab.simulate.workload.Workload;
import org.atomizable.lab.simulate.workload.WorkloadGenerator;

class MarketRunProperties {

    private static final int MOST_SEEDS = 1_000_000;

    @Property(tries = 10)
    void everyTaskFinishesAndWorkIsConserved(
            @ForAll @IntRange(max = MOST_SEEDS) int seed, @ForAll Name name, @ForAll boolean heavyTails)
            throws Exception {
        Workload workload = workload(seed, heavyTails);
        Schedule schedule = run(name, workload, seed);
        assertThat(Conservation.broken(workload, schedule)).isEmpty();
        assertThat(schedule.completions()).allMatch(OptionalDouble::isPresent);
        assertThat(schedule.incidents().memoryViolations()).isZero();
    }

    @Property(tries = 5)
    void withoutOutliersNoWindowIsOverrun(@ForAll @IntRange(max = MOST_SEEDS) int seed, @ForAll Name name)
            throws Exception {
        assertThat(run(name, workload(seed, false), seed).incidents()).isEqualTo(Incidents.NONE);
    }

    @Property(tries = 5)
    void theSameInputGivesTheSameSchedule(@ForAll @IntRange(max = MOST_SEEDS) int seed, @ForAll Name name)
            throws Exception {
        Workload workload = workload(seed, true);
        assertThat(run(name, workload, seed)).isEqualTo(run(name, workload, seed));
    }

    /** Markets that are tried. */
    enum Name {
        SJA("sja-eff-1h"),
        SHORTEST("sja-srpt-1h"),
        JASDA("jasda-1h");

        private final String name;

        Name(String name) {
            this.name = name;
        }
    }

    private static Workload workload(int seed, boolean heavyTails) throws AtomizableException {
        ClusterShape cluster = ClusterShape.parse("1x(3g.40gb,2g.20gb,1g.10gb)");
        return WorkloadGenerator.generate(
                "random",
                GeneratorOptions.middleHoles(cluster, seed)
                        .loaded(8, 0.9)
                        .with(0, 0, 0, heavyTails ? AtomNoise.HEAVY_TAILED : AtomNoise.USUAL));
    }

    private static Schedule run(Name name, Workload workload, int seed) throws Exception {
        return Markets.named(name.name).orElseThrow().run(workload, seed, share -> {});
    }
}
