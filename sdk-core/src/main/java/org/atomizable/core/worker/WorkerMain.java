package org.atomizable.core.worker;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.time.TimeSource;

/**
 * The main class of a worker's process. It reads orders as JSON lines from one file and writes answers to another; if
 * no files are named, it uses standard input and output.
 *
 * <p>The end of the orders means that the parent process is gone, for whatever reason. The worker then ends at once and
 * commits nothing more. It also ends before the end of a subjob's grant, whatever the job does. On another machine than its launcher's, it has
 * its guardian beside itself, and a minute without a line from its launcher is the end of the orders. Exit codes: 0 after an {@code exit}
 * order, 2 for an order that it cannot parse, 3 when its parent is gone, 199 for the end of a grant. Any other end was caused by the job or from outside.
 */
public final class WorkerMain {

    static final int NOT_UNDERSTOOD = 2;

    /** The exit code of a worker that ends because its launcher is gone. */
    public static final int ORPHANED = 3;

    /** With it the watchdog ends the process; no signal has this number. */
    static final int CUT = 199;

    private WorkerMain() {}

    /**
     * Runs the worker.
     *
     * @param args the slice, for people who list processes; then the file of orders and the file of answers, or neither
     */
    public static void main(String[] args) throws IOException {
        boolean apart = args.length == 3;
        InputStream commands = apart ? new FileInputStream(args[1]) : System.in;
        OutputStream events = apart ? new FileOutputStream(args[2]) : System.out;
        // The output of a job must not be taken for an event, and it must not read the commands.
        System.setOut(System.err);
        System.setIn(InputStream.nullInputStream());
        TimeSource time = TimeSource.system();
        Optional<LeaseKeeper> keeper = keeper(time);
        if (keeper.isPresent()) {
            Silence orders = new Silence(commands);
            orders.watch(time, () -> Runtime.getRuntime().halt(ORPHANED));
            commands = orders;
        }
        Watchdog watchdog = Watchdog.start(time, () -> Runtime.getRuntime().halt(CUT), keeper);
        // It is never closed: a halt is quicker, and commits nothing more either.
        @SuppressWarnings("resource")
        WorkerSession session = WorkerSession.of(commands, events, time, watchdog);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> tellWhoExits(session), "atomizable-exit"));
        WorkerSession.End end = session.serve();
        if (end == WorkerSession.End.EXIT) {
            keeper.ifPresent(LeaseKeeper::ended);
        }
        Runtime.getRuntime().halt(code(end));
    }

    /** Returns what keeps the ends of grants here; empty if the launcher does. Ends the process if nobody would. */
    private static Optional<LeaseKeeper> keeper(TimeSource time) {
        Optional<LeaseKeeper> keeper = Mark.given(System.getenv())
                .map(it -> new LeaseKeeper(new WorkerProcesses(ProcessHandle.current(), it), time));
        try {
            if (keeper.isPresent()) {
                keeper.get().keep();
            }
        } catch (WorkerException e) {
            System.err.println(e.getMessage());
            Runtime.getRuntime().halt(1);
        }
        return keeper;
    }

    private static int code(WorkerSession.End end) {
        return switch (end) {
            case EXIT -> 0;
            case NOT_UNDERSTOOD -> NOT_UNDERSTOOD;
            case ORPHANED -> ORPHANED;
        };
    }

    private static void tellWhoExits(WorkerSession session) {
        ExitCaller.among(Thread.getAllStackTraces().values()).ifPresent(session::sayExiting);
    }
}
