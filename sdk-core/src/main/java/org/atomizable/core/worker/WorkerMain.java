package org.atomizable.core.worker;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.WorkerOrder;
import org.atomizable.core.wire.WireJson;

/**
 * The main class of a worker's process. It reads orders as JSON lines from one file and writes answers to another; if
 * no files are named, it uses standard input and output.
 *
 * <p>The end of the orders means that the parent process is gone, for whatever reason. The worker then ends at once and
 * commits nothing more. Exit codes: 0 after an {@code exit} order, 2 for an order that it cannot parse, 3 when its
 * parent is gone. Any other end was caused by the job or from outside.
 */
public final class WorkerMain {

    static final int NOT_UNDERSTOOD = 2;
    private static final int ORPHANED = 3;

    private WorkerMain() {}

    /**
     * Runs the worker.
     *
     * @param args the slice, for people who list processes; then the file of orders and the file of answers, or neither
     */
    public static void main(String[] args) throws IOException {
        boolean apart = args.length == 3;
        InputStream taken = apart ? new FileInputStream(args[1]) : System.in;
        PrintStream answers = apart ? new PrintStream(new FileOutputStream(args[2])) : System.out;
        // What a job prints must not be taken for an answer, nor what it reads for its own.
        System.setOut(System.err);
        System.setIn(InputStream.nullInputStream());
        WorkerSession session = new WorkerSession(answers, TimeSource.system());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> tellWhoExits(session), "atomizable-exit"));
        ExecutorService runner = Executors.newSingleThreadExecutor(deed -> new Thread(deed, "atomizable-runner"));
        session.sayReady();
        try (BufferedReader orders = new BufferedReader(new InputStreamReader(taken, StandardCharsets.UTF_8))) {
            String line = orders.readLine();
            while (line != null) {
                take(WireJson.mapper().readValue(line, WorkerOrder.class), session, runner);
                line = orders.readLine();
            }
        } catch (IOException e) {
            session.sayError(FailureKind.WORKER_LOST, "an order was not understood: " + e.getMessage());
            Runtime.getRuntime().halt(NOT_UNDERSTOOD);
        }
        Runtime.getRuntime().halt(ORPHANED);
    }

    private static void tellWhoExits(WorkerSession session) {
        ExitCaller.among(Thread.getAllStackTraces().values()).ifPresent(session::sayExiting);
    }

    private static void take(WorkerOrder order, WorkerSession session, ExecutorService runner) {
        switch (order.type()) {
            case "yield" -> session.yieldSoon();
            case "exit" -> Runtime.getRuntime().halt(0);
            default -> runner.execute(() -> session.carryOut(order));
        }
    }
}
