package org.atomizable.core.worker;

import com.sun.management.OperatingSystemMXBean;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.Metric;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.wire.StraightResult;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.wire.FromWire;
import org.atomizable.core.worker.channel.WorkerChannel;
import org.atomizable.core.worker.channel.WorkerEvent;
import org.atomizable.core.worker.warm.MemoryBudget;
import org.jspecify.annotations.Nullable;

/**
 * Starts workers in processes of their own, and keeps those that wait within a budget of this host's memory.
 *
 * <p>Between subjobs a process holds nothing of its slice, unless the newest grant there has allowed that. What processes print goes
 * to {@code worker-SLICE.log}, whose size is limited; one older file is kept. If a slice's id is the UUID of a MIG device or GPU, or a
 * place, a dot and such a UUID, its process sees only that device in CUDA.
 */
public final class ChildProcesses implements AutoCloseable {

    /** How large a log may become, unless told otherwise. */
    public static final Bytes USUAL_LOG_LIMIT = Bytes.mebi(10);

    private static final String WORKER = "atomizable.worker";
    private static final List<String> INHERITED = List.of(CommandRunner.NO_SELF_CHECK, "atomizable.scratch");
    private static final int SHARE_OF_THE_HOST = 8;
    private static final Pattern CUDA_DEVICE = Pattern.compile("MIG-.+|GPU-[0-9a-f]{8}-.+");

    /** An engine's slices are named by their place too. */
    private static final Pattern PLACED_DEVICE = Pattern.compile("(?:.+\\.)?(" + CUDA_DEVICE + ")");

    private final WorkerLogs logs;
    private final List<Path> classPath;
    private final TimeSource time;
    private final AtomicLong startNanos = new AtomicLong();
    private final WorkerPool pool;
    private final Optional<Elsewhere> elsewhere;

    /**
     * Makes an empty pool with the usual limits.
     *
     * @param logs directory for the log files; made if it is not there
     * @param classPath what the processes need besides this one's class path
     */
    public ChildProcesses(Path logs, List<Path> classPath, TimeSource time) {
        this(logs, classPath, time, USUAL_LOG_LIMIT, usualBudget());
    }

    /**
     * Makes an empty pool whose logs and waiting workers are limited otherwise.
     *
     * @param logLimit how large a log may become before it is renamed, and the one renamed before is deleted
     * @param waiting how much of this host's memory workers may use that wait for a subjob; if it is zero, none is got ready before its
     *     grant, and each process ends after its subjob
     */
    public ChildProcesses(Path logs, List<Path> classPath, TimeSource time, Bytes logLimit, MemoryBudget waiting) {
        this(new WorkerLogs(logs, logLimit), classPath, time, waiting, Optional.empty());
    }

    /**
     * Makes an empty pool whose processes start on other machines. These see this one's directory, class path and JDK by the same paths. Each
     * process starts in its grant and ends after its subjob.
     */
    public ChildProcesses(Path logs, List<Path> classPath, TimeSource time, Bytes logLimit, Elsewhere elsewhere) {
        this(new WorkerLogs(logs, logLimit), classPath, time, new MemoryBudget(Bytes.ZERO), Optional.of(elsewhere));
    }

    private ChildProcesses(
            WorkerLogs logs,
            List<Path> classPath,
            TimeSource time,
            MemoryBudget waiting,
            Optional<Elsewhere> elsewhere) {
        this.elsewhere = elsewhere;
        this.pool = new WorkerPool(this::start, waiting, time);
        this.logs = logs;
        this.classPath = List.copyOf(classPath);
        this.time = time;
    }

    /**
     * Makes the directory for the logs, without which no worker can start.
     *
     * @throws WorkerException if it cannot be made
     */
    public void makeLogs() throws WorkerException {
        logs.make();
    }

    /** Returns the usual budget of workers that wait: an eighth of the memory of this host, or of the container that this runs in. */
    public static MemoryBudget usualBudget() {
        long host =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return new MemoryBudget(Bytes.of(host / SHARE_OF_THE_HOST));
    }

    /**
     * Returns a launcher of one job's workers.
     *
     * @param memoryScale what the job's own count of memory is multiplied by, on a simulated slice; null to measure the
     *     process
     */
    public WorkerLauncher launcherFor(NamedJob job, StoreOpening store, @Nullable Double memoryScale) {
        return new PoolLauncher(pool, new ChildJob(job, store, memoryScale), time);
    }

    /** Has a launcher of {@link #launcherFor} make its job, and restore its newest state, on a slice that is the job's alone. Returns at once. */
    public static void makeAhead(WorkerLauncher launcher, Slice slice) {
        if (launcher instanceof PoolLauncher pooled) {
            pooled.makeAhead(slice);
        }
    }

    /**
     * Runs a whole job without interruption in a process of its own, which is ended afterwards.
     *
     * @param progress told the next atom after each
     */
    public StraightRun straight(NamedJob job, LongConsumer progress) throws WorkerException, InterruptedException {
        Slice nowhere = new Slice("straight-" + job.name(), new SliceKind("none"), Bytes.of(1));
        ChildProcess child =
                ChildProcess.start(command(nowhere), Map.of(), logs.of(nowhere), logs.limit(), time, Optional.empty());
        try {
            WorkerChannel channel = child.channel();
            channel.send(new ChildJob(job, StoreOpening.in(logs.directory(), job.name()), null).straight());
            WorkerEvent event = channel.next();
            while (event instanceof WorkerEvent.Progress at) {
                progress.accept(at.nextAtom());
                event = channel.next();
            }
            if (!(event instanceof WorkerEvent.StraightDone done)) {
                throw channel.unexpected(event, "straight");
            }
            StraightResult result = done.result();
            Optional<Metric> metric = Optional.ofNullable(result.metricName())
                    .map(name -> new Metric(name, result.metricValue(), result.metricLow(), result.metricHigh()));
            return new StraightRun(result.sha256(), result.atoms(), FromWire.seconds(result.seconds()), metric);
        } finally {
            child.kill();
        }
    }

    /** Tells whether this JVM is a worker, which sees of GPUs what its lease is for. */
    public static boolean isWorker() {
        return Boolean.getBoolean(WORKER);
    }

    /** From now on this JVM is its own worker. */
    public static void workHere() {
        System.setProperty(WORKER, "true");
    }

    /** From now on no worker that this JVM starts checks whether new jobs go on from a checkpoint as they went on before. */
    public static void checkNoJobs() {
        System.setProperty(CommandRunner.NO_SELF_CHECK, "true");
    }

    /** Returns how long all starts of processes took together. */
    public Duration timeStarting() {
        return Duration.ofNanos(startNanos.get());
    }

    /** Waits until no worker is being got ready. */
    public void awaitPrepared() {
        pool.awaitAll();
    }

    /** Returns the workers that wait. */
    WorkerPool pool() {
        return pool;
    }

    private ChildProcess start(Slice slice, Optional<Instant> end) throws WorkerException, InterruptedException {
        long began = time.nanos();
        Optional<Elsewhere.Entrance> entrance = elsewhere.isPresent()
                ? Optional.of(elsewhere
                        .get()
                        .to(
                                slice,
                                Duration.between(time.now(), end.orElse(time.now()))
                                        .minus(ChildProcess.EARLY)))
                : Optional.empty();
        ChildProcess child =
                ChildProcess.start(command(slice), visibleDevices(slice), logs.of(slice), logs.limit(), time, entrance);
        startNanos.addAndGet(time.nanos() - began);
        return child;
    }

    /** A slice that is named as CUDA names devices is all that its process sees; a simulated one hides nothing. */
    private static Map<String, String> visibleDevices(Slice slice) {
        Matcher device = PLACED_DEVICE.matcher(slice.id());
        return device.matches() ? Map.of("CUDA_VISIBLE_DEVICES", device.group(1)) : Map.of();
    }

    /**
     * Tells whether a slice is a real device, on which a process that has used it holds a context. One that is named by its place too belongs to
     * an engine's allotment: nobody else gets it before the allotment ends.
     */
    static boolean isCudaDevice(Slice slice) {
        return CUDA_DEVICE.matcher(slice.id()).matches();
    }

    private List<String> command(Slice slice) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            boolean attaches = argument.startsWith("-agentlib") || argument.startsWith("-javaagent");
            if (!attaches) {
                command.add(argument);
            }
        }
        command.add("-D%s=true".formatted(WORKER));
        for (String property : INHERITED) {
            String value = System.getProperty(property);
            if (value != null) {
                command.add("-D%s=%s".formatted(property, value));
            }
        }
        command.addAll(List.of("-cp", wholeClassPath(), WorkerMain.class.getName(), slice.id()));
        return command;
    }

    private String wholeClassPath() {
        return Stream.concat(
                        Stream.of(System.getProperty("java.class.path")),
                        classPath.stream().map(path -> path.toAbsolutePath().toString()))
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Override
    public void close() {
        pool.close();
    }
}
