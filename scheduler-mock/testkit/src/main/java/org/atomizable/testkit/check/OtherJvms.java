package org.atomizable.testkit.check;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
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
import org.atomizable.api.Atomizable;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Finding;
import org.atomizable.testkit.rule.Rule;

/** Runs a job in this JVM and in others, one after the other, and compares the states between all atoms. */
public final class OtherJvms {

    /** By chance a small set has the same order in two. */
    private static final int SEVERAL = 3;

    /** A new JVM is slower, and compares what it reaches. */
    private static final int SLOWER = 6;

    private static final Duration START = Duration.ofMinutes(1);

    private static final List<String> SAME_HASH_CODES = List.of("-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2");

    private final Path directory;
    private final NamedJob job;
    private final Trial trial;
    private final long atoms;
    private final List<Path> classPath;

    private OtherJvms(Path directory, NamedJob job, Trial trial, long atoms, List<Path> classPath) {
        this.directory = directory;
        this.job = job;
        this.trial = trial;
        this.atoms = atoms;
        this.classPath = List.copyOf(classPath);
    }

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
        Straight here = Watch.run(trial, Rule.REPEATABLE, Straight::of);
        try (TemporaryDirectory directory = TemporaryDirectory.create()) {
            OtherJvms others = new OtherJvms(directory.path(), job, trial, here.atoms(), classPath);
            for (int number = 1; number <= SEVERAL; number++) {
                Optional<String> difference = difference(here.images(), others.states(List.of()));
                if (difference.isPresent()) {
                    throw others.breach(here.job(), difference.get());
                }
            }
        }
        return new Tried(here.atoms(), 0, 0);
    }

    private static Optional<String> difference(List<StateImage> here, List<StateImage> there) {
        for (int state = 0; state < Math.min(here.size(), there.size()); state++) {
            Optional<String> difference = here.get(state).differenceTo(there.get(state));
            if (difference.isPresent()) {
                String when = state == 0
                        ? "a new instance saves other bits"
                        : "atom %s ended in other bits".formatted(state - 1);
                return Optional.of("%s: %s".formatted(when, difference.get()));
            }
        }
        return Optional.empty();
    }

    private ContractViolation breach(String name, String difference) throws Exception {
        return new ContractViolation(new Breach(
                name,
                Rule.REPEATABLE,
                "in another JVM " + difference,
                List.of(),
                causes(),
                Optional.of("Contracts.assertRepeatableInOtherJvms(new NamedJob(\"%s\", Map.of(%s)))"
                        .formatted(job.name(), parameters(job.parameters())))));
    }

    private List<Finding> causes() throws Exception {
        try (Atomizable instance = trial.source().create()) {
            JobClasses classes = JobClasses.of(instance);
            // By chance a small immutable set has the same order in several JVMs.
            if (classes.ofAJvm().isEmpty() && isTheSameByHashCodes()) {
                return List.of(new Finding(
                        Cause.MAP_WITHOUT_ORDER,
                        "with the same identity hash codes in all JVMs the states are the same"));
            }
            return Stream.of(classes.ofAJvm(), classes.clocks(), classes.unseeded())
                    .flatMap(it -> it.stream().limit(2))
                    .map(call -> new Finding(Cause.NOT_FOUND, "not proved to matter: " + call))
                    .toList();
        }
    }

    private boolean isTheSameByHashCodes() throws IOException, InterruptedException {
        try {
            List<StateImage> one = states(SAME_HASH_CODES);
            List<StateImage> another = states(SAME_HASH_CODES);
            List<StateImage> third = states(SAME_HASH_CODES);
            return difference(one, another).isEmpty() && difference(one, third).isEmpty();
        } catch (IllegalStateException e) {
            // This JVM cannot set them, so nothing is proved.
            return false;
        }
    }

    private static String parameters(Map<String, String> parameters) {
        return new TreeMap<>(parameters)
                .entrySet().stream()
                        .map(it -> "\"%s\", \"%s\"".formatted(it.getKey(), it.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private List<StateImage> states(List<String> options) throws IOException, InterruptedException {
        Path states = directory.resolve("states");
        Path said = directory.resolve("said");
        Files.deleteIfExists(states);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of(
                "-cp",
                Stream.concat(
                                Stream.of(System.getProperty("java.class.path")),
                                classPath.stream().map(it -> it.toAbsolutePath().toString()))
                        .collect(Collectors.joining(File.pathSeparator)),
                OtherJvms.class.getName(),
                states.toString(),
                Long.toString(atoms),
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
        return read(states);
    }

    private static List<StateImage> read(Path file) throws IOException {
        List<StateImage> images = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                images.add(StateImage.readFrom(in));
            }
        }
        return images;
    }

    /** In the other JVM: writes each state into a file. */
    public static void main(String[] args) throws Exception {
        Map<String, String> parameters = new TreeMap<>();
        for (String each : List.of(args).subList(3, args.length)) {
            int sign = each.indexOf('=');
            parameters.put(each.substring(0, sign), each.substring(sign + 1));
        }
        Trial trial = Trial.of(new NamedJob(args[2], parameters)).overAtoms(Long.parseLong(args[1]));
        Straight run = Straight.of(trial.within(trial.limit().multipliedBy(SLOWER)));
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(Path.of(args[0]))))) {
            out.writeInt(run.images().size());
            for (StateImage image : run.images()) {
                image.writeTo(out);
            }
        }
        // A job's threads do not keep it.
        System.exit(0);
    }
}
