package org.atomizable.scheduler.node.airlock;

import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.node.pressure.WatchedMemory;

/** The rungs that make memory free: shrink, suspend, freeze, kill. Each takes jobs of least worth first. */
final class Relief {

    private final Round round;
    private final AirlockRules rules;
    private final Instant now;

    Relief(Round round) {
        this.round = round;
        this.rules = round.rules();
        this.now = round.now();
    }

    /** Asks elastic jobs for what is missing. */
    void shrink() {
        Shortage shortage = round.above(rules.marks().watch());
        for (Occupant each : round.ascending()) {
            Map<String, Bytes> elastic = each.resident().memory().shrinkable();
            if (each.state() == ResidentState.RUNNING
                    && each.shrinking(now).isEmpty()
                    && each.shrinks() < rules.requests().shrinks()
                    && shortage.helped(elastic)) {
                SortedMap<String, Bytes> wanted = shortage.wanted(elastic);
                round.shrink(
                        each, wanted, "%s must become free, and this job can give back memory".formatted(shortage));
                shortage.take(wanted);
            }
        }
    }

    /**
     * Asks jobs to leave until nothing is missing. A job that has only just resumed is waited for: no job of more worth
     * leaves in its place.
     *
     * @return whether a job was asked, or is waited for, or nothing is missing
     */
    boolean suspend() {
        Shortage shortage = round.above(rules.marks().watch());
        boolean some = shortage.isOver()
                || round.in(ResidentState.SUSPENDING).findAny().isPresent();
        for (Occupant each : round.ascending()) {
            if (mayLeave(each) && shortage.helped(each.resident().memory().reclaimable())) {
                if (each.resting(now, rules.requests().rest())) {
                    return true;
                }
                suspendFor(each, shortage);
                some = true;
            }
        }
        return some;
    }

    private static boolean mayLeave(Occupant occupant) {
        return occupant.state() == ResidentState.RUNNING || occupant.state() == ResidentState.RESUMING;
    }

    private void suspendFor(Occupant occupant, Shortage shortage) {
        round.suspend(
                occupant,
                "%s must become free, and of the jobs that can help this one has the least worth (%s)"
                        .formatted(shortage, occupant.resident().worth()));
        shortage.take(occupant.resident().memory().reclaimable());
    }

    /** Freezes jobs that did not answer; kills them if memory is still missing when the time for that is over. */
    void overdue() {
        for (Occupant each : round.in(ResidentState.SUSPENDING).toList()) {
            if (each.frozen().isPresent()) {
                if (!now.isBefore(
                        each.frozen().orElseThrow().plus(rules.requests().frozen()))) {
                    killOrThaw(each);
                }
            } else if (!now.isBefore(each.deadline())) {
                if (round.aboveBefore(each, rules.marks().watch()).isOver()) {
                    round.carryOn(each, "it did not answer in time, and there is memory enough by now");
                } else {
                    round.freeze(each, "it did not leave within the time given; frozen, it allocates no more");
                }
            }
        }
    }

    private void killOrThaw(Occupant silent) {
        Shortage shortage = round.aboveBefore(silent, rules.marks().watch());
        for (Occupant each : round.ascending()) {
            if (mayLeave(each)
                    && each.resident().worth().compareTo(silent.resident().worth()) < 0
                    && shortage.helped(each.resident().memory().reclaimable())) {
                if (each.resting(now, rules.requests().rest())) {
                    return;
                }
                suspendFor(each, shortage);
            }
        }
        if (shortage.isOver()) {
            round.carryOn(silent, "there is memory enough without it by now");
        } else if (lessWorthLeaves(silent)) {
            // It stays frozen: they have an answer or are overdue themselves before long.
            return;
        } else if (shortage.helped(silent.resident().memory().held())) {
            round.end(
                    silent,
                    "it ignored the request to leave, was frozen, and %s must still become free".formatted(shortage));
        } else {
            round.carryOn(silent, "its end would not free what is missing (%s)".formatted(shortage));
        }
    }

    private boolean lessWorthLeaves(Occupant silent) {
        Shortage shortage = round.aboveButEnding(rules.marks().watch());
        return round.in(ResidentState.SUSPENDING)
                .anyMatch(
                        it -> it.resident().worth().compareTo(silent.resident().worth()) < 0
                                && shortage.helped(it.resident().memory().held()));
    }

    /** Ends processes until the pressure would be below critical. */
    void kill() {
        Shortage shortage = round.aboveButEnding(rules.marks().pressure());
        for (Occupant each : round.ascending()) {
            boolean alive =
                    each.state() != ResidentState.RECLAIMING && !each.state().ended();
            if (alive && shortage.helped(each.resident().memory().held())) {
                round.end(
                        each,
                        "memory is critical, %s must become free at once, and of the jobs that hold it this one has the least worth (%s)"
                                .formatted(shortage, each.resident().worth()));
                shortage.take(each.resident().memory().held());
            }
        }
    }

    /** Ends what failed, and tries again to end processes that are still there. */
    void endAgain() {
        round.in(ResidentState.RECLAIMING)
                .filter(it -> !now.isBefore(it.deadline())
                        && it.kills() < rules.endings().attempts())
                .toList()
                .forEach(it -> round.endAgain(
                        it,
                        it.kills() == 0
                                ? "it could not be restored here, or no other node took it"
                                : "its process has not ended in time; attempt " + (it.kills() + 1)));
    }

    /** Returns whether a request of this round was made while the stalls of the host asked for it. */
    boolean askedForStalls() {
        return round.reading().stallPressure() > rules.marks().watch()
                && round.actions().stream().anyMatch(it -> it.amounts().containsKey(WatchedMemory.HOST));
    }
}
