package org.atomizable.lab.chaos;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;

/** Decides what goes wrong next, and puts right what must not last. Used by one thread. */
final class Nemesis {

    /** The calendar may be wrong by so much, in either direction. */
    static final Duration MOST_OFF = Duration.ofSeconds(1);

    private static final int MEAN_MILLIS_BETWEEN = 1500;
    private static final int MOST_MILLIS_DOWN = 2500;
    private static final int MOST_MILLIS_FULL = 4000;

    private final TestCluster testCluster;
    private final SplittableRandom chance;
    private final Map<Fault, Integer> counts;
    private final TimeSource time = TimeSource.system();
    private Instant next;
    private Optional<Instant> schedulerBack = Optional.empty();
    private Optional<Instant> diskFree = Optional.empty();
    private boolean clockOff;

    Nemesis(TestCluster testCluster, SplittableRandom chance, Map<Fault, Integer> counts) {
        this.testCluster = testCluster;
        this.chance = chance;
        this.counts = counts;
        this.next = time.now();
    }

    /** Does what is due. */
    void act(List<ManagedProcess> players) throws IOException, InterruptedException, AtomizableException {
        Instant now = time.now();
        mend(now);
        if (now.isBefore(next)) {
            return;
        }
        next = now.plusMillis(1 + chance.nextInt(2 * MEAN_MILLIS_BETWEEN));
        ManagedProcess victim = players.get(chance.nextInt(players.size()));
        switch (chance.nextInt(5)) {
            case 0 -> killScheduler(now);
            case 1 -> count(Fault.AGENT_KILLED, victim.killAgent());
            case 2 -> count(Fault.WORKER_KILLED, victim.killWorker());
            case 3 -> fillDisk(now);
            default -> stepClock();
        }
    }

    /** Puts everything right again. */
    void leave() throws IOException, InterruptedException, AtomizableException {
        mend(Instant.MAX);
        testCluster.setClockOff(Duration.ZERO);
    }

    private void mend(Instant now) throws IOException, InterruptedException, AtomizableException {
        if (schedulerBack.filter(it -> !it.isAfter(now)).isPresent()) {
            testCluster.startScheduler();
            schedulerBack = Optional.empty();
        }
        if (diskFree.filter(it -> !it.isAfter(now)).isPresent()) {
            testCluster.fillDisk(false);
            diskFree = Optional.empty();
        }
    }

    private void killScheduler(Instant now) throws InterruptedException {
        if (schedulerBack.isEmpty()) {
            testCluster.killScheduler();
            // A new process begins without the limit that stood for the full disk.
            diskFree = Optional.empty();
            schedulerBack = Optional.of(now.plusMillis(chance.nextInt(MOST_MILLIS_DOWN)));
            counts.merge(Fault.SCHEDULER_KILLED, 1, Integer::sum);
        }
    }

    private void fillDisk(Instant now) throws IOException, InterruptedException {
        if (schedulerBack.isEmpty() && diskFree.isEmpty()) {
            diskFree = Optional.of(now.plusMillis(500 + chance.nextInt(MOST_MILLIS_FULL)));
            count(Fault.DISK_FULL, testCluster.fillDisk(true));
        }
    }

    private void stepClock() throws IOException {
        long most = MOST_OFF.toMillis();
        testCluster.setClockOff(clockOff ? Duration.ZERO : Duration.ofMillis(chance.nextLong(-most, most + 1)));
        clockOff = !clockOff;
        counts.merge(Fault.CLOCK_STEP, 1, Integer::sum);
    }

    private void count(Fault fault, boolean happened) {
        if (happened) {
            counts.merge(fault, 1, Integer::sum);
        }
    }
}
