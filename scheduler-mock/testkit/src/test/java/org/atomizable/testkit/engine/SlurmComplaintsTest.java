package org.atomizable.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.engine.Chain;
import org.atomizable.core.engine.Claimed;
import org.atomizable.core.engine.Link;
import org.atomizable.testkit.engine.ChainWorld.Step;
import org.atomizable.testkit.engine.SimulatedEngine.Busy;
import org.atomizable.testkit.engine.SimulatedEngine.Node;
import org.atomizable.testkit.engine.SimulatedEngine.Taken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Users of Slurm complain in public of how long jobs go wrong there. Each test is one such complaint, and no chain has it. */
class SlurmComplaintsTest {

    private static final int ATOMS = 30;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    /** Returns a job of half an hour in links of ten minutes, on a node that nobody else uses. */
    private static ChainWorld world(int commitEvery) throws Exception {
        return world(ATOMS, commitEvery);
    }

    private static ChainWorld world(long atoms, int commitEvery) throws Exception {
        return new ChainWorld(new ChainWorld.Setup(
                List.of(new Node("node", 2, List.of())),
                HOUR,
                Duration.ofMinutes(10),
                Duration.ofSeconds(5),
                atoms,
                MINUTE,
                commitEvery,
                1));
    }

    /** Tells whether something has come. */
    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void until(ChainWorld world, Condition condition) throws Exception {
        for (Duration waited = Duration.ZERO; !condition.holds(); waited = waited.plus(SECOND)) {
            assertThat(waited).isLessThan(HOUR);
            world.time.advance(SECOND);
        }
    }

    private static void untilCommitted(ChainWorld world, long atoms) throws Exception {
        until(world, () -> world.committed() >= atoms);
    }

    /** Returns the id of what runs, or of what waits. */
    private static Optional<String> claim(ChainWorld world, boolean runs) throws Exception {
        return world.engine.claims(world.chain.id()).stream()
                .filter(it -> it.runs() == runs)
                .map(Claimed::id)
                .findFirst();
    }

    /** Waits until the next link waits behind one that runs; returns its id. */
    private static String follower(ChainWorld world) throws Exception {
        until(world, () -> claim(world, true).isPresent() && claim(world, false).isPresent());
        return claim(world, false).orElseThrow();
    }

    private static String running(ChainWorld world) throws Exception {
        return claim(world, true).orElseThrow();
    }

    private static Link.Began began(ChainWorld world, int link) throws Exception {
        return world.chain.links().get(link - 1).began().orElseThrow();
    }

    /** Checks that the chain finishes with nobody's help, in the right state. */
    private static void finishes(ChainWorld world) throws Exception {
        for (int hours = 0; hours < 10 && world.end().isEmpty(); hours++) {
            world.time.advance(HOUR);
        }
        world.check();
        assertThat(world.end().map(Link.Ended::how)).contains("finished");
        assertThat(world.engine.live()).isEmpty();
    }

    /** Returns the links that ran; the newest one may have been cancelled before. */
    private static List<Link> begun(ChainWorld world) throws Exception {
        List<Link> begun = new ArrayList<>();
        for (Link link : world.chain.links()) {
            if (link.began().isPresent()) {
                begun.add(link);
            }
        }
        assertThat(begun).hasSizeGreaterThan(2);
        return begun;
    }

    private static void endedByItself(Link link) throws Exception {
        Link.Began began = link.began().orElseThrow();
        assertThat(link.ended()).get().satisfies(it -> {
            assertThat(Duration.between(began.at(), it.at()).toMillis() / 1e3).isLessThan(began.leftSeconds());
            assertThat(it.nextAtom()).isGreaterThan(began.nextAtom());
        });
    }

    /** The links save only at their end, as a handler of a signal would. */
    @Test
    void aSaveAtTheEndThatStopsMidwayIsNeverRead() throws Exception {
        try (ChainWorld world = world(ATOMS)) {
            world.doom(2, Step.SAVE, 1);
            world.start();
            until(world, () -> world.chain.links().size() == 4);
            assertThat(began(world, 2).nextAtom()).isZero();
            assertThat(began(world, 3).nextAtom()).isZero();
            finishes(world);
        }
    }

    /** This engine never sends one. */
    @Test
    void aSignalThatNeverReachesTheProgramIsNotMissed() throws Exception {
        try (ChainWorld world = world(3)) {
            world.start();
            finishes(world);
            assertThat(begun(world)).allSatisfy(SlurmComplaintsTest::endedByItself);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-250, -100, -4, 15})
    void aLimitThatIsEarlyOrLateCostsOnlyWhatWasNotCommitted(int seconds) throws Exception {
        try (ChainWorld world = world(1)) {
            world.engine.killLate(Duration.ofSeconds(seconds));
            world.start();
            finishes(world);
            for (Link link : begun(world)) {
                Optional<Link.Ended> ended = link.ended();
                assertThat(ended.isPresent())
                        .isEqualTo(seconds >= -4
                                || ended.filter(it -> !it.goesOn()).isPresent());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void aLinkThatIsKilledInItsThirdCommitLosesAtMostThatOne(Step step) throws Exception {
        try (ChainWorld world = world(1)) {
            world.doom(1, step, 3);
            world.start();
            until(world, () -> world.chain.links().size() == 3);
            assertThat(began(world, 2).nextAtom()).isEqualTo(step == Step.COMMITTED ? 3 : 2);
            finishes(world);
        }
    }

    @Test
    void aRequeuedJobGoesOnFromTheNewestCheckpointEachTime() throws Exception {
        try (ChainWorld world = world(1)) {
            world.start();
            for (int times = 1; times <= 5; times++) {
                untilCommitted(world, 3L * times);
                world.engine.requeue(running(world));
                world.time.advance(Duration.ofSeconds(30));
                assertThat(began(world, 1).nextAtom()).isEqualTo(3L * times);
            }
            assertThat(began(world, 1).id()).isEqualTo(running(world));
            finishes(world);
        }
    }

    /** It ends twice: at first the job goes on, then it is finished. */
    @Test
    void aViewSeesThatARequeuedLinkHasFinishedTheJob() throws Exception {
        try (ChainWorld world = world(15, 1)) {
            List<AgentResult> results = new ArrayList<>();
            world.watch(results);
            until(
                    world,
                    () -> world.chain.links().size() == 2
                            && world.chain.links().get(0).ended().isPresent());
            world.engine.requeue(running(world));
            finishes(world);
            assertThat(results).containsExactly(new AgentResult.Finished(15));
        }
    }

    @Test
    void aRequeuedLinkTakesNoOtherOneWithIt() throws Exception {
        try (ChainWorld world = world(1)) {
            world.start();
            untilCommitted(world, 3);
            List<String> before = List.copyOf(world.engine.live().keySet());
            String running = running(world);
            world.engine.requeue(running);
            world.time.advance(Duration.ofMinutes(2));
            assertThat(before)
                    .hasSize(2)
                    .containsExactlyElementsOf(world.engine.live().keySet());
            assertThat(claim(world, true)).contains(running);
            finishes(world);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"preempted", "node lost", "killed at the limit"})
    void aLinkThatEndsSoIsNotTakenForDone(String how) throws Exception {
        try (ChainWorld world = world(1)) {
            List<AgentResult> results = new ArrayList<>();
            world.watch(results);
            untilCommitted(world, 3);
            switch (how) {
                case "preempted" -> world.engine.cancel(running(world));
                case "node lost" -> {
                    world.engine.lose("node", false);
                    world.engine.repair("node");
                }
                default -> world.engine.killLate(Duration.ofSeconds(-45));
            }
            while (world.committed() < ATOMS) {
                assertThat(results).isEmpty();
                world.time.advance(MINUTE);
            }
            finishes(world);
            assertThat(results).containsExactly(new AgentResult.Finished(ATOMS));
        }
    }

    @Test
    void aJobThatRunsTwiceIsAdvancedByOneOnly() throws Exception {
        try (ChainWorld world = world(1)) {
            world.start();
            for (int times = 1; times <= 3; times++) {
                long refused = times;
                untilCommitted(world, 4L * times);
                world.engine.startAgain(running(world));
                until(world, () -> takenOver(world) == refused);
            }
            finishes(world);
        }
    }

    private static long takenOver(ChainWorld world) {
        return world.lines.stream()
                .filter(it -> it.contains("has taken the job over"))
                .count();
    }

    @Test
    void aRequeuedLinkKeepsItsNumberItsLogAndTheNameOfItsChain() throws Exception {
        try (ChainWorld world = world(1)) {
            world.start();
            untilCommitted(world, 3);
            List<Link> links = world.chain.links();
            world.engine.requeue(running(world));
            untilCommitted(world, 6);
            assertThat(world.chain.links()).isEqualTo(links);
            assertThat(world.engine.live().get(running(world)).log())
                    .isEqualTo(links.get(0).log());
            finishes(world);
            assertThat(world.chain.links()).extracting(Link::log).doesNotHaveDuplicates();
            assertThat(Chain.of(links.get(0)).id()).isEqualTo(world.chain.id());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"all are killed at the limit", "the partition moves", "the engine forgets what it follows"})
    void aChainDoesNotDieWhere(String trouble) throws Exception {
        try (ChainWorld world = world(1)) {
            world.start();
            until(world, () -> claim(world, true).isPresent());
            switch (trouble) {
                case "all are killed at the limit" -> world.engine.killLate(Duration.ofSeconds(-30));
                case "the partition moves" -> {
                    world.engine.take(method -> method.equals("claim") ? Taken.REFUSED : Taken.ANSWERED);
                    world.time.schedule(Duration.ofMinutes(8), () -> world.engine.take(method -> Taken.ANSWERED));
                }
                default -> {
                    follower(world);
                    world.engine.cancel(running(world));
                }
            }
            finishes(world);
        }
    }

    @Test
    void aLinkThatIsNeverStartedIsReplacedWhenAPersonCancelsIt() throws Exception {
        try (ChainWorld world = world(1)) {
            world.watch(new ArrayList<>());
            String never = follower(world);
            world.engine.withhold(never);
            world.time.advance(HOUR);
            assertThat(world.engine.live()).containsOnlyKeys(never);
            world.engine.cancel(never);
            finishes(world);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void aNodeThatIsLostBetweenTwoLinksCostsNoAtom(int seconds) throws Exception {
        try (ChainWorld world = world(1)) {
            world.start();
            until(world, () -> claim(world, true).isPresent());
            until(world, () -> claim(world, true).isEmpty());
            world.time.advance(Duration.ofSeconds(seconds));
            assertThat(claim(world, true)).isEmpty();
            world.engine.lose("node", false);
            long committed = world.committed();
            world.time.advance(HOUR);
            world.engine.repair("node");
            finishes(world);
            assertThat(began(world, 2).nextAtom()).isEqualTo(committed).isGreaterThan(5);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 30, 200, 900})
    void aViewOnTheLoginNodeThatIsKilledIsNotNeeded(int seconds) throws Exception {
        try (ChainWorld world = world(1)) {
            VirtualProcess view = world.watch(new ArrayList<>());
            until(world, () -> !world.engine.live().isEmpty());
            world.time.advance(Duration.ofSeconds(seconds));
            view.kill();
            finishes(world);
        }
    }

    /** An administrator shortens the link while it waits. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 7})
    void aProgramKnowsTheTimeThatItReallyHas(int minutes) throws Exception {
        try (ChainWorld world = world(1)) {
            world.start();
            world.engine.shorten(follower(world), Duration.ofMinutes(minutes));
            finishes(world);
            assertThat(world.chain.links().get(1).asked())
                    .get()
                    .satisfies(it -> assertThat(it.seconds()).isEqualTo(600));
            assertThat(began(world, 2).leftSeconds()).isBetween(60.0 * minutes - 15, 60.0 * minutes);
            endedByItself(world.chain.links().get(1));
        }
    }

    @Test
    void threeViewsAndALinkAskTheControllerLessThanOnceIn15Seconds() throws Exception {
        try (ChainWorld world = world(100_000, 1)) {
            for (int views = 0; views < 3; views++) {
                world.watch(new ArrayList<>());
            }
            world.time.advance(Duration.ofHours(3));
            world.check();
            assertThat(world.committed()).isGreaterThan(140);
            assertThat(world.calls.values().stream().mapToInt(it -> it).sum()).isLessThan(3 * 60 * 4);
        }
    }

    @Test
    void aLinkInAContainerWithoutSlurmsCommandsRunsAndAViewClaimsTheNext() throws Exception {
        try (ChainWorld world = world(1)) {
            world.contain();
            world.watch(new ArrayList<>());
            finishes(world);
            assertThat(begun(world)).allSatisfy(SlurmComplaintsTest::endedByItself);
            assertThat(world.lines.stream().filter(it -> it.startsWith("could not claim the next link")))
                    .hasSizeLessThanOrEqualTo(world.chain.links().size());
        }
    }

    /** A chain that asks for an hour runs in holes of four minutes, also if there is none when it is started or when a link ends. */
    @Test
    void aLinkThatWaitsTakesTheFirstHoleInsteadOfItsTurn() throws Exception {
        List<Busy> planned = new ArrayList<>();
        for (int minutes = 0; minutes < 600; minutes += 10) {
            planned.add(new Busy(Duration.ofMinutes(minutes), Duration.ofMinutes(minutes + 6), 1));
        }
        try (ChainWorld world = new ChainWorld(new ChainWorld.Setup(
                List.of(new Node("node", 1, planned)),
                HOUR,
                HOUR,
                Duration.ofSeconds(2),
                8,
                SECOND.multipliedBy(25),
                1,
                1))) {
            world.start();
            world.time.advance(HOUR);
            world.check();
            assertThat(world.end().map(Link.Ended::how)).contains("finished");
        }
    }
}
