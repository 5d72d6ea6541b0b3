package org.atomizable.lab.faults;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;

/** The part of a simulation that all nodes share. It decides whether something goes wrong, and counts it. */
final class World {

    private final Scenario scenario;
    private final Seams seams;
    private final Executor threads;
    private final SimulatedTime time = new SimulatedTime();
    private final EventLog log;
    private final Witness witness = new Witness(time);
    private final Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);

    /**
     * Makes one.
     *
     * @param threads carry strands, of which never two run at a time
     * @param kept whether what happens is kept
     */
    World(Scenario scenario, Seams seams, Executor threads, boolean kept) {
        this.scenario = scenario;
        this.seams = seams;
        this.threads = threads;
        this.log = new EventLog(time, kept);
    }

    Scenario scenario() {
        return scenario;
    }

    Seams seams() {
        return seams;
    }

    SimulatedTime time() {
        return time;
    }

    EventLog log() {
        return log;
    }

    Witness witness() {
        return witness;
    }

    void broken(Invariant invariant, String what) {
        witness.broken(invariant, what);
    }

    /** Returns how many faults of each kind there were. */
    Map<FaultKind, Long> faults() {
        return faults;
    }

    /** Returns whether a fault strikes now; draws one number in any case. */
    boolean strikes(FaultKind kind, SplittableRandom chance) {
        double drawn = chance.nextDouble();
        boolean struck = drawn < kind.rate()
                && scenario.kinds().contains(kind)
                && time.elapsed() < scenario.faultsEnd().toNanos();
        if (struck) {
            count(kind);
        }
        return struck;
    }

    void count(FaultKind kind) {
        faults.merge(kind, 1L, Long::sum);
    }

    Strand strand(String name, Runnable body) {
        return Strand.begin(time, threads, name, body);
    }
}
