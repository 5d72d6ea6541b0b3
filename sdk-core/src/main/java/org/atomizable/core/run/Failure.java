package org.atomizable.core.run;

import java.io.IOException;
import java.util.List;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.core.device.Limit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Describes a failure of a job's code in one line, for a person who does not see the stack trace. */
public final class Failure {

    private static final Logger LOG = LoggerFactory.getLogger(Failure.class);

    /** How the JVM begins what it says when it is short itself. */
    private static final List<String> OF_THE_JVM = List.of(
            "Java heap space",
            "GC overhead limit",
            "Requested array size",
            "Metaspace",
            "Compressed class space",
            "Cannot reserve",
            "Direct buffer memory",
            "unable to create native thread",
            "unable to create new native thread");

    private Failure() {}

    /** Tells of which memory there was too little: a larger slice gives the JVM no larger heap, and no more threads. */
    public static FailureKind shortage(Throwable cause) {
        return cause instanceof VirtualMachineError && isOfTheJvm(String.valueOf(cause.getMessage()))
                ? FailureKind.JOB
                : FailureKind.OUT_OF_MEMORY;
    }

    /** Returns whose failure it was: the job's, unless a cause is that of something that runs the job. */
    static FailureKind kind(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof WorkerException worker) {
                return worker.kind();
            }
        }
        return FailureKind.JOB;
    }

    /**
     * Returns a failed subjob. What the job's code threw is logged with its stack, which a report has no room for.
     *
     * @param atom the one that ran; {@link Sample#NO_ATOM} if none did
     */
    static Outcome outcome(long next, FailureKind kind, long atom, Throwable cause) {
        String what = describe(cause);
        if (kind == FailureKind.JOB) {
            what = atom == Sample.NO_ATOM ? what : "atom %s: %s".formatted(atom, what);
            LOG.error("the job's code failed: {}", what, cause);
        }
        return new Outcome.Failed(next, kind, what);
    }

    private static boolean isOfTheJvm(String message) {
        return OF_THE_JVM.stream().anyMatch(message::startsWith);
    }

    /** Returns one line; what the worker's own process lacks is told with what raises it. */
    public static String describe(Throwable cause) {
        String what = cause.getMessage() == null ? "" : ": " + cause.getMessage();
        if (cause instanceof AtomizableException) {
            return String.valueOf(cause.getMessage());
        }
        if (cause instanceof IOException && cause.getCause() instanceof AtomizableException) {
            return String.valueOf(cause.getCause().getMessage());
        }
        if (shortage(cause) == FailureKind.JOB) {
            return ("the worker's JVM was short of memory or threads of its own (%s), not of the slice's. Give it more"
                            + " (ATOMIZABLE_JAVA_OPTS=-Xmx...; its heap has %s MiB at the most; for threads, ulimit -u), or let the"
                            + " job hold less")
                    .formatted(cause.getMessage(), Runtime.getRuntime().maxMemory() >> 20);
        }
        StackTraceElement[] trace = cause.getStackTrace();
        String where = trace.length == 0 ? "" : " (at " + trace[0] + ")";
        String told = cause.getClass().getSimpleName() + what + where;
        return Limit.reachedHere(what).map(it -> told + ". " + it.remedy()).orElse(told);
    }
}
