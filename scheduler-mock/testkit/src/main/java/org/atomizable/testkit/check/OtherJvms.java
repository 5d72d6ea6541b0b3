package org.atomizable.testkit.check;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Finding;
import org.atomizable.testkit.rule.Rule;
import org.atomizable.testkit.state.StateImage;

/** Runs a job in this JVM and in others, one after the other, and compares the states between all atoms. */
public final class OtherJvms {

    /** By chance a small set has the same order in two. */
    private static final int SEVERAL = 3;

    /** A new JVM is slower, and compares what it reaches. */
    private static final int SLOWER = 6;

    private static final Duration START = Duration.ofMinutes(1);

    private OtherJvms() {}

    /**
     * Checks a job.
     *
     * @throws ContractViolation if a state differs
     * @throws IllegalStateException if the job cannot be run in another JVM
     * @throws Exception what the job throws in this one
     */
    public static void check(NamedJob job) throws Exception {
        check(job, Trial.of(job), List.of());
    }

    /**
     * Checks a job with other limits.
     *
     * @param classPath what the other JVMs need besides this one's class path
     * @throws ContractViolation if a state differs
     * @throws IllegalStateException if the job cannot be run in another JVM
     * @throws Exception what the job throws in this one
     */
    public static Tried check(NamedJob job, Trial trial, List<Path> classPath) throws Exception {
        Straight here = Straight.of(trial);
        List<String> states = here.images().stream().map(StateImage::sha256).toList();
        try (TemporaryDirectory directory = TemporaryDirectory.create()) {
            for (int number = 1; number <= SEVERAL; number++) {
                List<String> there = statesIn(directory.path(), job, trial, here.atoms(), classPath);
                for (int atom = 0; atom < Math.min(states.size(), there.size()); atom++) {
                    if (!states.get(atom).equals(there.get(atom))) {
                        throw breach(here.job(), job, atom);
                    }
                }
            }
        }
        return new Tried(here.atoms(), 0, 0);
    }

    private static ContractViolation breach(String name, NamedJob job, int state) {
        String when =
                state == 0 ? "a new instance is in another state" : "atom %d ended in other bits".formatted(state - 1);
        return new ContractViolation(new Breach(
                name,
                Rule.REPEATABLE,
                "in another JVM " + when,
                List.of(),
                List.of(new Finding(
                        Cause.MAP_WITHOUT_ORDER,
                        "Set.of, Map.of and hash codes of identity, such as those of enums, have another order"
                                + " in each JVM")),
                Optional.of("Contracts.assertRepeatableInOtherJvms(new NamedJob(\"%s\", Map.of(%s)))"
                        .formatted(job.name(), parameters(job.parameters())))));
    }

    private static String parameters(Map<String, String> parameters) {
        return new TreeMap<>(parameters)
                .entrySet().stream()
                        .map(it -> "\"%s\", \"%s\"".formatted(it.getKey(), it.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private static List<String> statesIn(Path directory, NamedJob job, Trial trial, long atoms, List<Path> classPath)
            throws IOException, InterruptedException {
        Path states = directory.resolve("states");
        Path said = directory.resolve("said");
        Files.deleteIfExists(states);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                Stream.concat(
                                Stream.of(System.getProperty("java.class.path")),
                                classPath.stream().map(it -> it.toAbsolutePath().toString()))
                        .collect(Collectors.joining(File.pathSeparator)),
                OtherJvms.class.getName(),
                states.toString(),
                Long.toString(Math.max(1, atoms)),
                job.name()));
        job.parameters().forEach((key, value) -> command.add(key + "=" + value));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        Duration most = trial.limit().multipliedBy(SLOWER).plus(START);
        boolean ended = process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS);
        process.destroyForcibly();
        if (!ended || process.exitValue() != 0) {
            throw new IllegalStateException("job %s cannot be run in another JVM, which said: %s"
                    .formatted(job.name(), ended ? Files.readString(said) : "nothing in time"));
        }
        return Files.readAllLines(states);
    }

    /** In the other JVM: writes the digest of each state into a file. */
    public static void main(String[] args) throws Exception {
        Map<String, String> parameters = new TreeMap<>();
        for (String each : List.of(args).subList(3, args.length)) {
            int sign = each.indexOf('=');
            parameters.put(each.substring(0, sign), each.substring(sign + 1));
        }
        Trial trial = Trial.of(new NamedJob(args[2], parameters)).overAtoms(Long.parseLong(args[1]));
        Straight run = Straight.of(trial.within(trial.limit().multipliedBy(SLOWER)));
        Files.write(
                Path.of(args[0]), run.images().stream().map(StateImage::sha256).toList());
        // A job's threads do not keep it.
        System.exit(0);
    }
}
