package org.atomizable.scheduler.market.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.market.event.PressureOrder;
import org.atomizable.scheduler.market.pressure.PressedNode.Made;

/** Surges of memory on a node, seen from outside of its market. */
class MemoryPressureProperties {

    private static final long GIB = Bytes.gibi(1).count();

    /** Longest answer, one freeze that waits for jobs of less worth, and what polling adds. */
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(22);

    private static final Duration LONGEST_SUSPENSION = Duration.ofMillis(60_200);

    @Property(tries = 80)
    void jobsGiveWayInOrderAndAllEnd(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        PressedNode node = new PressedNode();
        int count = 3 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            node.register(made("job" + i, i, random, random.nextInt(8) == 0));
        }
        for (int surge = 0; surge < 3; surge++) {
            node.time.advance(Duration.ofMillis(2000 + random.nextInt(6000)));
            long height = (long) ((5 + random.nextInt(20)) * GIB);
            for (int step = 1; step <= 10; step++) {
                node.others = height * step / 10;
                node.time.advance(Duration.ofMillis(100 + random.nextInt(500)));
            }
            node.time.advance(Duration.ofMillis(random.nextInt(40_000)));
            node.others = 0;
        }
        node.time.advance(Duration.ofMinutes(20));

        assertThat(node.finished).as("jobs that finished").hasSize(count).doesNotHaveDuplicates();
        assertThat(node.told)
                .filteredOn(it -> it.order().kind() == PressureOrder.Kind.SUSPEND
                        || it.order().kind() == PressureOrder.Kind.KILL)
                .as("no job is disturbed while one of less worth could go")
                .allSatisfy(it -> assertThat(it.lesser()).as(it.toString()).isEmpty());
        assertRungsAreBounded(node.market.pressure());
    }

    private static Made made(String name, int priority, Random random, boolean deaf) {
        long base = (1 + random.nextInt(5)) * GIB;
        long elastic = random.nextBoolean() ? random.nextInt(3) * GIB : 0;
        return new Made(name, priority, 100 + random.nextInt(300), base, elastic, deaf);
    }

    private static void assertRungsAreBounded(List<PressureRecord> log) {
        Map<String, List<PressureRecord>> byJob = new HashMap<>();
        log.forEach(it -> it.job()
                .ifPresent(job ->
                        byJob.computeIfAbsent(job, key -> new ArrayList<>()).add(it)));
        byJob.values().forEach(records -> {
            for (int i = 0; i + 1 < records.size(); i++) {
                Duration took =
                        Duration.between(records.get(i).at(), records.get(i + 1).at());
                switch (records.get(i).did()) {
                    case "SUSPEND" ->
                        assertThat(took)
                                .as(records.get(i) + " to " + records.get(i + 1))
                                .isLessThanOrEqualTo(LONGEST_REQUEST);
                    case "SUSPENDED" ->
                        assertThat(took)
                                .as(records.get(i) + " to " + records.get(i + 1))
                                .isLessThanOrEqualTo(LONGEST_SUSPENSION);
                    default -> {
                        // Bounded by what follows them.
                    }
                }
            }
        });
    }

    @Property(tries = 30)
    void nothingIsGrantedWhileOffersAreClosedButToJobsThatAreCalledBack(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        PressedNode node = new PressedNode();
        for (int i = 0; i < 4; i++) {
            node.register(made("job" + i, i, random, false));
        }
        node.time.advance(Duration.ofSeconds(3));
        node.others = (18 + random.nextInt(9)) * GIB;
        node.time.advance(Duration.ofSeconds(2));
        List<PressureRecord> closed = node.market.pressure();
        Instant from = node.time.now();
        node.time.advance(Duration.ofSeconds(20));
        boolean open = closed.stream()
                        .filter(it -> it.did().endsWith("_OFFERS"))
                        .reduce((first, last) -> last)
                        .map(it -> it.did().equals("OPEN_OFFERS"))
                        .orElse(true)
                || node.market.pressure().stream()
                        .anyMatch(
                                it -> it.did().equals("OPEN_OFFERS") && it.at().isAfter(from));
        if (!open) {
            long granted = node.market.jobs().stream()
                    .filter(job -> node.market.timeline(new Interval(from, node.time.now())).stream()
                            .anyMatch(span -> span.time().from().isAfter(from)
                                    && span.label().equals(job.request().name())))
                    .filter(job -> node.market.pressure().stream()
                            .filter(it -> it.job().equals(Optional.of(job.id())))
                            .noneMatch(
                                    it -> it.did().equals("RESUME") || it.did().equals("READDRESS")))
                    .count();
            assertThat(granted).isZero();
        }
    }

    @Property(tries = 20)
    void aSchedulerThatStartsAgainInTheMiddleGoesOn(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        PressedNode node = new PressedNode();
        for (int i = 0; i < 4; i++) {
            node.register(made("job" + i, i, random, random.nextInt(5) == 0));
        }
        node.time.advance(Duration.ofSeconds(3));
        node.others = (10 + random.nextInt(17)) * GIB;
        node.time.advance(Duration.ofMillis(random.nextInt(15_000)));
        List<PressureRecord> before = node.market.pressure();
        node.restartScheduler();
        assertThat(node.market.pressure().subList(0, before.size())).isEqualTo(before);
        node.time.advance(Duration.ofMillis(random.nextInt(15_000)));
        node.others = 0;
        node.time.advance(Duration.ofMinutes(20));
        assertThat(node.finished).hasSize(4).doesNotHaveDuplicates();
    }

    /** Its first heartbeat comes after its first atom. */
    @Example
    void aJobThatHasNotToldItsMemoryYetGivesWay() throws Exception {
        PressedNode node = new PressedNode();
        node.register(new Made("job", 1, 100, GIB, 0, false));
        while (node.market.jobs().get(0).claimed().isEmpty()) {
            node.time.advance(Duration.ofMillis(10));
        }
        node.others = 29 * GIB;
        node.time.advance(Duration.ofMillis(200));
        assertThat(node.told).anyMatch(it -> it.order().kind() == PressureOrder.Kind.SUSPEND);
    }
}
