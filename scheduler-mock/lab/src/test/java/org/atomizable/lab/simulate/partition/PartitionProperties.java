package org.atomizable.lab.simulate.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.AtomizableException;
import org.atomizable.scheduler.cluster.MigProfile;

class PartitionProperties {

    private static final List<String> ALL =
            List.of("whole-gpu", "static", "static:4g.20gb+2g.10gb+1g.5gb", "miso", "oracle", "oracle-free");

    private static PartitionPolicies policies(long seed, int jobs, int gpus) {
        Random random = new Random(seed);
        List<PartitionJob> made = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            double seconds = 1 + random.nextDouble() * (random.nextBoolean() ? 100 : 1000);
            made.add(random.nextBoolean() ? Jobs.small(i, seconds) : Jobs.large(i, seconds));
        }
        PartitionRules rules =
                new PartitionRules(gpus, random.nextInt(100), random.nextInt(40), random.nextInt(40), 0.4, 0.1, 0.05);
        return new PartitionPolicies(new PartitionWorkload(made, Jobs.PROFILES), rules, Jobs.LAYOUTS);
    }

    @Property(tries = 25)
    void everyPolicyFinishesEveryJobAndDoesItsWorkOnce(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 14) int jobs,
            @ForAll @IntRange(min = 1, max = 3) int gpus)
            throws AtomizableException {
        PartitionPolicies policies = policies(seed, jobs, gpus);
        for (String name : ALL) {
            PartitionRun run = policies.run(name, seed).run();
            assertThat(run.completions()).as(name).hasSize(jobs);
            for (PartitionRun.Completion each : run.completions()) {
                double work = of(run, each.job())
                        .mapToDouble(PartitionRun.Stretch::work)
                        .sum();
                assertThat(work).as(name).isCloseTo(each.job().seconds(), within(1e-6));
                assertThat(each.seconds()).as(name).isGreaterThan(each.job().seconds() - 1e-6);
                assertThat(of(run, each.job()).mapToDouble(PartitionRun.Stretch::from))
                        .as(name)
                        .allMatch(it -> it >= each.arrived());
            }
        }
    }

    @Property(tries = 25)
    void noGpuIsEverInAnIllegalLayout(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 14) int jobs,
            @ForAll @IntRange(min = 1, max = 3) int gpus)
            throws AtomizableException {
        PartitionPolicies policies = policies(seed, jobs, gpus);
        for (String name : ALL) {
            List<PartitionRun.Stretch> stretches =
                    policies.run(name, seed).run().stretches();
            for (PartitionRun.Stretch each : stretches) {
                List<PartitionRun.Stretch> beside = stretches.stream()
                        .filter(it -> it.gpu() == each.gpu() && it.from() < each.to() && each.from() < it.to())
                        .toList();
                assertThat(beside.stream().map(it -> it.job().id())).as(name).doesNotHaveDuplicates();
                if (each.place().equals(Gpu.SHARED)) {
                    assertThat(beside).as(name).allMatch(it -> it.place().equals(Gpu.SHARED));
                } else {
                    assertThat(each.job().fits(each.place())).as(name).isTrue();
                    assertThat(beside.stream().map(PartitionRun.Stretch::slot))
                            .as(name)
                            .doesNotHaveDuplicates();
                    assertThat(Jobs.A100.place(profiles(beside))).as(name).isPresent();
                }
            }
        }
    }

    private static List<MigProfile> profiles(List<PartitionRun.Stretch> beside) {
        return beside.stream()
                .map(it -> Jobs.A100.profile(it.place()).orElseThrow())
                .toList();
    }

    @Property(tries = 25)
    void theBestStaticPartitionIsNoWorseThanAnyOther(@ForAll long seed, @ForAll @IntRange(min = 1, max = 14) int jobs)
            throws AtomizableException {
        PartitionPolicies policies = policies(seed, jobs, 2);
        double best = policies.run("static", seed).meanHours();
        for (String other : List.of("whole-gpu", "static:4g.20gb+2g.10gb+1g.5gb", "static:3g.20gb+2g.10gb+2g.10gb")) {
            assertThat(best)
                    .as(other)
                    .isLessThanOrEqualTo(policies.run(other, seed).meanHours());
        }
    }

    @Property(tries = 10)
    void theSameSeedGivesTheSameRun(@ForAll long seed) throws AtomizableException {
        for (String name : ALL) {
            assertThat(policies(seed, 9, 2).run(name, seed).run().toString())
                    .isEqualTo(policies(seed, 9, 2).run(name, seed).run().toString());
        }
    }

    @Property(tries = 200)
    void jobsComeOnceEachAndInOrder(@ForAll long seed, @ForAll @IntRange(min = 1, max = 50) int jobs) {
        List<Arrival> arrivals = policies(seed, jobs, 1).arrivals(seed);
        assertThat(arrivals.stream().map(it -> it.job().id())).hasSize(jobs).doesNotHaveDuplicates();
        assertThat(arrivals.stream().map(Arrival::seconds)).isSorted();
    }

    private static Stream<PartitionRun.Stretch> of(PartitionRun run, PartitionJob job) {
        return run.stretches().stream().filter(it -> it.job().id() == job.id());
    }
}
