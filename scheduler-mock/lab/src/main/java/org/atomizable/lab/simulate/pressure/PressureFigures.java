package org.atomizable.lab.simulate.pressure;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.atomizable.scheduler.node.airlock.ResidentClass;

/** The figures of a policy on the nodes of a seed; counts that grow. For one thread. */
final class PressureFigures {

    /** A figure of each class of jobs. */
    enum OfClass {
        COMPLETED("completed"),
        /** On the node to which a job was moved; these count among the completed ones too. */
        COMPLETED_ELSEWHERE("completedElsewhere"),
        LOST_HOURS("lostHours"),
        KILLED("killed");

        /** Its name in files. */
        final String field;

        OfClass(String field) {
            this.field = field;
        }
    }

    private final Map<OfClass, Map<ResidentClass, Double>> byClass = new EnumMap<>(OfClass.class);
    final Map<String, Integer> actions = new TreeMap<>();
    int kernelKills;
    int inversions;
    int boundsBroken;
    double longestSuspended;

    private void add(OfClass figure, PressureJob job, double more) {
        byClass.computeIfAbsent(figure, any -> new EnumMap<>(ResidentClass.class))
                .merge(job.worth().residentClass(), more, Double::sum);
    }

    double of(OfClass figure, ResidentClass kind) {
        return byClass.getOrDefault(figure, Map.of()).getOrDefault(kind, 0.0);
    }

    void completed(PressureJob job, boolean elsewhere) {
        add(OfClass.COMPLETED, job, 1);
        add(OfClass.COMPLETED_ELSEWHERE, job, elsewhere ? 1 : 0);
    }

    void killed(SimulatedWorker worker, boolean byKernel, boolean inverted) {
        add(OfClass.KILLED, worker.job, 1);
        add(OfClass.LOST_HOURS, worker.job, worker.unsaved() / 3600);
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
}
