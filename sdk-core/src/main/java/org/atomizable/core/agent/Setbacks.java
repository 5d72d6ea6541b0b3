package org.atomizable.core.agent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.core.report.Attribution;
import org.atomizable.core.report.CutOff;

/**
 * The failures since the job last gained an atom. Immutable. Only the job's own failures count towards giving up. After
 * any other failure the job waits before it tries again, longer each time.
 *
 * @param own how many failures were the job's own fault
 * @param alike how many of these, counted back from the newest, were equal
 * @param newest the newest of these; empty before the first
 * @param others how many failures were not the job's fault
 * @param cutOffs the atom in which workers were stopped; each entry ran longer than the one before
 */
record Setbacks(int own, int alike, String newest, int others, List<CutOff> cutOffs) {

    static final Setbacks NONE = new Setbacks(0, 0, "", 0, List.of());

    /** Failures that differ show less than the same one again and again. */
    private static final int TIMES_AS_MANY_IF_DIFFERENT = 3;

    private static final Duration FIRST_REST = Duration.ofSeconds(1);
    private static final Duration LONGEST_REST = Duration.ofMinutes(5);

    /** An atom that runs hardly longer than the last time has not had a longer window. */
    private static final double LONGER = 1.2;

    Setbacks {
        cutOffs = List.copyOf(cutOffs);
    }

    Setbacks after(Outcome.Failed failed, Attribution by) {
        if (failed.kind() == FailureKind.CUT && !by.fault().countsAgainstTheJob()) {
            // The window was short, or the machine slow: there is nothing to wait for.
            return this;
        }
        if (!by.fault().countsAgainstTheJob()) {
            return new Setbacks(own, alike, newest, others + 1, cutOffs);
        }
        String what = failed.kind() + " " + failed.message();
        return new Setbacks(own + 1, what.equals(newest) ? alike + 1 : 1, what, others, cutOffs);
    }

    /** Returns the same that knows of an atom in which a worker was stopped. */
    Setbacks cutOff(CutOff now) {
        if (cutOffs.isEmpty() || cutOffs.get(0).atom() != now.atom()) {
            return new Setbacks(own, alike, newest, others, List.of(now));
        }
        CutOff last = cutOffs.get(cutOffs.size() - 1);
        if (now.atLeast().toNanos() < LONGER * last.atLeast().toNanos()) {
            return this;
        }
        List<CutOff> longer = new ArrayList<>(cutOffs);
        longer.add(now);
        return new Setbacks(own, alike, newest, others, longer);
    }

    /** Tells whether the job's own failures are enough to give it up. */
    boolean areEnough(int most) {
        return alike >= most || own >= TIMES_AS_MANY_IF_DIFFERENT * most;
    }

    /** Returns how long to wait before the next try; a failure of the job's own needs no rest. */
    Duration rest() {
        if (others == 0) {
            return Duration.ZERO;
        }
        Duration doubled = FIRST_REST.multipliedBy(1L << Math.min(others - 1, 20));
        return doubled.compareTo(LONGEST_REST) < 0 ? doubled : LONGEST_REST;
    }
}
