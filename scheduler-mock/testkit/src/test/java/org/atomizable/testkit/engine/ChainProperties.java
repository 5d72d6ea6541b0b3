package org.atomizable.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.engine.Chain;
import org.atomizable.core.engine.Claimed;
import org.atomizable.core.engine.Link;
import org.atomizable.testkit.engine.SimulatedEngine.Busy;
import org.atomizable.testkit.engine.SimulatedEngine.Node;
import org.atomizable.testkit.engine.SimulatedEngine.Taken;

/** A job on an engine ends with each atom done once, whatever the engine does, and whoever starts or watches it. */
class ChainProperties {

    private static final Duration TROUBLE = Duration.ofDays(2);
    private static final Instant TROUBLE_OVER = Instant.parse("2000-01-03T00:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    private static ChainWorld.Setup drawn(Random random, long seed) {
        List<Node> nodes = new ArrayList<>();
        for (int node = 0; node <= random.nextInt(3); node++) {
            List<Busy> busy = new ArrayList<>();
            for (int it = random.nextInt(12); it > 0; it--) {
                Duration from = Duration.ofMinutes(random.nextInt(3 * 24 * 60));
                busy.add(new Busy(from, from.plusMinutes(1 + random.nextInt(600)), 1 + random.nextInt(2)));
            }
            nodes.add(new Node("node" + node, 1 + random.nextInt(2), busy));
        }
        return new ChainWorld.Setup(
                nodes,
                Duration.ofMinutes(30 + random.nextInt(200)),
                Duration.ofMinutes(5 + random.nextInt(60)),
                Duration.ofSeconds(1 + random.nextInt(90)),
                1 + random.nextInt(40),
                Duration.ofSeconds(20 + random.nextInt(400)),
                1 + random.nextInt(3),
                seed);
    }

    private static void trouble(ChainWorld world, Random random) {
        double share = random.nextInt(3) * 0.1;
        world.engine.take(method ->
                random.nextDouble() >= share ? Taken.ANSWERED : random.nextBoolean() ? Taken.LOST : Taken.UNANSWERED);
        for (int it = random.nextInt(10); it > 0; it--) {
            int kind = random.nextInt(6);
            boolean either = random.nextBoolean();
            within(world, random, () -> {
                List<String> live = List.copyOf(world.engine.live().keySet());
                String claim = live.isEmpty() ? "0" : live.get(random.nextInt(live.size()));
                switch (kind) {
                    case 0 -> lose(world, "node" + random.nextInt(2), either);
                    case 1 -> world.engine.startAgain(claim);
                    case 2 -> cancelByHand(world, claim);
                    case 3 -> world.engine.withhold(claim);
                    case 4 -> world.doom(1);
                    default -> world.start();
                }
            });
        }
        for (int it = random.nextInt(4); it > 0; it--) {
            Duration life = Duration.ofSeconds(random.nextInt(either(random, 20, 5_000)));
            within(world, random, () -> {
                VirtualProcess watcher = world.watch(new ArrayList<>());
                world.time.schedule(life, watcher::kill);
            });
        }
        world.time.schedule(TROUBLE, () -> world.engine.take(method -> Taken.ANSWERED));
    }

    private static int either(Random random, int one, int other) {
        return random.nextBoolean() ? one : other;
    }

    /** Most jobs end within hours. */
    private static void within(ChainWorld world, Random random, Runnable action) {
        world.time.schedule(Duration.ofSeconds(random.nextInt(either(random, 4 * 3600, 48 * 3600))), action);
    }

    private static void lose(ChainWorld world, String node, boolean programsLive) {
        world.engine.lose(node, programsLive);
        world.time.schedule(HOUR, () -> world.engine.repair(node));
    }

    private static void cancelByHand(ChainWorld world, String claim) {
        try {
            world.engine.cancel(claim);
        } catch (Exception e) {
            // The person sees that, and lets it be.
        }
    }

    /** A person starts the chain again when it does not run, twice at once, and cancels what is never started. */
    private static void lookAfter(ChainWorld world) throws Exception {
        for (int hours = 0; hours < 24 * 20 && world.end().isEmpty(); hours++) {
            world.time.advance(HOUR);
            boolean none = world.engine.live().isEmpty();
            if (hours % 6 == 0 && (none || hours % 12 == 0)) {
                world.start();
                world.start();
            }
            if (hours % 24 == 0 && world.time.now().isAfter(TROUBLE_OVER)) {
                for (Claimed claimed : world.engine.claims(world.chain.id())) {
                    if (claimed.why().equals("withheld")) {
                        world.engine.cancel(claimed.id());
                    }
                }
            }
        }
    }

    @Property(tries = 150, seed = "1", shrinking = ShrinkingMode.OFF)
    void aJobEndsWithEachAtomDoneOnce(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        try (ChainWorld world = new ChainWorld(drawn(random, seed))) {
            world.start();
            if (random.nextBoolean()) {
                world.time.advance(Duration.ofMillis(random.nextInt(15_000)));
            }
            world.start();
            trouble(world, random);
            lookAfter(world);
            world.check();
            assertThat(world.end().map(Link.Ended::how)).get().isIn("finished", "stuck");
            world.checkAfter(TROUBLE);
        }
    }

    /** Without faults of the engine itself, no start doubles it, and nobody has to start it again. */
    @Property(tries = 100, seed = "1", shrinking = ShrinkingMode.OFF)
    void aChainThatIsStartedOftenRunsAsOneAndLeavesNothing(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        try (ChainWorld world = new ChainWorld(drawn(random, seed))) {
            world.start();
            world.start();
            for (int it = 0; it < 20; it++) {
                within(world, random, world::start);
            }
            for (int hours = 0; hours < 24 * 20 && world.end().isEmpty(); hours++) {
                world.time.advance(HOUR);
            }
            world.check();
            assertThat(world.end().map(Link.Ended::how)).contains("finished");
            world.checkAfter(TROUBLE);
            assertThat(world.engine.live()).isEmpty();
        }
    }

    private static ChainWorld.Setup calm(long atoms, Duration atom) {
        return calm(List.of(new Node("node", 2, List.of())), atoms, atom);
    }

    private static ChainWorld.Setup calm(List<Node> nodes, long atoms, Duration atom) {
        return new ChainWorld.Setup(nodes, HOUR, Duration.ofMinutes(10), Duration.ofSeconds(5), atoms, atom, 8, 1);
    }

    private static void advanceUntil(ChainWorld world, Callable<Boolean> holds) throws Exception {
        while (!holds.call()) {
            world.time.advance(Duration.ofMillis(100));
        }
    }

    /** The time between the end of each link that let the next one start beside it, and the start of the work in that. */
    private static List<Duration> handOvers(ChainWorld world) throws IOException {
        List<Duration> gaps = new ArrayList<>();
        List<Link> links = world.chain.links();
        for (int at = 1; at < links.size(); at++) {
            Link before = links.get(at - 1);
            if (Files.exists(before.directory().resolve("hand-over.json"))) {
                gaps.add(Duration.between(
                        before.ended().orElseThrow().at(),
                        links.get(at).began().orElseThrow().at()));
            }
        }
        return gaps;
    }

    @Example
    void whileAnotherSliceIsFreeTheNextLinkIsReadyAsSoonAsOneEnds() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(200, Duration.ofSeconds(10)))) {
            world.answerAtOnce();
            world.start();
            world.checkAfter(HOUR);
            assertThat(world.committed()).isEqualTo(200);
            assertThat(handOvers(world)).hasSize(3).allMatch(it -> it.compareTo(Duration.ofSeconds(1)) < 0);
        }
    }

    @Example
    void aLinkThatIsKilledAfterItLetTheNextOneStartIsFollowedWithinAMinute() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(200, Duration.ofSeconds(10)))) {
            world.answerAtOnce();
            world.start();
            advanceUntil(world, () -> world.calls.containsKey("startNow"));
            world.time.advance(Duration.ofSeconds(10));
            Link first = world.chain.links().get(0);
            world.engine.cancel(first.asked().orElseThrow().id());
            assertThat(first.ended()).isEmpty();
            world.time.advance(Duration.ofMinutes(1));
            assertThat(world.chain.links().get(1).began()).isPresent();
            world.checkAfter(HOUR);
            assertThat(world.committed()).isEqualTo(200);
        }
    }

    @Example
    void aLinkThatDiesWhileItGetsReadyIsFollowedByAnother() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(200, Duration.ofSeconds(10)))) {
            world.answerAtOnce();
            world.start();
            advanceUntil(world, () -> world.calls.containsKey("startNow"));
            world.time.advance(Duration.ofSeconds(10));
            Link ready = world.chain.links().get(1);
            assertThat(ready.began()).isEmpty();
            world.engine.cancel(ready.asked().orElseThrow().id());
            world.checkAfter(HOUR);
            assertThat(ready.began()).isEmpty();
            assertThat(world.committed()).isEqualTo(200);
        }
    }

    /** Of a hole of a minute half is gone before the next link has its turn. */
    @Example
    void linksThatHadTooLittleLeftAtTheirTurnMakeEarlyStartsRareAndHoldNoOtherUp() throws Exception {
        List<Node> nodes = new ArrayList<>();
        Busy end = new Busy(Duration.ofSeconds(612), TROUBLE, 1);
        nodes.add(new Node("node", 1, List.of(end)));
        for (int offset = 0; offset < 120; offset += 20) {
            List<Busy> often = new ArrayList<>();
            for (int second = offset; second < 4 * 3600; second += 120) {
                often.add(new Busy(Duration.ofSeconds(second), Duration.ofSeconds(second + 10), 1));
            }
            nodes.add(new Node("short" + offset, 1, often));
        }
        try (ChainWorld world = new ChainWorld(calm(nodes, 60, Duration.ofSeconds(33)))) {
            world.answerAtOnce();
            world.start();
            world.checkAfter(HOUR);
            assertThat(world.committed()).isEqualTo(60);
            // Nearly all of about fifty would start early.
            assertThat(world.calls.get("startNow")).isLessThan(20);
        }
    }

    /** What is left for atoms is less than most of a link, or no link of a minute lives until its job is made. */
    @Example
    void aJobThatIsSlowToMakeGetsLongerLinks() throws Exception {
        for (int making : List.of(20, 70)) {
            try (ChainWorld world = slow(HOUR, making)) {
                world.check();
                assertThat(world.committed()).isEqualTo(10);
            }
        }
    }

    @Example
    void aJobThatIsSlowToMakeIsStuckWhereNoLinkMayBeLonger() throws Exception {
        try (ChainWorld world = slow(Duration.ofMinutes(1), 20)) {
            assertThat(world.end().map(Link.Ended::how)).contains("stuck");
            assertThat(world.chain.links()).hasSizeLessThan(6);
        }
    }

    @Example
    void aChainWhoseLinksEndBeforeTheJobIsMadeEndsAfterThree() throws Exception {
        try (ChainWorld world = slow(Duration.ofMinutes(1), 70)) {
            assertThat(world.chain.links()).hasSize(3);
            assertThat(world.committed()).isZero();
        }
    }

    /** Returns a world in which links of a minute at first, whose job is slow to make, have run for an hour. */
    private static ChainWorld slow(Duration longest, int making) throws Exception {
        List<Node> nodes = List.of(new Node("node", 2, List.of()));
        ChainWorld world = new ChainWorld(new ChainWorld.Setup(
                nodes, longest, Duration.ofMinutes(1), Duration.ofSeconds(5), 10, Duration.ofSeconds(40), 8, 1));
        world.makeSlowly(Duration.ofSeconds(making));
        world.start();
        world.time.advance(HOUR);
        return world;
    }

    @Example
    void noLinkStartsEarlyWhereOnlyTheSliceOfTheOneBeforeIsFree() throws Exception {
        Busy other = new Busy(Duration.ZERO, TROUBLE, 1);
        List<Node> nodes = List.of(new Node("node", 2, List.of(other)));
        try (ChainWorld world = new ChainWorld(calm(nodes, 200, Duration.ofSeconds(10)))) {
            world.start();
            world.checkAfter(HOUR);
            assertThat(world.committed()).isEqualTo(200);
            assertThat(world.calls).doesNotContainKey("startNow");
            assertThat(handOvers(world)).isEmpty();
        }
    }

    @Example
    void aDeadWatcherChangesNothing() throws Exception {
        for (int seconds = 0; seconds < 60; seconds += 8) {
            try (ChainWorld world = new ChainWorld(calm(20, Duration.ofMinutes(1)))) {
                VirtualProcess watcher = world.watch(new ArrayList<>());
                world.time.schedule(Duration.ofSeconds(seconds), watcher::kill);
                world.time.advance(Duration.ofMinutes(8));
                List<AgentResult> results = new ArrayList<>();
                world.watch(results);
                world.checkAfter(HOUR);
                assertThat(results).containsExactly(new AgentResult.Finished(20));
            }
        }
    }

    @Example
    void aLinkWorksWhileTheEngineIsSilentAndClaimsTheNextOneLater() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(60, Duration.ofSeconds(30)))) {
            world.start();
            advanceUntil(world, () -> world.chain.links().stream().anyMatch(ChainProperties::began));
            world.engine.take(method -> SimulatedEngine.Taken.LOST);
            // It commits after eight atoms.
            world.time.advance(Duration.ofMinutes(5));
            assertThat(world.committed()).isPositive();
            assertThat(world.engine.live()).hasSize(1);

            world.engine.take(method -> SimulatedEngine.Taken.ANSWERED);
            world.time.advance(Duration.ofSeconds(90));
            assertThat(world.engine.live()).hasSize(2);
            world.checkAfter(HOUR);
            assertThat(world.committed()).isEqualTo(60);
        }
    }

    /** Has this done once, while a link claims the next one, which is then lost. */
    private static void whileALinkClaims(ChainWorld world, Runnable trouble) {
        world.engine.take(method -> {
            if (!method.equals("claim") || world.engine.live().isEmpty()) {
                return Taken.ANSWERED;
            }
            world.engine.take(any -> Taken.ANSWERED);
            trouble.run();
            return Taken.LOST;
        });
    }

    @Example
    void aLinkThatIsKilledWhileItClaimsTheNextOneIsSoonFollowed() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(60, Duration.ofSeconds(30)))) {
            List<Instant> killed = new ArrayList<>();
            whileALinkClaims(world, () -> {
                world.engine.lose("node", false);
                world.engine.repair("node");
                killed.add(world.time.now());
            });
            List<AgentResult> results = new ArrayList<>();
            world.watch(results);
            advanceUntil(world, () -> !killed.isEmpty() && !world.engine.live().isEmpty());
            assertThat(Duration.between(killed.get(0), world.time.now())).isLessThan(Duration.ofMinutes(3));

            world.checkAfter(Duration.ofHours(2));
            assertThat(results).containsExactly(new AgentResult.Finished(60));
        }
    }

    @Example
    void aLinkWhoseWriterDiedAfterItsDirectoryIsSoonFollowed() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(20, Duration.ofSeconds(30)))) {
            Files.createDirectories(world.chain.directory().resolve("links/000001"));
            List<AgentResult> results = new ArrayList<>();
            world.watch(results);
            world.time.advance(Duration.ofMinutes(3));
            assertThat(world.engine.live()).isNotEmpty();

            world.checkAfter(HOUR);
            assertThat(results).containsExactly(new AgentResult.Finished(20));
        }
    }

    @Example
    void aLinkThatTheEngineStartsAgainWhileItClaimsTheNextOneIsFollowedThoughNobodyWatches() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(60, Duration.ofSeconds(30)))) {
            whileALinkClaims(
                    world,
                    () -> world.engine.requeue(
                            world.engine.live().keySet().iterator().next()));
            world.start();
            world.checkAfter(Duration.ofHours(2));
            assertThat(world.committed()).isEqualTo(60);
        }
    }

    private static Taken unlessAllotment(String method, Taken taken) {
        return method.equals("allotment") ? taken : Taken.ANSWERED;
    }

    @Example
    void aLinkThatIsNotToldItsTimeAsksAgainAndTheChainGoesOn() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(60, Duration.ofSeconds(30)))) {
            world.engine.take(method -> unlessAllotment(method, Taken.LOST));
            world.start();
            world.time.advance(Duration.ofMinutes(4));
            assertThat(world.committed()).isZero();
            world.engine.take(method -> Taken.ANSWERED);
            world.checkAfter(Duration.ofHours(2));
            assertThat(world.committed()).isEqualTo(60);
        }
    }

    @Example
    void aLinkThatTheEngineRefusesItsSliceIsFollowedByTheNext() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(60, Duration.ofSeconds(30)))) {
            world.engine.take(method -> unlessAllotment(method, Taken.REFUSED));
            world.start();
            advanceUntil(world, () -> world.chain.links().stream().anyMatch(ChainProperties::ended));
            world.engine.take(method -> Taken.ANSWERED);
            world.checkAfter(Duration.ofHours(2));
            assertThat(world.committed()).isEqualTo(60);
        }
    }

    @Example
    void aChainWhoseLinksAreAllRefusedEndsAsStuckAndSaysWhy() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(60, Duration.ofSeconds(30)))) {
            world.engine.take(method -> unlessAllotment(method, Taken.REFUSED));
            List<AgentResult> results = new ArrayList<>();
            world.watch(results);
            world.checkAfter(HOUR);
            assertThat(world.chain.links()).hasSize(Chain.MOST_IN_VAIN);
            assertThat(world.end()).get().satisfies(it -> {
                assertThat(it.how()).isEqualTo("stuck");
                assertThat(it.message()).contains("the simulated engine refuses to allotment");
            });
            assertThat(results).hasSize(1).allMatch(AgentResult.Failed.class::isInstance);
            assertThat(world.engine.live()).isEmpty();
        }
    }

    /** Slurm's commands are tried again for four minutes. */
    @Example
    void aLinkThatFinishesTheJobFreesItsSliceThoughTheEngineIsSilent() throws Exception {
        for (boolean claimed : List.of(true, false)) {
            try (ChainWorld world = new ChainWorld(calm(4, Duration.ofSeconds(15)))) {
                world.askFor(Duration.ofMinutes(4));
                world.start();
                advanceUntil(world, () -> world.chain.links().stream().anyMatch(ChainProperties::began));
                String first = world.engine.live().keySet().iterator().next();
                if (claimed) {
                    world.time.advance(Duration.ofSeconds(40));
                }
                world.engine.take(method -> Taken.LOST);
                while (world.end().isEmpty()) {
                    world.time.advance(Duration.ofSeconds(1));
                }
                world.time.advance(Duration.ofSeconds(40));
                assertThat(world.engine.live()).doesNotContainKey(first);

                world.engine.take(method -> Taken.ANSWERED);
                world.checkAfter(HOUR);
                assertThat(world.engine.live()).isEmpty();
                assertThat(world.committed()).isEqualTo(4);
            }
        }
    }

    @Example
    void aViewGoesOnWhenTheEngineAnswersAgain() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(20, Duration.ofMinutes(1)))) {
            List<AgentResult> results = new ArrayList<>();
            world.watch(results);
            advanceUntil(world, () -> world.chain.links().stream().anyMatch(ChainProperties::began));
            world.engine.take(method -> SimulatedEngine.Taken.LOST);
            world.time.advance(Duration.ofMinutes(5));
            world.engine.take(method -> SimulatedEngine.Taken.ANSWERED);
            world.time.advance(HOUR);

            assertThat(world.lines).anyMatch(it -> it.startsWith("it is asked again in a minute"));
            assertThat(results).containsExactly(new AgentResult.Finished(20));
            world.check();
        }
    }

    /** It says so. */
    @Example
    void aViewAsksASilentEngineOnceAMinuteAlsoWhereNoLinkRuns() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(20, Duration.ofMinutes(1)))) {
            world.watch(new ArrayList<>());
            advanceUntil(world, () -> !world.engine.live().isEmpty());
            world.engine.withhold(world.engine.live().keySet().iterator().next());
            world.engine.take(method -> Taken.LOST);
            world.time.advance(Duration.ofMinutes(2));
            int before = world.calls.get("claims");
            world.time.advance(Duration.ofMinutes(30));

            assertThat(world.calls.get("claims") - before).isBetween(20, 30);
            assertThat(world.lines.stream().filter(it -> it.startsWith("it is asked again in a minute")))
                    .hasSizeGreaterThan(20);
        }
    }

    /** A view claimed the next link of a chain whose claims somebody had ended. */
    @Example
    void aWithdrawnChainStaysSoUntilItIsStartedAgain() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(200, Duration.ofMinutes(1)))) {
            List<AgentResult> results = new ArrayList<>();
            world.watch(results);
            world.time.advance(HOUR);
            assertThat(world.end()).isEmpty();
            world.chain.withdraw();
            for (String id : Set.copyOf(world.engine.live().keySet())) {
                world.engine.cancel(id);
            }
            world.time.advance(HOUR);
            assertThat(world.engine.live()).isEmpty();
            assertThat(results).singleElement().isInstanceOf(AgentResult.Withdrawn.class);

            world.watch(results);
            world.time.advance(Duration.ofHours(8));
            assertThat(results).last().isEqualTo(new AgentResult.Finished(200));
            world.check();
        }
    }

    @Example
    void aViewEndsWhereNoLinkGetsAsFarAsItsBeginning() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(20, Duration.ofMinutes(1)))) {
            List<AgentResult> results = new ArrayList<>();
            world.watch(results);
            for (int second = 0; second < 3600 && results.isEmpty(); second++) {
                for (String id : Set.copyOf(world.engine.live().keySet())) {
                    world.engine.withhold(id);
                    world.engine.cancel(id);
                }
                world.time.advance(Duration.ofSeconds(1));
            }
            assertThat(results)
                    .singleElement()
                    .isInstanceOfSatisfying(
                            AgentResult.Failed.class,
                            it -> assertThat(it.message()).contains("3 links in a row ended before", "log.txt"));
            assertThat(world.chain.links()).hasSizeBetween(3, 4);
        }
    }

    @Example
    void aChainThatGainsNothingEndsAsStuckAndCancelsWhatWaits() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(50, Duration.ofHours(2)))) {
            List<AgentResult> results = new ArrayList<>();
            world.watch(results);
            world.time.advance(Duration.ofHours(5));
            assertThat(world.end().map(Link.Ended::how)).contains("stuck");
            assertThat(world.chain.links().stream().filter(ChainProperties::began))
                    .hasSize(Chain.MOST_IN_VAIN);
            assertThat(world.engine.live()).isEmpty();
            assertThat(results).hasSize(1);
            assertThat(world.chain.isToMeasureAnew(0, Duration.ofMinutes(10))).isTrue();
            assertThat(world.chain.isToMeasureAnew(0, HOUR.multipliedBy(2))).isFalse();
            // Started again, it is tried as often again.
            world.watch(results);
            world.time.advance(Duration.ofHours(5));
            assertThat(world.chain.links().stream().filter(ChainProperties::began))
                    .hasSize(2 * Chain.MOST_IN_VAIN);
            world.check();
            assertThat(results).hasSize(2);
        }
    }

    @Example
    void aChainWhoseLinksAreKilledEndsAsStuckToo() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(50, Duration.ofMinutes(1)))) {
            world.doom(1_000);
            world.start();
            world.checkAfter(Duration.ofHours(10));
            assertThat(world.end().map(Link.Ended::how)).contains("stuck");
            assertThat(world.chain.links().stream().filter(ChainProperties::began))
                    .hasSize(Chain.MOST_IN_VAIN + 1);
            assertThat(world.engine.live()).isEmpty();
        }
    }

    @Example
    void whatWasCutOffDoesNotEndTheChainThatGoesOn() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(50, Duration.ofMinutes(1)))) {
            world.start();
            world.time.advance(Duration.ofMinutes(4));
            world.engine.lose("node", true);
            world.engine.repair("node");
            for (int hours = 0; hours < 5 && world.end().isEmpty(); hours++) {
                world.time.advance(HOUR);
            }
            world.check();
            assertThat(world.end().map(Link.Ended::how)).contains("finished");
        }
    }

    @Example
    void aChainThatWasStuckIsWatchedFromItsNewStart() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(50, Duration.ofMinutes(1)))) {
            world.doom(Chain.MOST_IN_VAIN);
            world.start();
            world.time.advance(HOUR);
            assertThat(world.end().map(Link.Ended::how)).contains("stuck");
            world.start();
            world.time.advance(Duration.ofSeconds(30));
            String waits = world.engine.live().keySet().iterator().next();
            List<AgentResult> results = new ArrayList<>();
            world.watch(results);
            world.time.advance(Duration.ofMinutes(1));
            for (String claim : List.copyOf(world.engine.live().keySet())) {
                world.engine.cancel(claim);
            }
            world.checkAfter(Duration.ofHours(3));
            assertThat(waits).isNotEmpty();
            assertThat(results).containsExactly(new AgentResult.Finished(50));
        }
    }

    /** The bounds hold now; they keep an engine's load from growing unseen. */
    @Example
    void aWeekOfAThousandLinksAsksLittleOfTheEngine() throws Exception {
        try (ChainWorld world = new ChainWorld(calm(100_000, Duration.ofMinutes(1)))) {
            world.start();
            world.checkAfter(Duration.ofDays(7));
            double links = world.chain.links().size();
            System.out.printf("%.0f links, %s atoms, calls per link:", links, world.committed());
            world.calls.forEach((method, times) -> System.out.printf(" %s %.2f", method, times / links));
            System.out.printf("; least distance %s ms%n", world.leastDistance().toMillis());
            assertThat(links).isBetween(900.0, 1_100.0);
            assertThat(world.calls.values())
                    .allSatisfy(it -> assertThat(it / links).isLessThan(2.1));
            assertThat(world.calls.values().stream().mapToInt(it -> it).sum() / links)
                    .isLessThan(7);
            // None was killed at its limit.
            assertThat(world.chain.links().stream().limit((long) links - 2).filter(it -> !ended(it)))
                    .isEmpty();
            assertThat(world.committed()).isGreaterThan(8_000);
        }
    }

    /** The link after the first one finds five minutes before a job of three hours, and fits them. */
    @Example
    void theNextLinkFitsTheHoleThatThisOneLeaves() throws Exception {
        Busy planned = new Busy(Duration.ofMinutes(16), Duration.ofHours(3), 1);
        ChainWorld.Setup hole = new ChainWorld.Setup(
                List.of(new Node("node", 1, List.of(planned))),
                HOUR,
                Duration.ofMinutes(10),
                Duration.ofSeconds(5),
                100,
                Duration.ofMinutes(1),
                1,
                1);
        try (ChainWorld world = new ChainWorld(hole)) {
            world.start();
            world.checkAfter(Duration.ofMinutes(18));
            assertThat(world.chain.links().stream().filter(ChainProperties::ended))
                    .hasSize(2);
            assertThat(world.committed()).isGreaterThan(10);
        }
    }

    private static boolean ended(Link link) {
        try {
            return link.ended().isPresent();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean began(Link link) {
        try {
            return link.began().isPresent();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
