package org.atomizable.scheduler.market.pressure;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.api.Shrinkable.Pressure.Level;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.PressureOrder;
import org.atomizable.scheduler.node.airlock.AirlockAction;
import org.atomizable.scheduler.node.airlock.OomScores;
import org.atomizable.scheduler.node.airlock.Resident;
import org.atomizable.scheduler.node.pressure.PressureReading;
import org.atomizable.scheduler.node.pressure.WatchedMemory;

/** Tells holders of grants what the airlock decided. Guarded by the market's lock. */
final class PressureOrders {

    /** Smaller changes of a rank are not told: they come with every heartbeat. */
    private static final int RANK_STEP = 20;

    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final Mailbox mailbox;
    private final Map<String, Integer> ranks = new HashMap<>();

    /** Makes one that writes to this mailbox. */
    PressureOrders(Mailbox mailbox) {
        this.mailbox = mailbox;
    }

    void send(AirlockAction action, Lease lease, Level level, Instant now) {
        String grant = lease.grant().id();
        PressureOrder.Kind kind = PressureOrder.Kind.valueOf(action.kind().name());
        boolean asks = kind == PressureOrder.Kind.SHRINK || kind == PressureOrder.Kind.SUSPEND;
        mailbox.pressed(
                lease.job(),
                asks
                        ? PressureOrder.of(grant, kind, level, wanted(action), within(action, now))
                        : PressureOrder.of(grant, kind));
    }

    /** A worker's bytes count in each of its memories, so the largest amount is asked for, and not their sum. */
    private static Bytes wanted(AirlockAction action) {
        return action.amounts().values().stream().reduce(Bytes.ZERO, Bytes::max);
    }

    private static Duration within(AirlockAction action, Instant now) {
        Duration left = action.deadline().map(it -> Duration.between(now, it)).orElse(SHORTEST);
        return left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
    }

    /** Tells workers in which order the kernel's killer shall take them, where the host's memory is read. */
    void rank(List<Resident> residents, Map<String, Lease> grants, PressureReading reading) {
        reading.memory(WatchedMemory.HOST)
                .ifPresent(host -> OomScores.of(residents, host.capacity())
                        .adjustments()
                        .forEach((job, score) -> rank(job, score, grants)));
    }

    private void rank(String job, int score, Map<String, Lease> grants) {
        Lease lease = grants.get(job);
        Integer before = ranks.get(job);
        if (lease != null && (before == null || Math.abs(before - score) >= RANK_STEP)) {
            ranks.put(job, score);
            mailbox.pressed(job, PressureOrder.rank(lease.grant().id(), score));
        }
    }

    /** The next worker of a job has to be told again. */
    void forget(String job) {
        ranks.remove(job);
    }
}
