package org.atomizable.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.engine.Chain;
import org.atomizable.core.engine.Link;
import org.atomizable.testkit.engine.SimulatedEngine.Node;

/** The directory of a chain may be on a file server that its machines see by NFS. */
class NfsProperties {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final int MEMORY = 60;

    private static ChainWorld world(long atoms, Duration atom, Nfs.Rules rules, long seed) throws Exception {
        ChainWorld.Setup setup = new ChainWorld.Setup(
                List.of(new Node("node1", 1, List.of()), new Node("node2", 1, List.of())),
                HOUR,
                Duration.ofMinutes(10),
                Duration.ofSeconds(5),
                atoms,
                atom,
                2,
                seed);
        return new ChainWorld(setup, Optional.of(rules));
    }

    private static ChainWorld drawn(Random random, long seed) throws Exception {
        return world(
                1 + random.nextInt(40),
                Duration.ofSeconds(10 + random.nextInt(100)),
                new Nfs.Rules(Duration.ofSeconds(random.nextInt(1 + MEMORY)), Duration.ofMillis(random.nextInt(3_000))),
                seed);
    }

    private static void within(ChainWorld world, Random random, Runnable action) {
        world.time.schedule(Duration.ofSeconds(random.nextInt(3_000)), action);
    }

    private static void trouble(ChainWorld world, Random random) {
        for (int it = random.nextInt(8); it > 0; it--) {
            boolean either = random.nextBoolean();
            within(
                    world,
                    random,
                    () -> List.copyOf(world.engine.live().keySet())
                            .forEach(either ? world.engine::startAgain : world.engine::requeue));
            within(world, random, world::start);
        }
        within(world, random, () -> {
            world.engine.lose("node1", random.nextBoolean());
            world.time.schedule(HOUR, () -> world.engine.repair("node1"));
        });
    }

    @Property(tries = 60, seed = "1", shrinking = ShrinkingMode.OFF)
    void aJobEndsWithEachAtomDoneOnce(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        try (ChainWorld world = drawn(random, seed)) {
            List<AgentResult> results = new ArrayList<>();
            world.watch(results);
            world.watch(results);
            trouble(world, random);
            for (int hours = 0; hours < 24 && results.size() < 2; hours++) {
                world.checkAfter(HOUR);
            }
            assertThat(world.end().map(Link.Ended::how)).contains("finished");
            assertThat(results).hasSize(2).allMatch(AgentResult.Finished.class::isInstance);
            assertThat(world.engine.live()).isEmpty();
        }
    }

    /** Its views see its end late, and find no link that waits or runs. */
    @Example
    void aJobThatHasFailedIsNotStartedAgain() throws Exception {
        for (int seed = 1; seed <= 10; seed++) {
            Nfs.Rules rules = new Nfs.Rules(Duration.ofSeconds(MEMORY), Duration.ofMillis(200));
            try (ChainWorld world = world(50, Duration.ofHours(2), rules, seed)) {
                List<AgentResult> results = new ArrayList<>();
                world.watch(results);
                world.watch(results);
                world.checkAfter(HOUR);
                assertThat(results).hasSize(2);
                assertThat(world.end().map(Link.Ended::how)).contains("stuck");
                assertThat(world.chain.links().size()).isLessThanOrEqualTo(Chain.MOST_IN_VAIN + 1);
            }
        }
    }

    @Example
    void aJobGoesOnWhenAFullServerHasRoomAgain() throws Exception {
        Nfs.Rules rules = new Nfs.Rules(Duration.ofSeconds(MEMORY), Duration.ofMillis(200));
        for (int seed = 1; seed <= 10; seed++) {
            try (ChainWorld world = world(30, Duration.ofMinutes(1), rules, seed)) {
                world.start();
                world.time.advance(Duration.ofSeconds(20L * seed));
                world.nfs.orElseThrow().fill(true);
                world.time.advance(HOUR);
                world.nfs.orElseThrow().fill(false);
                assertThat(drafts(world)).isEmpty();
                List<AgentResult> results = new ArrayList<>();
                world.watch(results);
                world.checkAfter(HOUR);
                assertThat(results).containsExactly(new AgentResult.Finished(30));
            }
        }
    }

    /** A view looks every two seconds, and a chain of a week has a thousand links. */
    @Example
    void aViewListsTheLinksOnceAMinuteAtMost() throws Exception {
        Nfs.Rules rules = new Nfs.Rules(Duration.ofSeconds(MEMORY), Duration.ofMillis(20));
        try (ChainWorld world = world(100_000, Duration.ofMinutes(1), rules, 1)) {
            world.watch(new ArrayList<>());
            world.time.advance(HOUR);
            int before = world.nfs.orElseThrow().listings();
            world.checkAfter(HOUR);
            int links = 6;
            assertThat(world.nfs.orElseThrow().listings() - before).isLessThan(60 + 10 * links);
        }
    }

    private static List<Path> drafts(ChainWorld world) throws Exception {
        try (Stream<Path> files = Files.walk(world.chain.directory())) {
            return files.filter(it -> it.toString().endsWith(".tmp")).toList();
        }
    }
}
