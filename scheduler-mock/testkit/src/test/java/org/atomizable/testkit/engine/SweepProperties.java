package org.atomizable.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.atomizable.core.engine.ChainSweep;
import org.atomizable.testkit.engine.SimulatedEngine.Node;
import org.atomizable.testkit.engine.SimulatedEngine.Taken;

/** The jobs of a sweep end with each atom done once, and no more of them are chains at a time than may be. */
class SweepProperties {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration TWO_HOURS = Duration.ofHours(2);
    private static final Duration DAY = Duration.ofDays(1);
    private static final int MOST_DAYS = 20;

    private static SweepWorld drawn(Random random, long seed, Optional<Nfs.Rules> rules) throws Exception {
        List<Node> nodes = new ArrayList<>();
        for (int node = 0; node <= random.nextInt(3); node++) {
            nodes.add(new Node("node" + node, 1 + random.nextInt(3), List.of()));
        }
        SweepWorld world = new SweepWorld(
                new SweepWorld.Setup(
                        nodes,
                        1 + random.nextInt(4),
                        Duration.ofMinutes(6 + random.nextInt(30)),
                        TWO_HOURS,
                        Duration.ofSeconds(1 + random.nextInt(30)),
                        seed),
                rules);
        for (int job = 1 + random.nextInt(8); job > 0; job--) {
            world.job(
                    "job-" + job,
                    1 + random.nextInt(25),
                    Duration.ofSeconds(20 + random.nextInt(200)),
                    1 + random.nextInt(3));
        }
        return world;
    }

    private static void within(SweepWorld world, Random random, Runnable action) {
        world.time.schedule(Duration.ofSeconds(random.nextInt(8 * 3600)), action);
    }

    private static void trouble(SweepWorld world, Random random) {
        double share = random.nextInt(3) * 0.1;
        world.engine.take(method ->
                random.nextDouble() >= share ? Taken.ANSWERED : random.nextBoolean() ? Taken.LOST : Taken.UNANSWERED);
        world.time.schedule(DAY, () -> world.engine.take(method -> Taken.ANSWERED));
        world.killAtEnd(random.nextInt(3) * 20);
        world.time.schedule(DAY, () -> world.killAtEnd(0));
        for (int it = random.nextInt(10); it > 0; it--) {
            int kind = random.nextInt(4);
            within(world, random, () -> {
                List<String> live = List.copyOf(world.engine.live().keySet());
                String claim = live.isEmpty() ? "0" : live.get(random.nextInt(live.size()));
                switch (kind) {
                    case 0 -> lose(world, "node" + random.nextInt(2));
                    case 1 -> world.engine.requeue(claim);
                    case 2 -> cancelByHand(world, claim);
                    default -> world.start();
                }
            });
        }
        for (int it = random.nextInt(4); it > 0; it--) {
            Duration life = Duration.ofSeconds(random.nextInt(2_000));
            within(world, random, () -> {
                VirtualProcess view = world.watch(new ArrayList<>());
                world.time.schedule(life, view::kill);
            });
        }
    }

    private static void lose(SweepWorld world, String node) {
        world.engine.lose(node, false);
        world.time.schedule(HOUR, () -> world.engine.repair(node));
    }

    private static void cancelByHand(SweepWorld world, String claim) {
        try {
            world.engine.cancel(claim);
        } catch (Exception e) {
            // The person sees that, and lets it be.
        }
    }

    @Property(tries = 15, seed = "1", shrinking = ShrinkingMode.OFF)
    void eachJobEndsOnceWhateverIsKilled(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        try (SweepWorld world = drawn(random, seed, Optional.empty())) {
            world.start();
            world.start();
            trouble(world, random);
            for (int hours = 0; hours < 24 * MOST_DAYS && !world.isFinished(); hours++) {
                world.time.advance(HOUR);
                if (hours % 6 == 0 && (world.engine.live().isEmpty() || hours % 12 == 0)) {
                    world.start();
                    world.start();
                }
            }
            world.check();
            assertThat(world.isFinished()).as(world.states().toString()).isTrue();
            world.checkAfter(DAY);
            assertThat(world.engine.live()).isEmpty();
        }
    }

    /** Without faults of the engine itself, nobody has to give the command again. */
    @Property(tries = 12, seed = "1", shrinking = ShrinkingMode.OFF)
    void aSweepThatIsStartedOftenRunsAsOneAndLeavesNothing(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        try (SweepWorld world = drawn(random, seed, Optional.empty())) {
            List<Map<String, String>> results = new ArrayList<>();
            world.watch(results);
            world.watch(results);
            world.start();
            for (int it = 0; it < 10; it++) {
                within(world, random, world::start);
            }
            world.checkAfter(Duration.ofDays(3));
            assertThat(world.isFinished()).as(world.states().toString()).isTrue();
            assertThat(results)
                    .hasSize(2)
                    .allSatisfy(it -> assertThat(Set.copyOf(it.values())).containsExactly("finished"));
            assertThat(world.engine.live()).isEmpty();
        }
    }

    /** Its machines see its directory by NFS, late and slowly. */
    @Property(tries = 6, seed = "1", shrinking = ShrinkingMode.OFF)
    void machinesThatSeeFilesLateRunNoJobTooMany(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        Nfs.Rules rules =
                new Nfs.Rules(Duration.ofSeconds(random.nextInt(61)), Duration.ofMillis(1 + random.nextInt(300)));
        try (SweepWorld world = drawn(random, seed, Optional.of(rules))) {
            List<Map<String, String>> results = new ArrayList<>();
            world.watch(results);
            world.watch(results);
            within(world, random, world::start);
            world.checkAfter(Duration.ofDays(3));
            assertThat(world.isFinished()).as(world.states().toString()).isTrue();
            assertThat(results).hasSize(2);
            assertThat(world.engine.live()).isEmpty();
        }
    }

    private static SweepWorld calm(int mostChains) throws Exception {
        return calm(mostChains, Duration.ofMinutes(10), TWO_HOURS);
    }

    private static SweepWorld calm(int mostChains, Duration wanted, Duration longest) throws Exception {
        return new SweepWorld(
                new SweepWorld.Setup(
                        List.of(new Node("node", 4, List.of())), mostChains, wanted, longest, Duration.ofSeconds(5), 1),
                Optional.empty());
    }

    private static void advanceUntilEnded(SweepWorld world, String job) throws Exception {
        for (int seconds = 0; !world.states().getOrDefault(job, "").equals("finished"); seconds++) {
            assertThat(seconds).isLessThan((int) DAY.toSeconds());
            world.time.advance(Duration.ofSeconds(1));
        }
    }

    @Example
    void whatHasLeastLeftBeginsFirstAndTiesByName() throws Exception {
        try (SweepWorld world = calm(1)) {
            world.job("long", 20, MINUTE, 1);
            world.job("short-b", 3, MINUTE, 1);
            world.job("short-a", 3, MINUTE, 1);
            world.start();
            world.checkAfter(DAY);
            assertThat(world.lines.stream().filter(it -> it.endsWith(" begins")))
                    .containsExactly("short-a begins", "short-b begins", "long begins");
            assertThat(world.mostAtOnce()).isEqualTo(1);
        }
    }

    @Example
    void theNextChainBeginsWithNoViewAndTheLimitIsUsed() throws Exception {
        try (SweepWorld world = calm(3)) {
            for (int job = 1; job <= 9; job++) {
                world.job("job-" + job, 25, MINUTE, 2);
            }
            world.start();
            world.checkAfter(DAY);
            assertThat(world.isFinished()).isTrue();
            assertThat(world.mostAtOnce()).isEqualTo(3);
            assertThat(world.mostClaims()).isEqualTo(6);
        }
    }

    /** No link of a minute lives until its job is made. */
    @Example
    void aJobThatIsSlowToMakeGetsLongerLinksWithNoView() throws Exception {
        try (SweepWorld world = calm(1, MINUTE, TWO_HOURS)) {
            world.job("slow", 5, MINUTE, 1);
            world.slow.put("slow", Duration.ofSeconds(70));
            world.start();
            world.checkAfter(DAY);
            assertThat(world.isFinished()).as(world.states().toString()).isTrue();
        }
    }

    @Example
    void aJobWhoseLinksEndBeforeItIsMadeIsStuckAndTheOthersGoOn() throws Exception {
        try (SweepWorld world = calm(1, MINUTE, MINUTE)) {
            world.job("good", 5, Duration.ofSeconds(20), 1);
            world.job("a-slow", 5, Duration.ofSeconds(20), 1);
            world.slow.put("a-slow", Duration.ofSeconds(70));
            List<Map<String, String>> results = new ArrayList<>();
            world.watch(results);
            world.checkAfter(DAY);
            assertThat(results).containsExactly(Map.of("a-slow", "stuck", "good", "finished"));
            assertThat(world.sweep.chain("a-slow").links()).hasSize(3);
        }
    }

    /** The link of another chain goes on for the one that was killed before it could begin the next chain. */
    @Example
    void anotherLinkBeginsWhatAKilledOneHasNot() throws Exception {
        try (SweepWorld world = calm(2)) {
            world.job("first", 3, MINUTE, 1);
            world.job("second", 30, MINUTE, 1);
            world.job("third", 31, MINUTE, 1);
            world.killAtEnd(100);
            world.start();
            while (world.killed() == 0) {
                world.time.advance(Duration.ofSeconds(1));
            }
            world.killAtEnd(0);
            assertThat(world.states()).containsEntry("third", "waits");
            world.checkAfter(DAY);
            assertThat(world.isFinished()).as(world.states().toString()).isTrue();
        }
    }

    @Example
    void theSameCommandGoesOnWhereTheLastLinkWasKilled() throws Exception {
        try (SweepWorld world = calm(1)) {
            world.job("first", 3, MINUTE, 1);
            world.job("second", 5, MINUTE, 1);
            world.killAtEnd(100);
            world.start();
            while (world.killed() == 0) {
                world.time.advance(Duration.ofSeconds(1));
            }
            world.killAtEnd(0);
            List.copyOf(world.engine.live().keySet()).forEach(it -> cancelByHand(world, it));
            world.time.advance(DAY);
            assertThat(world.states()).containsEntry("second", "waits");

            world.start();
            world.checkAfter(DAY);
            assertThat(world.isFinished()).isTrue();
        }
    }

    @Example
    void aJobThatFailsDoesNotStopTheOthersAndIsTriedAgainByTheSameCommand() throws Exception {
        try (SweepWorld world = calm(1)) {
            world.job("bad", 3, MINUTE, 1);
            world.job("good", 5, MINUTE, 1);
            world.failing.add("bad");
            List<Map<String, String>> results = new ArrayList<>();
            world.watch(results);
            world.checkAfter(DAY);
            assertThat(results).containsExactly(Map.of("bad", "job", "good", "finished"));

            world.failing.clear();
            world.watch(results);
            world.checkAfter(DAY);
            assertThat(results).hasSize(2).last().isEqualTo(Map.of("bad", "finished", "good", "finished"));
        }
    }

    @Example
    void aJobThatIsWithdrawnRunsNoMoreUntilTheCommandIsGivenAgain() throws Exception {
        try (SweepWorld world = calm(1)) {
            SimulatedJob first = world.job("first", 30, MINUTE, 1);
            world.job("second", 40, MINUTE, 1);
            world.job("third", 50, MINUTE, 1);
            world.start();
            world.time.advance(Duration.ofMinutes(15));
            assertThat(world.sweep.withdraw(Set.of("first", "third")))
                    .extracting(ChainSweep.Standing::state)
                    .containsExactly("runs", "waits");
            // The link that waits starts after that, runs no atom, and begins what may run.
            cancelByHand(world, world.engine.live().keySet().iterator().next());
            long committed = first.committed();
            world.time.advance(DAY);
            assertThat(first.committed()).isEqualTo(committed);
            assertThat(world.states())
                    .isEqualTo(Map.of("first", "withdrawn", "second", "finished", "third", "withdrawn"));
            assertThat(world.engine.live()).isEmpty();

            world.start();
            world.checkAfter(DAY);
            assertThat(world.isFinished()).as(world.states().toString()).isTrue();
        }
    }

    @Example
    void moreValuesOfTheSameSweepJoinTheOthers() throws Exception {
        try (SweepWorld world = calm(1)) {
            world.job("first", 3, MINUTE, 1);
            world.start();
            world.time.advance(MINUTE);
            world.job("second", 3, MINUTE, 1);
            world.start();
            advanceUntilEnded(world, "second");
            world.check();
            assertThat(world.recorded("first", "runs")).isEqualTo(1);
            assertThat(world.mostAtOnce()).isEqualTo(1);
        }
    }
}
