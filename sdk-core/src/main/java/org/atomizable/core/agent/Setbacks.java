package org.atomizable.core.agent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.core.report.Attribution;
import org.atomizable.core.report.CutOff;

/**
 * The failures since the job last got on. Immutable. Only the job's own failures, and workers that this machine lets nobody start, count
 * towards giving up. After any failure that is not its own the job waits before it tries again, longer each time.
 *
 * @param own the failures that were the job's own fault
 * @param others how many failures were not the job's fault
 * @param shortages how many of these, counted back from the newest, were a limit of this machine that let no worker start
 * @param cutOffs the atom in which workers were stopped; each entry ran longer than the one before
 */
record Setbacks(Own own, int others, int shortages, List<CutOff> cutOffs) {

    static final Setbacks NONE = new Setbacks(Own.NONE, 0, 0, List.of());

    /** Another program may take what is lacking for a while: six tries rest for half a minute together. */
    private static final int TIMES_AS_MANY_IF_SHORT = 2;

    /** Failures that differ show less than the same one again and again. */
    private static final int TIMES_AS_MANY_IF_DIFFERENT = 3;

    /** The log has the name of the slice, and last lines often have times and numbers of processes. */
    private static final Pattern WHERE_AND_WHEN =
            Pattern.compile("its last lines: \".*\"|Its log is [^;]*", Pattern.DOTALL);

    private static final Duration FIRST_REST = Duration.ofSeconds(1);
    private static final Duration LONGEST_REST = Duration.ofMinutes(5);

    /** An atom that runs hardly longer than the last time has not had a longer window. */
    private static final double LONGER = 1.2;

    /**
     * The failures that were the job's own fault, since it last passed the atom at which it failed. To gain atoms before that one
     * forgives nothing: a job that always throws at one atom gains them in each window that ends earlier.
     *
     * @param count how many there were
     * @param alike how many of these, counted back from the newest, were equal
     * @param newest the newest of these; empty before the first
     * @param atom at which the newest was
     */
    record Own(int count, int alike, String newest, long atom) {

        static final Own NONE = new Own(0, 0, "", -1);

        private Own after(Outcome.Failed failed, long at) {
            String what = what(failed.kind(), failed.message());
            return new Own(count + 1, what.equals(newest) ? alike + 1 : 1, what, at);
        }
    }

    /** The text by which a failure is recognized when it happens again, on any slice. */
    private static String what(FailureKind kind, String message) {
        return kind + " " + WHERE_AND_WHEN.matcher(message).replaceAll("");
    }

    Setbacks {
        cutOffs = List.copyOf(cutOffs);
    }

    /** Returns what remains when all atoms before this one are committed, and one more than before. */
    Setbacks gained(long nextAtom) {
        return new Setbacks(nextAtom > own.atom() ? Own.NONE : own, 0, 0, List.of());
    }

    /**
     * Returns the same after a failure.
     *
     * @param at the first atom that did not end
     */
    Setbacks after(Outcome.Failed failed, Attribution by, long at) {
        if (by.fault().countsAgainstTheJob()) {
            return new Setbacks(own.after(failed, at), others, 0, cutOffs);
        }
        // If the window was short, or the machine slow, there is nothing to wait for.
        if (failed.kind() == FailureKind.CUT) {
            return this;
        }
        return new Setbacks(own, others + 1, Blame.shortage(failed).isPresent() ? shortages + 1 : 0, cutOffs);
    }

    /** Returns the same that knows of an atom in which a worker was stopped. */
    Setbacks cutOff(CutOff now) {
        if (cutOffs.isEmpty() || cutOffs.get(0).atom() != now.atom()) {
            return new Setbacks(own, others, shortages, List.of(now));
        }
        CutOff last = cutOffs.get(cutOffs.size() - 1);
        List<CutOff> longer = new ArrayList<>(cutOffs);
        if (now.atLeast().toNanos() < LONGER * last.atLeast().toNanos()) {
            longer.set(longer.size() - 1, last.again());
        } else {
            // As it was known before the first try: those that did not end make the usual time longer.
            Duration usual = last.usual().isZero() ? now.usual() : last.usual();
            longer.add(new CutOff(now.atom(), now.atLeast(), usual));
        }
        return new Setbacks(own, others, shortages, longer);
    }

    /** Tells whether a failure is another one than the job's own newest. */
    boolean isNew(FailureKind kind, String message) {
        return !what(kind, message).equals(own.newest());
    }

    /** Tells whether the job's own failures are enough to give it up. */
    boolean areEnough(int most) {
        return own.alike() >= most || own.count() >= TIMES_AS_MANY_IF_DIFFERENT * most;
    }

    /** Tells whether a limit of this machine has let no worker start so often that it will not pass by itself. */
    boolean isShort(int most) {
        return shortages >= TIMES_AS_MANY_IF_SHORT * most;
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
