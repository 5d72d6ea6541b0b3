package org.atomizable.core.worker;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.command.CommandFactory;
import org.atomizable.core.command.Python;
import org.atomizable.core.worker.warm.MemoryBudget;

/** Runs a stubborn job in one lease, from this process or, as a program, from a process that may be stopped or killed meanwhile. */
final class StubbornRun implements AutoCloseable {

    private static final Slice SLICE = new Slice("s", new SliceKind("2g.20gb"), Bytes.gibi(19));

    /** A way of a command begins with it. */
    static final String COMMAND = "command-";

    private final Path directory;
    private final StoreOpening store;
    private final ChildProcesses pool;

    StubbornRun(Path directory) {
        this(directory, Optional.empty());
    }

    StubbornRun(Path directory, Optional<Elsewhere> elsewhere) {
        this.directory = directory;
        this.store = StoreOpening.in(directory.resolve("store"), StubbornJob.NAME);
        Path logs = directory.resolve("logs");
        this.pool = elsewhere
                .map(it -> new ChildProcesses(logs, List.of(), TimeSource.system(), Bytes.mebi(1), it))
                .orElseGet(() -> new ChildProcesses(
                        logs, List.of(), TimeSource.system(), Bytes.mebi(1), new MemoryBudget(Bytes.gibi(2))));
    }

    /** The end of the lease, in milliseconds since 1970. */
    Path ends() {
        return directory.resolve("ends");
    }

    /** The limits of the process that does not come back. */
    Path started() {
        return directory.resolve("started");
    }

    StoreOpening store() {
        return store;
    }

    NamedJob job(String how) {
        if (how.startsWith(COMMAND)) {
            Path program = Python.program(directory, "stubborn.py");
            String command =
                    "%s %s %s %s".formatted(Python.command(), program, how.substring(COMMAND.length()), started());
            return new NamedJob(CommandFactory.NAME, Python.job(command));
        }
        return new NamedJob(
                StubbornJob.NAME, Map.of("how", how, "started", started().toString()));
    }

    /** Runs atoms in a lease that begins when the worker is there. */
    Report run(String how, long token, long first, long atoms, Duration lease) throws Exception {
        try (Worker worker = pool.launcherFor(job(how), store, 1.0).launch(SLICE)) {
            Instant now = TimeSource.system().now();
            Grant grant = QuickSubjob.grant(SLICE, token, now, lease);
            Files.writeString(ends(), Long.toString(grant.ends().toEpochMilli()));
            return worker.run(QuickSubjob.in(grant, first, atoms), (next, memory) -> {});
        }
    }

    @Override
    public void close() {
        pool.close();
    }

    /**
     * Runs the atoms from 6 on, and prints the kind of failure.
     *
     * @param args the directory, the way, and the length of the lease in milliseconds
     */
    public static void main(String[] args) throws Exception {
        try (StubbornRun run = new StubbornRun(Path.of(args[0]))) {
            run.run(args[1], 2, StubbornJob.AT, StubbornJob.ATOMS, Duration.ofMillis(Long.parseLong(args[2])));
            System.out.println("ended");
        } catch (WorkerException e) {
            System.out.println(e.kind());
        }
    }
}
