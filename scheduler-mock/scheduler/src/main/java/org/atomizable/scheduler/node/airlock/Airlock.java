package org.atomizable.scheduler.node.airlock;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.atomizable.api.Shrinkable.Pressure.Level;
import org.atomizable.scheduler.node.airlock.AirlockAction.Kind;
import org.atomizable.scheduler.node.pressure.PressureReading;

/**
 * Decides who gives way when a node's memory gets scarce. The caller tells what happened ({@link #apply},
 * {@link #shrunk}, {@link #changed}), then reads the memories, then calls {@link #decide} and does what it returns; it
 * calls again after each answer, and every 100 ms or so. For one thread; instants never go back.
 *
 * <p>The rungs, each bounded in time and count by {@link AirlockRules}: stop offering, ask elastic jobs to shrink,
 * suspend at the next safe point, freeze and kill who does not answer, resume in place, move once, reclaim.
 */
public final class Airlock {

    private final AirlockRules rules;
    private final Map<String, Occupant> occupants = new LinkedHashMap<>();
    private PressureGauge gauge = PressureGauge.GREEN;
    private Instant criticalSince = Instant.MAX;
    private Instant settled = Instant.MIN;
    private boolean open = true;
    private boolean exhausted;

    /** Creates an airlock without residents, which offers. */
    public Airlock(AirlockRules rules) {
        this.rules = rules;
    }

    /** A job came; its atoms run or are about to. A job that is here already only changes its figures. */
    public void arrived(Resident resident) {
        if (!changed(resident)) {
            occupants.put(resident.job(), new Occupant(resident));
        }
    }

    /** Returns false for a job that is not here; otherwise its figures are new. A job keeps its name. */
    public boolean changed(Resident resident) {
        Occupant occupant = occupants.get(resident.job());
        if (occupant != null) {
            occupant.change(resident);
        }
        return occupant != null;
    }

    /**
     * Applies an event of a job: {@link ResidentEvent#SUSPENDED}, {@link ResidentEvent#RESUMED},
     * {@link ResidentEvent#MOVED}, {@link ResidentEvent#FAILED} or {@link ResidentEvent#DIED}, which is also for a job
     * that finished. Its figures have to be told before, by {@link #changed}.
     *
     * @return the state in which it is then; nothing if the job is not here, or the event changes nothing in its state
     */
    public Optional<ResidentState> apply(String job, ResidentEvent event, Instant now) {
        if (event.compareTo(ResidentEvent.SUSPENDED) < 0) {
            throw new IllegalArgumentException("only the airlock causes the event " + event);
        }
        Occupant occupant = occupants.get(job);
        Instant until = event == ResidentEvent.FAILED ? now : Instant.MAX;
        if (occupant == null || !occupant.to(event, now, until)) {
            return Optional.empty();
        }
        if (occupant.state().ended()) {
            occupants.remove(job);
        }
        return Optional.of(occupant.state());
    }

    /** A job answered that it has shrunk, or cannot. Its figures have to be told before, by {@link #changed}. */
    public void shrunk(String job) {
        Optional.ofNullable(occupants.get(job)).ifPresent(Occupant::endShrinking);
    }

    /**
     * Decides what is to be done now.
     *
     * @param reading taken after all that was told before
     */
    public List<AirlockAction> decide(PressureReading reading, Instant now) {
        OptionalDouble pressure = reading.pressure();
        gauge = gauge.after(pressure, now, rules.marks());
        if (pressure.orElse(0) < rules.marks().critical()) {
            criticalSince = Instant.MAX;
        } else if (criticalSince.equals(Instant.MAX)) {
            criticalSince = now;
        }
        if (open && level() == Level.GREEN && allRun()) {
            return List.of();
        }
        Round round = new Round(reading, now, rules, List.copyOf(occupants.values()), !now.isBefore(settled));
        relieve(round);
        recover(round);
        offer(round);
        return List.copyOf(round.actions());
    }

    private boolean allRun() {
        return occupants.values().stream().allMatch(it -> it.state() == ResidentState.RUNNING && it.shrinks() == 0);
    }

    private void relieve(Round round) {
        Relief relief = new Relief(round);
        relief.endAgain();
        if (level() == Level.GREEN) {
            exhausted = false;
            occupants.values().forEach(Occupant::forgetShrinks);
        }
        if (!criticalSince.equals(Instant.MAX)
                && !round.now().isBefore(criticalSince.plus(rules.endings().critical()))) {
            relief.kill();
        }
        if (level().compareTo(Level.WATCH) >= 0) {
            relief.shrink();
        }
        relief.overdue();
        if (level().compareTo(Level.PRESSURE) >= 0 && !relief.suspend() && !exhausted) {
            exhausted = true;
            round.tell(
                    Kind.EXHAUSTED,
                    "%s must become free, and no job is left that could give it"
                            .formatted(round.above(rules.marks().watch())));
        }
        if (relief.askedForStalls()) {
            settled = round.now().plus(rules.requests().settle());
        }
    }

    private void recover(Round round) {
        Recovery recovery = new Recovery(round);
        recovery.endOverdue();
        if (level() == Level.GREEN) {
            recovery.resume();
        }
        if (level().compareTo(Level.PRESSURE) < 0) {
            recovery.makeRoom();
        }
        recovery.readdress();
    }

    private void offer(Round round) {
        boolean may = level() == Level.GREEN
                && occupants.values().stream()
                        .allMatch(it -> it.state() == ResidentState.RUNNING
                                || it.state() == ResidentState.READDRESSING
                                || it.state() == ResidentState.RECLAIMING);
        if (may != open) {
            open = may;
            round.tell(
                    may ? Kind.OPEN_OFFERS : Kind.CLOSE_OFFERS,
                    may
                            ? "there is memory enough, and no suspended job waits for it"
                            : "memory is at level %s, or a suspended job waits for it".formatted(level()));
        }
    }

    /** Returns whether windows may be offered: memory is not scarce, and no suspended job waits for it. */
    public boolean offers() {
        return open;
    }

    /**
     * Returns whether the peak of a job that is not here would fit beside the peaks of all that run, and what it would
     * free ({@link ResidentMemory#reclaimable}) beside what is used now.
     */
    public boolean fits(Resident newcomer, PressureReading reading, Instant now) {
        Occupant occupant = new Occupant(newcomer);
        List<Occupant> all = new ArrayList<>(occupants.values());
        all.add(occupant);
        return Room.fits(new Round(reading, now, rules, all, false), occupant, List.of());
    }

    /** Returns the level of pressure at the last decision. */
    public Level level() {
        return gauge.level();
    }

    /** Returns the state of a job; nothing if it is not here. */
    public Optional<ResidentState> state(String job) {
        return Optional.ofNullable(occupants.get(job)).map(Occupant::state);
    }

    /** Returns those that are here, in the order in which they would have to give way. */
    public List<Resident> residents() {
        List<Resident> residents = new ArrayList<>();
        occupants.values().forEach(it -> residents.add(it.resident()));
        residents.sort(Resident.VICTIMS);
        return residents;
    }
}
