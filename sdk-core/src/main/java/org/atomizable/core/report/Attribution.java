package org.atomizable.core.report;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.atomizable.api.subjob.FailureKind;

/**
 * The cause of a failure, and the evidence. It is a pure function of its inputs. A failure counts as the job's own
 * fault only if there is evidence for it. A slow machine, or a worker that another program killed, must not end a job.
 *
 * @param evidence the evidence, as a sentence for a person
 */
public record Attribution(Fault fault, String evidence) {

    /** An atom is endless if that many workers in a row were stopped in it... */
    private static final int ENDLESS_TRIES = 3;

    /**
     * ...and it ran for as long as this many usual atoms each time: eight busy processes per core make an atom ten
     * times as long.
     */
    private static final double ENDLESS_LENGTH = 20;

    /** Where no window is longer than the ones before, so many workers in a row were stopped in it... */
    private static final int ENDLESS_TRIES_ALIKE = 10;

    /** ...and it ran for as long as this many usual atoms: so slow is no machine that still answers. */
    private static final double ENDLESS_LENGTH_ALIKE = 1000;

    /** Attributes a failure. */
    public static Attribution of(FailureKind kind, Circumstances known) {
        return switch (kind) {
            case JOB -> new Attribution(Fault.JOB, "its own code failed");
            case OUT_OF_MEMORY -> new Attribution(Fault.JOB, "it used more memory than its slice gives");
            case FENCED -> new Attribution(Fault.SCHEDULER, "another worker was given the job");
            case CHECKPOINT -> new Attribution(Fault.STORE, "its checkpoint store could not be read or written");
            case CUT, OVERRUN -> overrun(known);
            case JOB_EXITED -> new Attribution(Fault.JOB, "its own code ended the worker's process");
            case STUCK -> new Attribution(Fault.JOB, "one of its steps did not end in all the time that it was given");
            case INEXACT -> new Attribution(Fault.JOB, "it does not go on from a checkpoint as it went on before");
            case WORKER_LOST ->
                new Attribution(
                        Fault.NODE,
                        "something outside the job ended its worker or the program that it ran, or kept them from their work");
        };
    }

    private static Attribution overrun(Circumstances known) {
        return switch (known.revoked()) {
            case "out-of-memory" -> new Attribution(Fault.JOB, "it used more memory than its slice gives");
            case "silent" ->
                new Attribution(
                        Fault.SCHEDULER,
                        "the scheduler received no message from the agent in time, and revoked the grant");
            case "stuck" -> of(FailureKind.STUCK, known);
            case "withdrawn" -> new Attribution(Fault.SCHEDULER, "the grant was withdrawn");
            default -> tooSlow(known.cutOffs());
        };
    }

    private static Attribution tooSlow(List<CutOff> cutOffs) {
        if (isEndlessInWindowsAlike(cutOffs)) {
            CutOff longest = cutOffs.get(cutOffs.size() - 1);
            return new Attribution(
                    Fault.JOB,
                    "atom %s did not end in %s windows, in the longest of which it ran for %s, where an atom usually takes %s. If it ends at all, it needs longer windows, or more and shorter atoms"
                            .formatted(
                                    longest.atom(),
                                    tries(cutOffs),
                                    seconds(longest.atLeast()),
                                    seconds(longest.usual())));
        }
        if (isEndless(cutOffs)) {
            List<CutOff> tries = newest(cutOffs);
            return new Attribution(
                    Fault.JOB,
                    "atom %s did not end in %s, where an atom usually takes %s"
                            .formatted(
                                    tries.get(0).atom(),
                                    tries.stream()
                                            .map(it -> seconds(it.atLeast()))
                                            .collect(Collectors.joining(", then ")),
                                    seconds(tries.get(0).usual())));
        }
        if (cutOffs.isEmpty()) {
            return new Attribution(
                    Fault.NODE, "the grant ended before its subjob; nothing shows that the job was at fault");
        }
        CutOff last = cutOffs.get(cutOffs.size() - 1);
        if (last.usual().isZero()) {
            return new Attribution(
                    Fault.NODE,
                    "the grant ended when atom %s had run for %s; no atom of the job has been measured yet"
                            .formatted(last.atom(), seconds(last.atLeast())));
        }
        return new Attribution(
                Fault.NODE,
                "the grant ended when atom %s had run for %s, where an atom usually takes %s; the machine was slow then, or this atom is longer than the ones that were measured"
                        .formatted(last.atom(), seconds(last.atLeast()), seconds(last.usual())));
    }

    /** Tells whether the same atom did not end, try after try, in far more time than any atom needs. */
    private static boolean isEndless(List<CutOff> cutOffs) {
        List<CutOff> tries = newest(cutOffs);
        return tries.size() == ENDLESS_TRIES
                && tries.stream().map(CutOff::atom).distinct().count() == 1
                && tries.stream().allMatch(it -> it.timesUsual() >= ENDLESS_LENGTH);
    }

    /** Tells whether windows of much the same length were enough for hundreds of atoms, and never for this one. */
    private static boolean isEndlessInWindowsAlike(List<CutOff> cutOffs) {
        return tries(cutOffs) >= ENDLESS_TRIES_ALIKE
                && cutOffs.stream().map(CutOff::atom).distinct().count() == 1
                && cutOffs.get(cutOffs.size() - 1).timesUsual() >= ENDLESS_LENGTH_ALIKE;
    }

    private static int tries(List<CutOff> cutOffs) {
        return cutOffs.stream().mapToInt(CutOff::times).sum();
    }

    private static List<CutOff> newest(List<CutOff> cutOffs) {
        return cutOffs.subList(Math.max(0, cutOffs.size() - ENDLESS_TRIES), cutOffs.size());
    }

    private static String seconds(Duration duration) {
        double seconds = duration.toNanos() / 1e9;
        return String.format(Locale.ROOT, seconds < 0.1 ? "%.3g s" : "%.2f s", seconds);
    }
}
