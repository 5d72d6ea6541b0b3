package org.atomizable.cli.colocate;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.process.Offspring;

/** Jobs that run beside each other, each in a child process. Closing kills the processes. */
final class RunningJobs implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);
    private static final String ALONE =
            "Run the job by itself with 'atomizable profile run', and correct what it says.";

    /** What every process is started with. */
    record Setup(List<Path> classPath, Optional<String> cores, Path logs, Duration patience, TimeSource time) {}

    private record Count(long atoms, long nanos) {}

    private final Setup setup;
    private final List<MeasuredJob> jobs;
    private final List<Process> processes = new ArrayList<>();
    private final List<BufferedReader> answers = new ArrayList<>();

    private RunningJobs(Setup setup, List<MeasuredJob> jobs) {
        this.setup = setup;
        this.jobs = jobs;
    }

    static RunningJobs start(Setup setup, List<MeasuredJob> jobs) throws IOException {
        RunningJobs running = new RunningJobs(setup, jobs);
        try {
            for (int i = 0; i < jobs.size(); i++) {
                ProcessBuilder command = new ProcessBuilder(command(setup, jobs.get(i)));
                command.redirectError(
                        setup.logs().resolve("job-%d.log".formatted(i)).toFile());
                Process process = Offspring.start(command);
                running.processes.add(process);
                running.answers.add(
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
            }
            return running;
        } catch (IOException e) {
            running.close();
            throw e;
        }
    }

    private static List<String> command(Setup setup, MeasuredJob job) {
        List<String> command = new ArrayList<>();
        setup.cores().ifPresent(it -> command.addAll(List.of("taskset", "-c", it)));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-cp",
                Stream.concat(
                                Stream.of(System.getProperty("java.class.path")),
                                setup.classPath().stream()
                                        .map(it -> it.toAbsolutePath().toString()))
                        .collect(Collectors.joining(File.pathSeparator)),
                AtomCounter.class.getName()));
        command.addAll(job.arguments());
        return command;
    }

    /**
     * Returns the atoms per second of each job, over a time that begins when each has done some.
     *
     * @throws LostJobException if a process ends, or does no atom for longer than the setup's patience
     * @throws AtomizableException if a job cannot be created
     */
    List<Double> atomsPerSecond(Duration window) throws AtomizableException, InterruptedException {
        List<Count> before = counts(List.of());
        setup.time().sleep(window);
        List<Count> after = counts(before);
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            Count from = before.get(i);
            Count to = after.get(i);
            rates.add(1e9 * (to.atoms() - from.atoms()) / (to.nanos() - from.nanos()));
        }
        return rates;
    }

    /** Returns the counts once each job has done an atom more than in {@code before}. */
    private List<Count> counts(List<Count> before) throws AtomizableException, InterruptedException {
        long deadline = setup.time().nanos() + setup.patience().toNanos();
        while (true) {
            List<Count> counts = new ArrayList<>();
            boolean all = true;
            for (int i = 0; i < jobs.size(); i++) {
                Count count = ask(i);
                counts.add(count);
                all &= count.atoms() > (before.isEmpty() ? 0 : before.get(i).atoms());
            }
            if (all) {
                return counts;
            }
            if (setup.time().nanos() > deadline) {
                throw new LostJobException(
                        "of %s not every job did an atom in %s".formatted(names(), setup.patience()),
                        "Measure jobs with shorter atoms, or set --patience higher.");
            }
            setup.time().sleep(POLL);
        }
    }

    private Count ask(int index) throws AtomizableException, InterruptedException {
        try {
            OutputStream asks = processes.get(index).getOutputStream();
            asks.write('\n');
            asks.flush();
            String line = answers.get(index).readLine();
            if (line != null) {
                String[] parts = line.split(" ", 2);
                return new Count(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
            }
        } catch (IOException ended) {
            // Told below.
        }
        throw ended(index);
    }

    private AtomizableException ended(int index) throws InterruptedException {
        String job = jobs.get(index).text();
        Process process = processes.get(index);
        if (!process.waitFor(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
            return new LostJobException("job %s closed its output while it ran in %s".formatted(job, names()), ALONE);
        }
        if (process.exitValue() == AtomCounter.NOT_LOADED) {
            return new AtomizableException(
                    "job %s cannot be created: %s".formatted(job, log(index)),
                    "Correct its name or its parameters, or name its jar with --class-path.");
        }
        return new LostJobException(
                "job %s ended with exit code %d while it ran in %s; it wrote: %s"
                        .formatted(job, process.exitValue(), names(), log(index)),
                ALONE);
    }

    private String names() {
        return jobs.stream().map(MeasuredJob::text).collect(Collectors.joining(" + "));
    }

    private String log(int index) {
        try {
            List<String> lines = Files.readAllLines(setup.logs().resolve("job-%d.log".formatted(index)));
            return lines.isEmpty() ? "nothing" : lines.get(lines.size() - 1);
        } catch (IOException e) {
            return "nothing that can be read";
        }
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
        for (Process each : processes) {
            each.onExit().join();
        }
    }
}
