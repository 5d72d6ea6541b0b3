package org.atomizable.scheduler.node.airlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.atomizable.api.Shrinkable.Pressure.Level;
import org.atomizable.scheduler.node.airlock.AirlockAction.Kind;
import org.atomizable.scheduler.node.airlock.ModelNode.ModelJob;

/** What holds on a node whatever its jobs, its surges and their answers are. */
class AirlockProperties {

    private static final int TRIES = 20;
    private static final AirlockRules RULES = AirlockRules.DEFAULT;
    /** Most surges end before 60 s: where waits end matters, they have to be short. */
    private static final AirlockRules HURRIED = hurried(Optional.of(Duration.ofSeconds(2)));

    private static final AirlockRules UNMOVED = hurried(Optional.empty());
    private static final Duration LONGEST_STEP = Duration.ofMillis(120);

    /** Sees a node after each decision, with what was decided. */
    private interface Check {
        void after(ModelNode node, List<AirlockAction> actions);
    }

    private static AirlockRules hurried(Optional<Duration> move) {
        AirlockRules.Waits waits = new AirlockRules.Waits(
                Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofSeconds(6), move, Duration.ofSeconds(60));
        return new AirlockRules(RULES.marks(), RULES.requests(), waits, RULES.endings());
    }

    private static ModelNode story(long seed, double silent, Check check) {
        return story(seed, silent, RULES, check);
    }

    private static ModelNode story(long seed, double silent, AirlockRules rules, Check check) {
        Random random = new Random(seed);
        ModelNode node = new ModelNode(rules, random);
        int born = 0;
        boolean oneMemory = random.nextBoolean();
        double surge = 0;
        Instant end = node.now.plusSeconds(200);
        while (node.now.isBefore(end)) {
            if (random.nextInt(300) == 0) {
                surge = random.nextDouble() * 0.95;
            }
            if (random.nextInt(200) == 0) {
                surge = 0;
            }
            for (String memory : ModelNode.MEMORIES) {
                long wanted = memory.equals("host") && oneMemory ? 0 : (long) (surge * ModelNode.CAPACITY);
                long before = node.others.getOrDefault(memory, 0L);
                node.others.put(memory, before + (wanted - before) / 8);
            }
            node.jobs.values().forEach(it -> it.spike = random.nextInt(20) == 0 ? random.nextDouble() : it.spike / 2);
            if (node.airlock.offers() && node.jobs.size() < 12 && random.nextInt(10) == 0) {
                ModelJob job = new ModelJob("j" + born++, random, node.now, silent);
                if (oneMemory) {
                    job.plateau.put("host", 0L);
                    job.peak.put("host", 0L);
                    job.elastic.put("host", 0L);
                    job.plateau.merge("gpu", 100L, Long::sum);
                    job.peak.merge("gpu", 100L, Long::sum);
                }
                if (ModelNode.MEMORIES.stream().allMatch(it -> promised(node, it, job) <= ModelNode.CAPACITY)) {
                    node.add(job);
                }
            }
            check.after(node, node.step(Duration.ofMillis(1 + random.nextInt((int) LONGEST_STEP.toMillis() - 1))));
        }
        return node;
    }

    /** Peaks of all that run or were told to, of one more job, and what others use. */
    private static long promised(ModelNode node, String memory, ModelJob more) {
        long sum = node.others.getOrDefault(memory, 0L);
        for (ModelJob each : node.jobs.values()) {
            boolean awake =
                    node.airlock.state(each.name).orElse(ResidentState.DEAD).awake();
            sum += awake || each == more
                    ? Math.max(each.holds(memory), each.peak.getOrDefault(memory, 0L))
                    : each.holds(memory);
        }
        return node.jobs.containsKey(more.name) ? sum : sum + more.peak.getOrDefault(memory, 0L);
    }

    private static boolean one(ModelNode node) {
        return node.jobs.values().stream().allMatch(it -> it.peak.getOrDefault("host", 0L) == 0);
    }

    @Property(tries = TRIES)
    void noJobIsDisturbedWhileOneOfLessWorthCouldBe(@ForAll long seed) {
        story(seed, 0.1, (node, actions) -> {
            if (!one(node)) {
                return;
            }
            for (AirlockAction action : actions) {
                if (action.kind() == Kind.SUSPEND || action.kind() == Kind.KILL) {
                    ModelJob disturbed = node.jobs.get(action.job().orElseThrow());
                    boolean killed = action.kind() == Kind.KILL;
                    assertThat(node.jobs.values())
                            .as("%s at %s", action, node.now)
                            .noneMatch(it -> it.worth.compareTo(disturbed.worth) < 0
                                    && it.holds("gpu") > 0
                                    && spared(node, it, killed));
                }
            }
        });
    }

    private static boolean spared(ModelNode node, ModelJob job, boolean killed) {
        ResidentState state = node.airlock.state(job.name).orElse(ResidentState.DEAD);
        return killed ? state.awake() : state == ResidentState.RUNNING || state == ResidentState.RESUMING;
    }

    @Property(tries = TRIES)
    void nothingIsReclaimedThatWouldFitWithoutThoseOfLessWorth(@ForAll long seed) {
        story(seed, 0, (node, actions) -> {
            for (AirlockAction action : actions) {
                if (action.kind() == Kind.RECLAIM && action.cause().contains("was suspended for")) {
                    ModelJob ended = node.jobs.get(action.job().orElseThrow());
                    List<ModelJob> less = node.jobs.values().stream()
                            .filter(it -> it.worth.compareTo(ended.worth) < 0)
                            .filter(it -> node.airlock.state(it.name).equals(Optional.of(ResidentState.RUNNING)))
                            .toList();
                    assertThat(less.isEmpty()
                                    || ModelNode.MEMORIES.stream()
                                            .anyMatch(memory -> promised(node, memory, ended)
                                                            + ended.peak.getOrDefault(memory, 0L)
                                                            - less.stream()
                                                                    .mapToLong(it -> Math.max(
                                                                            it.holds(memory),
                                                                            it.peak.getOrDefault(memory, 0L)))
                                                                    .sum()
                                                    > 0.85 * ModelNode.CAPACITY))
                            .as("%s beside %s", action, less.size())
                            .isTrue();
                }
            }
        });
    }

    @Property(tries = TRIES)
    void everySuspendedJobLeavesInTime(@ForAll long seed) {
        Map<String, Instant> since = new HashMap<>();
        story(seed, 0.1, HURRIED, (node, actions) -> {
            for (ModelJob each : node.jobs.values()) {
                ResidentState state = node.airlock.state(each.name).orElse(ResidentState.DEAD);
                if (state == ResidentState.SUSPENDED || state == ResidentState.READDRESSING) {
                    Instant from = since.computeIfAbsent(each.name, it -> node.now);
                    assertThat(Duration.between(from, node.now))
                            .isLessThanOrEqualTo(HURRIED.waits().most().plus(LONGEST_STEP));
                } else {
                    since.remove(each.name);
                }
            }
        });
    }

    @Property(tries = TRIES)
    void noJobIsMovedWhereNoneMayBe(@ForAll long seed) {
        ModelNode node = story(seed, 0.1, UNMOVED, (its, actions) -> {});
        assertThat(node.of(Kind.READDRESS)).isEmpty();
    }

    @Property(tries = TRIES)
    void noJobIsAskedTwiceAtOnceOrMoreThanOnceASecondOrMovedTwice(@ForAll long seed) {
        Map<String, Instant> asked = new HashMap<>();
        Map<String, Instant> shrinking = new HashMap<>();
        Map<String, Integer> moves = new HashMap<>();
        story(seed, 0.1, (node, actions) -> {
            for (AirlockAction action : actions) {
                String job = action.job().orElse("");
                if (action.kind() == Kind.SUSPEND) {
                    assertThat(asked.getOrDefault(job, Instant.MIN).isBefore(node.now.minusMillis(999)))
                            .isTrue();
                    asked.put(job, node.now);
                } else if (action.kind() == Kind.SHRINK) {
                    assertThat(node.now).isAfterOrEqualTo(shrinking.getOrDefault(job, Instant.MIN));
                    assertThat(node.airlock.state(job)).isNotEqualTo(Optional.of(ResidentState.SUSPENDED));
                    if (node.jobs.get(job).silent) {
                        shrinking.put(job, action.deadline().orElseThrow());
                    }
                } else if (action.kind() == Kind.READDRESS) {
                    assertThat(moves.merge(job, 1, Integer::sum)).isEqualTo(1);
                }
            }
            assertThat(actions.stream()
                            .filter(it -> it.kind() == Kind.SUSPEND || it.kind() == Kind.SHRINK)
                            .filter(it -> it.kind() == Kind.SUSPEND)
                            .map(it -> it.job().orElseThrow()))
                    .doesNotHaveDuplicates();
        });
    }

    @Property(tries = TRIES)
    void whatIsFreedIsEnoughOrEveryJobThatCouldHelpWasAsked(@ForAll long seed) {
        story(seed, 0.1, (node, actions) -> {
            if (node.airlock.level().compareTo(Level.PRESSURE) < 0 || !one(node)) {
                return;
            }
            long leaving = node.jobs.values().stream()
                    .filter(it -> {
                        ResidentState state = node.airlock.state(it.name).orElse(ResidentState.DEAD);
                        return state == ResidentState.SUSPENDING || state == ResidentState.RECLAIMING;
                    })
                    .mapToLong(it -> it.holds("gpu"))
                    .sum();
            long shrinking = node.jobs.values().stream()
                    .mapToLong(it -> it.elastic.getOrDefault("gpu", 0L))
                    .sum();
            boolean enough = node.used("gpu") - leaving - shrinking <= 0.85 * ModelNode.CAPACITY;
            boolean allAsked = node.jobs.values().stream()
                    .noneMatch(it -> node.airlock.state(it.name).equals(Optional.of(ResidentState.RUNNING))
                            && it.holds("gpu") > 0);
            boolean resting = node.done.stream()
                    .anyMatch(it ->
                            (it.action().kind() == Kind.RESUME || it.action().kind() == Kind.CARRY_ON)
                                    && it.at().isAfter(node.now.minusSeconds(3)));
            assertThat(enough || allAsked || resting).isTrue();
        });
    }

    @Property(tries = TRIES)
    void aSilentJobIsFrozenThenKilledOrThawedWithinItsBounds(@ForAll long seed) {
        Map<String, Instant> asked = new HashMap<>();
        Map<String, Instant> frozen = new HashMap<>();
        // Jobs of less worth may have to rest, to answer, and to be frozen before.
        Duration slack = RULES.requests()
                .rest()
                .plus(RULES.requests().answer().most())
                .plus(RULES.requests().frozen())
                .plus(LONGEST_STEP);
        story(seed, 0.7, (node, actions) -> {
            for (AirlockAction action : actions) {
                String job = action.job().orElse("");
                switch (action.kind()) {
                    case SUSPEND -> asked.put(job, action.deadline().orElseThrow());
                    case FREEZE -> {
                        assertThat(node.now).isAfterOrEqualTo(asked.get(job));
                        frozen.put(job, node.now);
                    }
                    case KILL -> {
                        assertThat(action.cause().contains("critical")
                                        || frozen.containsKey(job)
                                        || !action.cause().contains("ignored"))
                                .isTrue();
                        asked.remove(job);
                        frozen.remove(job);
                    }
                    case CARRY_ON -> {
                        asked.remove(job);
                        frozen.remove(job);
                    }
                    default -> {
                        // Of no interest here.
                    }
                }
            }
            asked.keySet().removeIf(it -> !node.airlock.state(it).equals(Optional.of(ResidentState.SUSPENDING)));
            frozen.keySet().retainAll(asked.keySet());
            asked.forEach((job, deadline) -> assertThat(
                            frozen.containsKey(job) || !node.now.isAfter(deadline.plus(LONGEST_STEP)))
                    .isTrue());
            frozen.forEach((job, since) -> assertThat(Duration.between(since, node.now))
                    .isLessThanOrEqualTo(RULES.requests().frozen().plus(slack).plusMillis(500)));
        });
    }

    @Property(tries = TRIES)
    void whatRunsAndWhatIsToldToResumeFitsTogether(@ForAll long seed) {
        story(seed, 0.1, (node, actions) -> {
            for (AirlockAction action : actions) {
                if (action.kind() == Kind.RESUME) {
                    ModelJob job = node.jobs.get(action.job().orElseThrow());
                    for (String memory : ModelNode.MEMORIES) {
                        if (job.peak.getOrDefault(memory, 0L) > 0) {
                            assertThat(promised(node, memory, job)).isLessThanOrEqualTo(ModelNode.CAPACITY);
                        }
                    }
                    assertThat(node.jobs.values().stream()
                                    .filter(it ->
                                            node.airlock.state(it.name).equals(Optional.of(ResidentState.RESUMING))))
                            .hasSize(1);
                    assertThat(node.jobs.values())
                            .noneMatch(it -> it.worth.compareTo(job.worth) > 0
                                    && node.airlock.state(it.name).equals(Optional.of(ResidentState.SUSPENDED)));
                }
            }
        });
    }

    /** The stories are worth telling: every kind of action occurs in them. */
    @Property(tries = 1)
    void everyRungIsUsed() {
        Map<Kind, Integer> count = new HashMap<>();
        List<AirlockAction> all = new ArrayList<>();
        for (long seed = 0; seed < 20; seed++) {
            story(seed, 0.2, (node, actions) -> all.addAll(actions));
        }
        all.forEach(it -> count.merge(it.kind(), 1, Integer::sum));
        assertThat(count.keySet()).containsExactlyInAnyOrder(Kind.values());
        assertThat(all).allMatch(it -> !it.cause().isBlank());
        List<AirlockAction> hurried = new ArrayList<>();
        for (long seed = 0; seed < 20; seed++) {
            story(seed, 0.2, HURRIED, (node, actions) -> hurried.addAll(actions));
        }
        assertThat(hurried).anyMatch(it -> it.cause().contains("the most that is allowed"));
    }
}
