package org.atomizable.core.worker;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.core.device.Limit;

/**
 * Why a worker's process ended, as far as its traces show.
 *
 * @param code its exit code; 128 plus the signal's number if a signal ended it
 * @param exits the line of code that called System.exit, if one did
 * @param ready whether it ever accepted orders
 * @param oomKills how often the kernel's out-of-memory killer killed a process on this machine during the worker's life
 * @param lastWords the last lines that it printed
 */
record ProcessEnd(int code, Optional<String> exits, boolean ready, long oomKills, String lastWords, Path log) {

    private static final int SIGNAL = 128;
    private static final int BUS = 7;
    private static final int KILL = 9;
    private static final int NOT_UNDERSTOOD = WorkerMain.NOT_UNDERSTOOD;
    private static final Map<Integer, String> CRASHES =
            Map.of(4, "SIGILL", 5, "SIGTRAP", 6, "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", 11, "SIGSEGV");
    private static final Map<Integer, String> SENT = Map.of(1, "SIGHUP", 2, "SIGINT", KILL, "SIGKILL", 15, "SIGTERM");
    private static final String NEVER_EXIT =
            "A job must never end its process: let it return, or throw an exception, which is reported as its failure";

    /** Returns it as an exception of the kind that tells whose fault it was. */
    WorkerException exception() {
        if (!ready && !SENT.containsKey(code - SIGNAL)) {
            return exception(
                    FailureKind.WORKER_LOST,
                    "a worker's process ended before it was ready (exit code %s)".formatted(code),
                    lastWords.isEmpty()
                            ? "Run the job once without a scheduler"
                            : Limit.reached(lastWords).map(Limit::remedy).orElse("Correct what its last lines name"));
        }
        if (exits.isPresent()) {
            return exception(
                    FailureKind.JOB_EXITED,
                    code == SIGNAL + KILL
                            ? "the job called System.exit at %s, and was killed since its shutdown hooks did not end"
                                    .formatted(exits.get())
                            : "the job ended its worker's process: System.exit(%s) was called at %s"
                                    .formatted(code, exits.get()),
                    NEVER_EXIT);
        }
        if (code > SIGNAL) {
            return signalled(code - SIGNAL);
        }
        if (code == NOT_UNDERSTOOD) {
            return exception(
                    FailureKind.WORKER_LOST,
                    "the worker ended without an answer (exit code %s)".formatted(code),
                    "Use the same version of agent and worker");
        }
        if (lastWords.contains("java.lang.OutOfMemoryError")) {
            return exception(
                    FailureKind.JOB,
                    "the worker's JVM ran out of heap (exit code %s)".formatted(code),
                    "Give it a larger heap (ATOMIZABLE_JAVA_OPTS=-Xmx...), or let an atom hold less");
        }
        return exception(
                FailureKind.JOB_EXITED,
                "the worker's process ended with exit code %1$s and without an answer: the job, or native code that it"
                                .formatted(code)
                        + " calls, called Runtime.halt(%1$s) or exit(%1$s)".formatted(code),
                NEVER_EXIT);
    }

    private WorkerException signalled(int signal) {
        String crash = CRASHES.get(signal);
        if (crash != null) {
            return exception(
                    FailureKind.JOB_EXITED,
                    "the worker's process crashed with %s (exit code %s), in native code that the job calls or in the JVM"
                            .formatted(crash, code),
                    signal == BUS
                            ? Limit.SHARED_MEMORY.remedy()
                                    + ". If it is not, a file hs_err_pid*.log in the directory of the run tells where"
                            : "A file hs_err_pid*.log in the directory of the run, if there is one, tells where");
        }
        String name = SENT.getOrDefault(signal, "signal " + signal);
        if (signal == KILL && oomKills > 0) {
            return exception(
                    FailureKind.WORKER_LOST,
                    "the worker's process was killed with SIGKILL, and the kernel's out-of-memory killer struck"
                            + " %s times while it lived: most likely it was too large".formatted(oomKills),
                    "Give the machine or the container more memory, or the job less to hold");
        }
        return exception(
                FailureKind.WORKER_LOST,
                "the worker's process was ended from outside with %s (exit code %s)".formatted(name, code),
                signal == KILL
                        ? "An operator did it, or a container's limit of memory (see the kernel's log, dmesg)"
                        : "Find out who sent it");
    }

    private WorkerException exception(FailureKind kind, String what, String remedy) {
        String quoted = lastWords.isEmpty() ? "; it printed nothing" : "; its last lines: \"" + lastWords + "\"";
        return new WorkerException(
                kind, what + quoted, remedy + ". Its log is " + log + "; the job's last checkpoint is unchanged");
    }
}
