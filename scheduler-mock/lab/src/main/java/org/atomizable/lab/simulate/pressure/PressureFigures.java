package org.atomizable.lab.simulate.pressure;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.atomizable.scheduler.node.airlock.ResidentClass;

/** The figures of a policy on the nodes of a seed; counts that grow. For one thread. */
final class PressureFigures {

    private final Map<ResidentClass, Integer> completed = new EnumMap<>(ResidentClass.class);
    private final Map<ResidentClass, Integer> completedElsewhere = new EnumMap<>(ResidentClass.class);
    private final Map<ResidentClass, Double> lostHours = new EnumMap<>(ResidentClass.class);
    private final Map<ResidentClass, Integer> kills = new EnumMap<>(ResidentClass.class);
    final Map<String, Integer> actions = new TreeMap<>();
    int kernelKills;
    int inversions;
    int boundsBroken;
    double longestSuspended;

    void completed(PressureJob job) {
        completed.merge(job.worth().residentClass(), 1, Integer::sum);
    }

    /** A job completed on the node to which it was moved; it counts among the completed ones too. */
    void completedElsewhere(PressureJob job) {
        completed(job);
        completedElsewhere.merge(job.worth().residentClass(), 1, Integer::sum);
    }

    void killed(SimulatedWorker worker, boolean byKernel, boolean inverted) {
        ResidentClass its = worker.job.worth().residentClass();
        kills.merge(its, 1, Integer::sum);
        lostHours.merge(its, worker.unsaved() / 3600, Double::sum);
        kernelKills += byKernel ? 1 : 0;
        inversion(inverted);
    }

    void inversion(boolean inverted) {
        inversions += inverted ? 1 : 0;
    }

    void acted(String kind) {
        actions.merge(kind, 1, Integer::sum);
    }

    void suspendedFor(double seconds, boolean within) {
        longestSuspended = Math.max(longestSuspended, seconds);
        boundsBroken += within ? 0 : 1;
    }

    int completed(ResidentClass kind) {
        return completed.getOrDefault(kind, 0);
    }

    int completedElsewhere(ResidentClass kind) {
        return completedElsewhere.getOrDefault(kind, 0);
    }

    double lostHours(ResidentClass kind) {
        return lostHours.getOrDefault(kind, 0.0);
    }

    int kills(ResidentClass kind) {
        return kills.getOrDefault(kind, 0);
    }
}
