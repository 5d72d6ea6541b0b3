package org.atomizable.core.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.WorkerOrder;
import org.atomizable.core.wire.WireJson;

/**
 * A worker's process: takes orders as JSON lines on standard input and answers on standard output.
 *
 * <p>When standard input ends, its parent is gone, however that died; it then ends at once and commits nothing more. Exit
 * codes: 0 after an {@code exit} order, 2 for an order it cannot understand, 3 when its parent is gone.
 */
public final class WorkerMain {

    private static final int NOT_UNDERSTOOD = 2;
    private static final int ORPHANED = 3;

    private WorkerMain() {}

    /** Runs the worker; its one argument names the slice, for those who list processes. */
    public static void main(String[] args) {
        PrintStream answers = System.out;
        // What a job prints must not be taken for an answer.
        System.setOut(System.err);
        WorkerSession session = new WorkerSession(answers, TimeSource.system());
        ExecutorService runner = Executors.newSingleThreadExecutor(deed -> new Thread(deed, "atomizable-runner"));
        session.sayReady();
        try (BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            String line = orders.readLine();
            while (line != null) {
                take(WireJson.mapper().readValue(line, WorkerOrder.class), session, runner);
                line = orders.readLine();
            }
        } catch (IOException e) {
            session.sayError("an order was not understood: " + e.getMessage());
            Runtime.getRuntime().halt(NOT_UNDERSTOOD);
        }
        Runtime.getRuntime().halt(ORPHANED);
    }

    private static void take(WorkerOrder order, WorkerSession session, ExecutorService runner) {
        switch (order.type()) {
            case "yield" -> session.yieldSoon();
            case "exit" -> Runtime.getRuntime().halt(0);
            default -> runner.execute(() -> session.carryOut(order));
        }
    }
}
