package org.atomizable.cli.colocate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.run.AtomLoop;
import org.atomizable.core.worker.JobLoadException;
import org.atomizable.core.worker.NamedJob;

/**
 * The main class of a child process that runs a job's atoms until it is killed, from the first one again when the job is done. For each
 * line on standard input it prints how many atoms ended so far, and when the last one did: {@code 17 123456789}.
 */
public final class AtomCounter {

    /** The exit code of a process whose job cannot be created. */
    static final int NOT_LOADED = 78;

    private static final int FAILED = 1;

    /** How many atoms ended, and when the last one did, in nanoseconds. */
    private record Count(long atoms, long nanos) {}

    private final TimeSource time;

    /** Written by the thread that runs the atoms alone. */
    private volatile Count count;

    private AtomCounter(TimeSource time) {
        this.time = time;
        this.count = new Count(0, time.nanos());
    }

    /**
     * Runs a job.
     *
     * @param args its name, then its parameters as {@code name=value}
     */
    public static void main(String[] args) throws Exception {
        Map<String, String> parameters = new HashMap<>();
        for (String each : List.of(args).subList(1, args.length)) {
            String[] parts = each.split("=", 2);
            parameters.put(parts[0], parts[1]);
        }
        PrintStream answers = System.out;
        // What a job prints must not be taken for an answer.
        System.setOut(System.err);
        AtomCounter counter = new AtomCounter(TimeSource.system());
        Thread asked = new Thread(() -> counter.answer(answers), "answers");
        asked.setDaemon(true);
        asked.start();
        try {
            counter.count(new NamedJob(args[0], parameters));
        } catch (JobLoadException e) {
            System.err.println(e.getMessage());
            Runtime.getRuntime().halt(NOT_LOADED);
        } catch (Exception | Error e) {
            // Also when memory is too short beside another job.
            System.err.println(e);
            Runtime.getRuntime().halt(FAILED);
        }
    }

    private void count(NamedJob named) throws Exception {
        long done = 1;
        while (done > 0) {
            try (Atomizable job = named.create()) {
                long most = job.spec().atomsLeft(0);
                done = AtomLoop.run(job, 0, (running, next) -> {
                    if (next > 0) {
                        count = new Count(count.atoms() + 1, time.nanos());
                    }
                    return next < most;
                });
            }
        }
    }

    /** Ends with the parent: then nobody asks any more. */
    private void answer(PrintStream answers) {
        try (BufferedReader asks = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            while (asks.readLine() != null) {
                Count now = count;
                answers.println(now.atoms() + " " + now.nanos());
                answers.flush();
            }
        } catch (IOException closed) {
            // As good as its end.
        }
        Runtime.getRuntime().halt(0);
    }
}
