package org.atomizable.scheduler.node.airlock;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.node.airlock.AirlockAction.Kind;
import org.atomizable.scheduler.node.pressure.PressureReading;

/** One decision: what was read, who is there, and the actions so far. */
final class Round {

    private static final Comparator<Occupant> VICTIMS = Comparator.comparing(Occupant::resident, Resident.VICTIMS);
    private static final SortedMap<String, Bytes> NOTHING = new TreeMap<>();

    private final PressureReading reading;
    private final Instant now;
    private final AirlockRules rules;
    private final List<Occupant> ascending;
    private final boolean stalls;
    private final List<AirlockAction> actions = new ArrayList<>();

    /** Begins a decision; {@code stalls} tells whether stalls of the host count. */
    Round(PressureReading reading, Instant now, AirlockRules rules, List<Occupant> occupants, boolean stalls) {
        this.reading = reading;
        this.now = now;
        this.rules = rules;
        this.ascending = occupants.stream().sorted(VICTIMS).toList();
        this.stalls = stalls;
    }

    Instant now() {
        return now;
    }

    AirlockRules rules() {
        return rules;
    }

    PressureReading reading() {
        return reading;
    }

    List<AirlockAction> actions() {
        return actions;
    }

    /** All occupants, those of least worth first. */
    List<Occupant> ascending() {
        return ascending;
    }

    Stream<Occupant> in(ResidentState state) {
        return ascending.stream().filter(it -> it.state() == state);
    }

    /** Returns what is used above a share, without what will become free anyway. */
    Shortage above(double share) {
        Shortage shortage = all(share);
        ascending.forEach(it -> shortage.take(it.promised(now)));
        return shortage;
    }

    /** Returns what is used above a share, without what those before an occupant will free: more worth does not spare less. */
    Shortage aboveBefore(Occupant occupant, double share) {
        Shortage shortage = all(share);
        ascending.stream().takeWhile(it -> it != occupant).forEach(it -> shortage.take(it.promised(now)));
        return shortage;
    }

    /** Returns what is used above a share, without what ends already. */
    Shortage aboveButEnding(double share) {
        Shortage shortage = all(share);
        in(ResidentState.RECLAIMING).forEach(it -> shortage.take(it.promised(now)));
        return shortage;
    }

    private Shortage all(double share) {
        return Shortage.above(share, reading, stalls);
    }

    void suspend(Occupant occupant, String why) {
        Instant deadline = now.plus(
                rules.requests().answer().to(occupant.resident().departure().safePoint()));
        occupant.to(ResidentEvent.ASK, now, deadline);
        add(Kind.SUSPEND, occupant, occupant.resident().memory().reclaimable(), Optional.of(deadline), why);
    }

    void carryOn(Occupant occupant, String why) {
        occupant.to(ResidentEvent.WITHDRAW, now, Instant.MAX);
        add(Kind.CARRY_ON, occupant, NOTHING, Optional.empty(), why);
    }

    void freeze(Occupant occupant, String why) {
        occupant.freeze(now);
        Instant until = now.plus(rules.requests().frozen());
        add(Kind.FREEZE, occupant, NOTHING, Optional.of(until), why);
    }

    /** Ends the process: a kill if it has its memory, otherwise a loss of nothing but the place. */
    void end(Occupant occupant, String why) {
        Kind kind = occupant.state().awake() ? Kind.KILL : Kind.RECLAIM;
        Instant deadline = now.plus(rules.endings().kill());
        occupant.to(ResidentEvent.RECLAIM, now, deadline);
        add(kind, occupant, occupant.resident().memory().held(), Optional.of(deadline), why);
    }

    void endAgain(Occupant occupant, String why) {
        Instant deadline = now.plus(rules.endings().kill());
        occupant.killAgain(deadline);
        add(
                occupant.freed() ? Kind.RECLAIM : Kind.KILL,
                occupant,
                occupant.resident().memory().held(),
                Optional.of(deadline),
                why);
    }

    void shrink(Occupant occupant, SortedMap<String, Bytes> amounts, String why) {
        Instant deadline = now.plus(
                rules.requests().answer().to(occupant.resident().departure().safePoint()));
        occupant.askToShrink(amounts, deadline);
        add(Kind.SHRINK, occupant, amounts, Optional.of(deadline), why);
    }

    void resume(Occupant occupant, String why) {
        Instant deadline = now.plus(rules.waits().resume());
        occupant.to(ResidentEvent.CALL_BACK, now, deadline);
        add(Kind.RESUME, occupant, occupant.resident().memory().peak(), Optional.of(deadline), why);
    }

    void readdress(Occupant occupant, Duration move, String why) {
        Instant bound = occupant.away().plus(rules.waits().most());
        Instant deadline = now.plus(move);
        Instant until = deadline.isAfter(bound) ? bound : deadline;
        occupant.to(ResidentEvent.READDRESS, now, until);
        add(Kind.READDRESS, occupant, NOTHING, Optional.of(until), why);
    }

    void tell(Kind kind, String why) {
        actions.add(new AirlockAction(kind, Optional.empty(), NOTHING, Optional.empty(), why));
    }

    private void add(Kind kind, Occupant occupant, Map<String, Bytes> amounts, Optional<Instant> deadline, String why) {
        actions.add(
                new AirlockAction(kind, Optional.of(occupant.resident().job()), new TreeMap<>(amounts), deadline, why));
    }
}
