package org.atomizable.scheduler.node.airlock;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The rungs for jobs that are suspended: resume in place, make room, move, reclaim. The job of most worth is first. */
final class Recovery {

    private final Round round;
    private final AirlockRules rules;
    private final Instant now;

    Recovery(Round round) {
        this.round = round;
        this.rules = round.rules();
        this.now = round.now();
    }

    /** Ends what took too long. */
    void endOverdue() {
        for (Occupant each : round.ascending()) {
            if (each.state() == ResidentState.SUSPENDED
                    && !now.isBefore(each.away().plus(rules.waits().most()))) {
                round.end(each, "it was suspended for %s, the most that is allowed".formatted(text(each)));
            } else if (each.state() == ResidentState.READDRESSING && !now.isBefore(each.deadline())) {
                round.end(each, "no other node took it in time");
            } else if (each.state() == ResidentState.RESUMING && !now.isBefore(each.deadline())) {
                round.end(
                        each,
                        "it did not run again within %s".formatted(rules.waits().resume()));
            }
        }
    }

    private String text(Occupant occupant) {
        return Duration.between(occupant.away(), now).toString();
    }

    /** Lets the suspended job of most worth go on if its peak fits; no other job overtakes it. */
    void resume() {
        if (round.in(ResidentState.RESUMING).findAny().isPresent()
                || round.in(ResidentState.SUSPENDING).findAny().isPresent()) {
            return;
        }
        first().filter(it -> fits(it, List.of()))
                .ifPresent(it -> round.resume(
                        it,
                        "there is room for its peak, and of the suspended jobs it has the most worth (%s)"
                                .formatted(it.resident().worth())));
    }

    private Optional<Occupant> first() {
        List<Occupant> suspended =
                new ArrayList<>(round.in(ResidentState.SUSPENDED).toList());
        Collections.reverse(suspended);
        return suspended.stream().findFirst();
    }

    private boolean fits(Occupant occupant, List<Occupant> gone) {
        return Room.fits(round, occupant, gone);
    }

    /**
     * Asks jobs of less worth to leave if the first suspended one has waited its time and would fit then.
     */
    void makeRoom() {
        Optional<Occupant> waiting = first().filter(this::waitedEnough);
        if (waiting.isEmpty()
                || round.in(ResidentState.SUSPENDING).findAny().isPresent()
                || fits(waiting.get(), List.of())) {
            return;
        }
        List<Occupant> leaving = new ArrayList<>();
        for (Occupant each : round.ascending()) {
            boolean less =
                    each.resident().worth().compareTo(waiting.get().resident().worth()) < 0;
            if (less && each.state() == ResidentState.RUNNING && Room.shares(each, waiting.get())) {
                leaving.add(each);
                if (fits(waiting.get(), leaving)) {
                    boolean rested = leaving.stream()
                            .noneMatch(it -> it.resting(now, rules.requests().rest()));
                    if (rested) {
                        leaving.forEach(it -> round.suspend(
                                it,
                                "job %s has more worth (%s), waits, and fits only without this one"
                                        .formatted(
                                                waiting.get().resident().job(),
                                                waiting.get().resident().worth())));
                    }
                    return;
                }
            }
        }
    }

    private boolean waitedEnough(Occupant occupant) {
        return !now.isBefore(occupant.away()
                .plus(rules.waits().before(occupant.resident().worth().residentClass())));
    }

    /** Seeks another node for jobs that have waited their time. */
    void readdress() {
        rules.waits()
                .move()
                .ifPresent(move -> round.in(ResidentState.SUSPENDED)
                        .filter(it -> it.resident().departure().movable() && !it.moved())
                        .filter(this::waitedEnough)
                        .toList()
                        .forEach(it -> round.readdress(
                                it, move, "it has waited for %s and there is no room yet".formatted(text(it)))));
    }
}
