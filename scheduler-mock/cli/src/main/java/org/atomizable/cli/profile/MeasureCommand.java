package org.atomizable.cli.profile;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.atomizable.api.Atomizable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.SliceKind;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.cli.job.JobEnd;
import org.atomizable.cli.job.JobOptions;
import org.atomizable.cli.terminal.Board;
import org.atomizable.cli.terminal.Counted;
import org.atomizable.core.run.Measurement;
import org.atomizable.core.run.SamplerSource;
import org.atomizable.core.wire.WireJson;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.Samplers;
import org.atomizable.djl.DeviceMemory;
import org.atomizable.profiler.profile.KeptPromises;
import org.atomizable.profiler.store.ProfileDirectory;
import org.atomizable.profiler.store.ProfileKey;
import org.atomizable.profiler.store.RecordedRun;
import org.atomizable.profiler.store.Recording;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atomizable profile run}. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a job here, in subjobs with a real restore and checkpoint each, and adds what it needed to "
                    + "its recording.",
            "Its state is discarded, its checkpoints stay."
        })
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class MeasureCommand implements Callable<Integer> {

    /** The outcome, for machines. */
    record Measured(String job, int samples, String file) {}

    @Mixin
    private JobOptions job = new JobOptions();

    @Option(
            names = "--atoms",
            paramLabel = "N",
            description = "End after this many atoms (default: at the end of the job).")
    private long atoms = Long.MAX_VALUE;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "60",
            description = "End after so long (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--per-subjob",
            paramLabel = "K",
            defaultValue = "32",
            description = "Atoms of a subjob, 2 or more (default: ${DEFAULT-VALUE}).")
    private long perSubjob;

    @Option(
            names = "--slice",
            paramLabel = "KIND",
            defaultValue = "cpu",
            description = "The kind of slice that this machine is (default: ${DEFAULT-VALUE}).")
    private String slice;

    /** The kinds of memory that can be measured. */
    enum Memory {
        /** The most that was resident. */
        process,
        /** The same, of which pages that other processes share count in part. */
        shared,
        /** The most of the JVM's heap in use. */
        heap,
        /** The memory in use on DJL's GPU. */
        device,
        /** The job's own count. */
        job
    }

    @Option(
            names = "--memory",
            description =
                    "What is measured: ${COMPLETION-CANDIDATES} (default: the job's own count if it counts, else process).")
    private @Nullable Memory memory;

    @Option(
            names = "--memory-scale",
            paramLabel = "X",
            description = "Take the job's own count of its memory, times X; implies --memory job.")
    private @Nullable Double memoryScale;

    @Option(
            names = "--profiles",
            paramLabel = "DIR",
            defaultValue = "profiles",
            description = "Where recordings are kept (default: ${DEFAULT-VALUE}).")
    private Path profiles;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        requireTwo("--per-subjob", perSubjob);
        requireTwo("--atoms", atoms);
        requirePositive("--seconds", seconds);
        requirePositive("--memory-scale", memoryScale == null ? 1 : memoryScale);
        NamedJob named = job.named();
        JobSpec spec;
        Memory measured;
        try (Atomizable made = named.create()) {
            measured = chosen(made);
            spec = measuredSo(made.spec(), measured);
        }
        TimeSource time = TimeSource.system();
        Instant began = time.now();
        List<Sample> samples = measured(named, spec, sampled(measured, time), time);
        RecordedRun run = new RecordedRun(
                new RecordedRun.Origin(UUID.randomUUID().toString(), began, machine()),
                RecordedRun.Observed.ofSamples(samples),
                KeptPromises.NONE);
        ProfileKey key = new ProfileKey(new SliceKind(slice), spec.traits());
        Path file = ProfileDirectory.at(profiles).add(new Recording(spec.name(), key, List.of(run)));
        if (json) {
            System.out.println(
                    WireJson.mapper().writeValueAsString(new Measured(spec.name(), samples.size(), file.toString())));
        } else {
            System.out.printf(
                    "%s of %s on %s are in %s%n", Counted.of(samples.size(), "sample"), spec.name(), key, file);
        }
        return 0;
    }

    private static void requireTwo(String option, long value) {
        if (value < 2) {
            throw new IllegalArgumentException("%s must be 2 or more, was %s".formatted(option, value));
        }
    }

    private static void requirePositive(String option, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("%s must be more than 0, was %s".formatted(option, value));
        }
    }

    private List<Sample> measured(NamedJob named, JobSpec spec, SamplerSource sampled, TimeSource time)
            throws Exception {
        Path scratch = Files.createTempDirectory("atomizable-profile-");
        long most = Math.min(atoms, spec.atomsLeft(0));
        try (Board board = Board.onStandardError();
                CheckpointStore store = Checkpoints.in(scratch.resolve("store"), spec.name())) {
            Board.Bar bar = board.bar(spec.name(), most);
            Duration longest = Duration.ofMillis(Math.round(seconds * 1000));
            return Measurement.run(
                    named,
                    store,
                    sampled,
                    time,
                    new SliceKind(slice),
                    new Measurement.Extent(perSubjob, most, longest),
                    bar::at);
        } catch (AtomizableException | InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw JobEnd.threw(spec.name(), "measured", e, "Run the job by itself and correct what it throws");
        } finally {
            try (Stream<Path> all = Files.walk(scratch)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    private SamplerSource sampled(Memory measured, TimeSource time) {
        return switch (measured) {
            case process -> Samplers.ofTheProcess(time);
            case shared -> Samplers.ofTheProcessShare(time);
            case heap -> Samplers.ofTheHeap();
            case device -> job -> Samplers.paced(DeviceMemory.ofTheEngine(), time);
            case job -> Samplers.of(memoryScale == null ? 1 : memoryScale, time);
        };
    }

    private Memory chosen(Atomizable job) {
        if (memoryScale != null) {
            return Memory.job;
        }
        return memory == null ? (job.memoryUsed().isPresent() ? Memory.job : Memory.process) : memory;
    }

    /** Amounts of different measures must not meet in one file. */
    private JobSpec measuredSo(JobSpec spec, Memory measured) {
        if (measured != Memory.job) {
            return spec.withTrait("memory", measured.name());
        }
        return memoryScale == null || memoryScale == 1
                ? spec
                : spec.withTrait("memory-scale", String.valueOf(memoryScale));
    }

    private static String machine() {
        return "%s, %s processors, Java %s"
                .formatted(
                        System.getProperty("os.arch"),
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("java.version"));
    }
}
