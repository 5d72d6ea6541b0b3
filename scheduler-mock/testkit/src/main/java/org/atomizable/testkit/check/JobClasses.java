package org.atomizable.testkit.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The classes of a job: its own, and those of users that they name. */
final class JobClasses {

    private static final int MOST = 300;

    private static final List<String> CLOCKS = List.of(
            "java.lang.System.nanoTime(",
            "java.lang.System.currentTimeMillis(",
            "java.time.Instant.now(",
            "java.time.LocalDate.now(",
            "java.time.LocalDateTime.now(",
            "java.time.LocalTime.now(",
            "java.time.ZonedDateTime.now(",
            "java.util.Date.<init>()");

    private static final List<String> UNSEEDED = List.of(
            "java.lang.Math.random(",
            "java.util.Random.<init>()",
            "java.util.SplittableRandom.<init>()",
            "java.util.concurrent.ThreadLocalRandom.current(",
            "java.util.random.RandomGenerator.getDefault(",
            "java.util.random.RandomGenerator.of(",
            "java.util.UUID.randomUUID(",
            "java.security.SecureRandom.<init>(",
            "java.util.Collections.shuffle(Ljava/util/List;)");

    private static final List<String> PARALLEL = List.of(
            "java.util.Collection.parallelStream(",
            "java.util.List.parallelStream(",
            ".parallel()",
            "java.lang.Thread.start(",
            "java.util.concurrent.ExecutorService.",
            "java.util.concurrent.CompletableFuture.",
            "java.util.concurrent.ForkJoinPool.");

    private static final List<String> OF_A_JVM = List.of(
            "java.util.Set.of(",
            "java.util.Map.of(",
            "java.util.Set.copyOf(",
            "java.util.Map.copyOf(",
            "java.util.Map.ofEntries(",
            "java.util.stream.Collectors.toUnmodifiableSet(",
            "java.lang.ProcessHandle.pid(",
            "java.lang.management.RuntimeMXBean.",
            "java.lang.System.identityHashCode(",
            "java.lang.System.getenv(",
            "java.lang.System.getProperty(",
            "java.nio.file.Files.list(",
            "java.io.File.list");

    private static final List<String> TEST_LIBRARIES = List.of(
            "org.atomizable.testkit.Contracts",
            "org.atomizable.testkit.check.",
            "org.atomizable.testkit.rule.",
            "org.atomizable.checkpoint.",
            "org.junit.",
            "org.assertj.",
            "net.jqwik.");

    private final Set<Class<?>> classes = new LinkedHashSet<>();

    private JobClasses() {}

    /** Finds them, beginning with that of an instance. */
    public static JobClasses of(Object job) {
        JobClasses found = new JobClasses();
        Deque<Class<?>> open = new ArrayDeque<>(List.of(job.getClass()));
        while (!open.isEmpty() && found.classes.size() < MOST) {
            Class<?> next = open.remove();
            if (FieldWalk.isOfUsers(next) && !isOfATestLibrary(next) && found.classes.add(next)) {
                open.addAll(named(next));
            }
        }
        return found;
    }

    private static boolean isOfATestLibrary(Class<?> type) {
        return TEST_LIBRARIES.stream().anyMatch(type.getName()::startsWith);
    }

    private static Collection<Class<?>> named(Class<?> type) {
        List<Class<?>> named = new ArrayList<>();
        for (String name : ClassReferences.of(type).classes()) {
            if (!name.startsWith("java.")) {
                try {
                    named.add(Class.forName(name, false, type.getClassLoader()));
                } catch (ClassNotFoundException | LinkageError e) {
                    // It is not used in this program, so it changes nothing.
                }
            }
        }
        return named;
    }

    /** Returns them. */
    public Set<Class<?>> all() {
        return Set.copyOf(classes);
    }

    /** Returns which of them read a clock, and how. */
    public List<String> clocks() {
        return calls(CLOCKS);
    }

    /** Returns which of them make random numbers without a seed, and how. */
    public List<String> unseeded() {
        return calls(UNSEEDED);
    }

    /** Returns which of them let several threads work, and how. */
    public List<String> parallel() {
        return calls(PARALLEL);
    }

    /** Returns which of them ask for what differs from JVM to JVM, and how. */
    public List<String> ofAJvm() {
        return calls(OF_A_JVM);
    }

    private List<String> calls(List<String> beginnings) {
        List<String> calls = new ArrayList<>();
        for (Class<?> type : classes) {
            Predicate<String> asked = method -> beginnings.stream()
                    .anyMatch(it -> it.startsWith(".") ? method.contains(it) : method.startsWith(it));
            ClassReferences.of(type).members().stream()
                    .filter(asked)
                    .map(method -> "%s calls %s".formatted(type.getSimpleName(), shortName(method)))
                    .forEach(calls::add);
        }
        return calls;
    }

    private static String shortName(String method) {
        String name = method.substring(0, method.indexOf('('));
        int member = name.lastIndexOf('.');
        int type = name.lastIndexOf('.', member - 1);
        return name.endsWith(".<init>")
                ? "new " + name.substring(type + 1, member) + "()"
                : name.substring(type + 1) + "()";
    }
}
