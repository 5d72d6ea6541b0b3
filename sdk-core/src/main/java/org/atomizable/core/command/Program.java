package org.atomizable.core.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.atomizable.core.device.Limit;
import org.atomizable.core.worker.ChildProcesses;
import org.atomizable.core.worker.Secrets;
import org.atomizable.core.worker.Tail;

/**
 * A running command. Requests go to its descriptor {@code $ATOMIZABLE_IN}, answers come from {@code $ATOMIZABLE_OUT}. Its standard
 * input is empty. What it prints goes to this process's standard error, which is a log in a worker.
 *
 * <p>Java creates pipes for descriptors 0, 1 and 2 only. A shell moves them before it becomes the command.
 */
final class Program implements AutoCloseable {

    private static final String LAUNCH =
            "command -v setsid >/dev/null 2>&1 && set -- setsid \"$@\"; " + "exec \"$@\" 3<&0 4>&1 </dev/null 1>&2";

    /** A shell stays in front of the command, so its exit code can be told from that of a missing command, on every shell alike. */
    private static final String RUN =
            "command=$(printf '%b.' \"$1\"); command=${command%.}; shift; eval \"$command\"; exit $?";

    /** Hashes of texts, and so the orders of sets, must be the same in all processes of a job, on all machines. */
    private static final Map<String, String> SALTS =
            Map.of("PYTHONHASHSEED", "0", "PERL_HASH_SEED", "0", "PERL_PERTURB_KEYS", "0");

    private static final String DEVICES = "CUDA_VISIBLE_DEVICES";

    private static final Duration MOST_TO_ABORT = Duration.ofSeconds(1);
    private static final Duration MOST_TO_DRAIN = Duration.ofSeconds(2);

    private final Process process;
    private final Tail tail = new Tail();
    private final Guardian guardian;
    private final Others others;
    private final CompletableFuture<?> ended;
    private final Thread output;
    private List<ProcessHandle> signalled = List.of();
    private Set<ProcessHandle> there = Set.of();

    private Program(Process process, Guardian guardian, Others others) {
        this.process = process;
        this.guardian = guardian;
        this.output = new Thread(this::copyOutput, "atomizable-command-output-" + process.pid());
        this.output.setDaemon(true);
        this.output.start();
        this.others = others;
        this.ended = others == Others.STAY ? process.onExit() : process.onExit().thenRunAsync(guardian::strike);
    }

    /** Says whether the processes that a program has forked run on when it ends by itself. */
    enum Others {
        /** They are killed, so that they do not hold its answers open. */
        END,
        /** They run until {@link #close}. */
        STAY
    }

    /**
     * Starts a command in a process group of its own.
     *
     * @param environment in addition to that of this process
     */
    static Program start(String command, Map<String, String> environment, Guardian guardian, Others others)
            throws CommandException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                "/bin/sh",
                "-c",
                LAUNCH,
                "atomizable",
                "/bin/sh",
                "-c",
                RUN,
                "atomizable-command",
                Escaped.line(command)));
        SALTS.forEach(builder.environment()::putIfAbsent);
        if (hidesGpus()) {
            // Without a lease, a program that takes a GPU takes it from somebody who has one.
            builder.environment().put(DEVICES, "");
        }
        builder.environment().putAll(environment);
        builder.environment()
                .putAll(Map.of("ATOMIZABLE_IN", "3", "ATOMIZABLE_OUT", "4", Guardian.MARK, guardian.mark()));
        Secrets.removeFrom(builder.environment());
        try {
            Process process = builder.start();
            guardian.watch(process);
            return new Program(process, guardian, others);
        } catch (IOException e) {
            throw new CommandException(
                    "the command \"%s\" cannot be started: %s".formatted(command, e.getMessage()),
                    Limit.reached(String.valueOf(e.getMessage()))
                            .map(Limit::remedy)
                            .orElse("Commands need /bin/sh"),
                    e);
        }
    }

    /** Tells whether programs see no GPU here only because this process holds no lease. */
    static boolean hidesGpus() {
        return !ChildProcesses.isWorker() && System.getenv(DEVICES) == null;
    }

    private void copyOutput() {
        byte[] piece = new byte[1 << 16];
        try (InputStream from = process.getErrorStream()) {
            int count = from.read(piece);
            while (count >= 0) {
                tail.add(piece, count);
                System.err.write(piece, 0, count);
                System.err.flush();
                count = from.read(piece);
            }
        } catch (IOException e) {
            tail.note("the output ends here: " + e.getMessage());
        }
    }

    OutputStream requests() {
        return process.getOutputStream();
    }

    InputStream answers() {
        return process.getInputStream();
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for its end; empty if it has not ended by then. */
    OptionalInt exitCode(Duration most) throws InterruptedException {
        return process.waitFor(most.toNanos(), TimeUnit.NANOSECONDS)
                ? OptionalInt.of(process.exitValue())
                : OptionalInt.empty();
    }

    /**
     * Sends a signal to those of its processes that catch it, and not to those that these have started: a shell or another part of a
     * pipeline that does not catch it would only die of it.
     *
     * @return whether there was one; always true on systems that do not tell, where the processes of the line get it
     */
    boolean signal(String name) throws IOException, InterruptedException {
        List<ProcessHandle> processes = Catching.isKnown()
                ? Catching.outermost(process.toHandle(), name)
                : process.children().toList();
        List<String> kill = Stream.concat(
                        Stream.of("/bin/sh", "-c", "kill -s \"$0\" -- \"$@\"", name),
                        processes.stream().map(it -> Long.toString(it.pid())))
                .toList();
        if (!processes.isEmpty()) {
            signalled = processes;
            there = process.descendants().collect(Collectors.toSet());
            new ProcessBuilder(kill)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        }
        return !processes.isEmpty() || !Catching.isKnown();
    }

    /**
     * Tells whether those that got the signal have ended, and the line waits only for others that were there before and have no end of
     * theirs to wait for: parts of a pipeline see the end of their input, and what was started since may still save.
     */
    boolean waitsForOthers() {
        List<ProcessHandle> left = process.descendants()
                .filter(ProcessHandle::isAlive)
                .filter(it -> !Catching.isLauncher(it))
                .toList();
        return Catching.isKnown()
                && signalled.stream().noneMatch(ProcessHandle::isAlive)
                && !left.isEmpty()
                && left.stream().allMatch(it -> there.contains(it) && !readsPipe(it));
    }

    private static boolean readsPipe(ProcessHandle each) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(each.pid()), "fd", "0"))
                    .toString()
                    .startsWith("pipe:");
        } catch (IOException gone) {
            return true;
        }
    }

    /** Returns the time of processors that the running processes of the job have used. */
    Duration busy() throws IOException {
        return guardian.left().stream()
                .flatMap(it -> it.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Waits for the processes that an ended line has left running; returns the names of those that still run then. */
    String left(Duration most) throws IOException, InterruptedException {
        List<ProcessHandle> left = guardian.left();
        CompletableFuture<?> gone =
                CompletableFuture.allOf(left.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new));
        try {
            gone.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return names(left.stream());
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a process cannot be awaited", e);
        }
        return names(guardian.left().stream());
    }

    /** Returns the names of what runs of it; of a shell only if nothing else does. */
    String running() {
        return names(Stream.concat(process.descendants(), Stream.of(process.toHandle())));
    }

    private static String names(Stream<ProcessHandle> processes) {
        List<String> names = processes
                .filter(ProcessHandle::isAlive)
                .flatMap(it -> it.info().command().stream())
                .map(it -> it.substring(it.lastIndexOf('/') + 1))
                .distinct()
                .toList();
        List<String> others =
                names.stream().filter(it -> !Catching.isLauncher(it)).toList();
        return String.join(", ", others.isEmpty() ? names : others);
    }

    /** Returns the last lines that it printed, on one, as the end of a message; waits until an ended program's are read. */
    String lastWords() {
        if (!process.isAlive()) {
            drain();
        }
        String words = tail.words();
        return words.isEmpty() ? "; it printed nothing" : "; its last lines: \"" + words + "\"";
    }

    /** Waits until what it has printed is copied, if it has ended; what a process still prints that it has left is not awaited for long. */
    void drain() {
        try {
            output.join(MOST_TO_DRAIN.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends it; first asks it, by SIGABRT, for its stack: Python prints that, as far as atomizable.py is in it. */
    void abort() {
        try {
            signal("ABRT");
            if (exitCode(MOST_TO_ABORT).isPresent()) {
                // The kill below closes its output, which a busy machine may not have read yet.
                drain();
            }
        } catch (IOException e) {
            // Then there is no stack.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        kill();
    }

    /** Ends the process at once; everything that it has forked follows. */
    void kill() {
        process.destroyForcibly();
    }

    /** Kills it with all that it has forked, and waits until that is done. */
    @Override
    public void close() {
        kill();
        try {
            ended.get();
            if (others == Others.STAY) {
                guardian.strike();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a command could not be ended", e);
        }
    }
}
