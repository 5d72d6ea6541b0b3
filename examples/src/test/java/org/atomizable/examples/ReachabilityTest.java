package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess.AccessType;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every part of the product is used by the product: a program, a service, or the documented API leads to it. */
@Tag("slow")
class ReachabilityTest {

    private static final Path HOME = Path.of("..");

    /** Co-location is not connected yet; nothing may join it. */
    private static final List<String> WAITING = List.of(
            "org.atomizable.scheduler.colocation.",
            // The tests of checkpoint and the simulation of faults share them, and cannot share test sources.
            "org.atomizable.checkpoint.disk.Crash",
            "org.atomizable.checkpoint.disk.Node",
            "org.atomizable.checkpoint.disk.Survivors");

    /** People read them in an explanation of a window, and agents of others may need the last three; no program of ours reads them. */
    private static final Set<String> READ_BY_OTHERS = Set.of(
            "ExplainedBid.variant",
            "ExplainedBid.features",
            "ExplainedBid.utility",
            "ExplainedBid.schedulerFeatures",
            "ExplainedBid.schedulerUtility",
            "ExplainedBid.waitedSeconds",
            "WindowView.unheard",
            "WindowOffered.answersBy",
            "AcceptMessage.memorySamples",
            "VariantMessage.memoryMethod");

    /** Picocli reads the first itself; the second promises what holds without it. */
    private static final Set<String> NOT_READ =
            Set.of("org.atomizable.cli.SchedulerCommand.config", "org.atomizable.cli.GpusCommand.readOnly");

    private static JavaClasses all;

    @BeforeAll
    static void readEveryClass() {
        all = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("-tests.jar") && !location.contains("/jmh_generated/"))
                .importPackages("org.atomizable");
    }

    private static boolean isProduct(JavaClass type) {
        return type.getPackageName().startsWith("org.atomizable.")
                && !type.getPackageName().startsWith("org.atomizable.lab")
                && !type.getPackageName().startsWith("org.atomizable.examples");
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ReachabilityTest::outermost).orElse(type);
    }

    @Test
    void aProgramAServiceOrTheStableApiLeadsToEveryType() throws IOException {
        Set<String> services = services();
        Stability stability = Stability.read();
        Map<JavaClass, Set<JavaClass>> uses = uses();
        Deque<JavaClass> next = all.stream()
                .filter(ReachabilityTest::isProduct)
                .filter(it -> services.contains(it.getName()) || hasMain(it) || stability.isStable(it))
                .map(ReachabilityTest::outermost)
                .collect(Collectors.toCollection(ArrayDeque::new));
        assertThat(next.size()).isGreaterThan(100);
        Set<JavaClass> reached = new HashSet<>();
        while (!next.isEmpty()) {
            JavaClass type = next.pop();
            if (reached.add(type)) {
                next.addAll(uses.getOrDefault(type, Set.of()));
            }
        }

        List<String> unreached = uses.keySet().stream()
                .filter(it -> !it.getSimpleName().equals("package-info") && !reached.contains(it))
                .map(JavaClass::getName)
                .filter(it -> WAITING.stream().noneMatch(it::startsWith))
                .sorted()
                .toList();
        assertThat(unreached)
                .as("types that no program, service or stable type leads to: use them, or remove them")
                .isEmpty();
    }

    /** Of each type with all that is nested in it: the types of the product that it names. */
    private static Map<JavaClass, Set<JavaClass>> uses() {
        Map<JavaClass, Set<JavaClass>> uses = new HashMap<>();
        all.stream().filter(ReachabilityTest::isProduct).forEach(part -> {
            Set<JavaClass> used = uses.computeIfAbsent(outermost(part), it -> new HashSet<>());
            part.getDirectDependenciesFromSelf().stream()
                    .map(it -> it.getTargetClass().getBaseComponentType())
                    .filter(ReachabilityTest::isProduct)
                    .map(ReachabilityTest::outermost)
                    .forEach(used::add);
        });
        return uses;
    }

    private static boolean hasMain(JavaClass type) {
        return type.tryGetMethod("main", String[].class)
                .filter(it -> it.getModifiers().contains(JavaModifier.STATIC))
                .isPresent();
    }

    private static Set<String> services() throws IOException {
        Set<String> names = new HashSet<>();
        for (Path file : sources("/src/main/resources/META-INF/services/")) {
            Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(it -> !it.isEmpty() && !it.startsWith("#"))
                    .forEach(names::add);
        }
        return names;
    }

    private static List<Path> sources(String part) throws IOException {
        try (Stream<Path> files = Files.walk(HOME)) {
            return files.filter(
                            it -> it.toString().contains(part) && !it.toString().contains("/target/"))
                    .filter(Files::isRegularFile)
                    .toList();
        }
    }

    /** The heads of the records of the API: the longest name that a type begins with decides. */
    private record Stability(TreeMap<String, Boolean> heads) {

        private static final Pattern HEAD = Pattern.compile("(stable|internal) (org\\.atomizable\\S*)");

        static Stability read() throws IOException {
            TreeMap<String, Boolean> heads = new TreeMap<>();
            for (Path file : sources("/api/")) {
                if (file.toString().endsWith(".txt")) {
                    for (String line : Files.readAllLines(file)) {
                        var head = HEAD.matcher(line);
                        if (head.matches()) {
                            heads.put(head.group(2), head.group(1).equals("stable"));
                        }
                    }
                }
            }
            return new Stability(heads);
        }

        boolean isStable(JavaClass type) {
            if (!type.getModifiers().contains(JavaModifier.PUBLIC)) {
                return false;
            }
            String name = type.getName().replace('$', '.');
            while (!heads.containsKey(name)) {
                int dot = name.lastIndexOf('.');
                if (dot < 0) {
                    return false;
                }
                name = name.substring(0, dot);
            }
            return heads.get(name);
        }
    }

    @Test
    void everyFieldOfAMessageIsReadByTheProduct() throws IOException {
        String pages = sources("/src/main/").stream()
                .filter(it -> it.toString().endsWith(".js"))
                .map(ReachabilityTest::text)
                .collect(Collectors.joining("\n"));
        List<String> unread = new ArrayList<>();
        for (JavaClass type : all) {
            if (type.getPackageName().equals("org.atomizable.api.wire") && type.isRecord()) {
                for (RecordComponent part : type.reflect().getRecordComponents()) {
                    JavaMethod accessor = type.getMethod(part.getName());
                    boolean read = accessor.getAccessesToSelf().stream()
                                    .map(JavaAccess::getOriginOwner)
                                    .anyMatch(it -> isProduct(it) && !it.equals(type))
                            || Pattern.compile("\\b" + part.getName() + "\\b")
                                    .matcher(pages)
                                    .find();
                    if (!read) {
                        unread.add(type.getSimpleName() + "." + part.getName());
                    }
                }
            }
        }
        assertThat(unread)
                .as("fields of messages that nothing reads")
                .containsExactlyInAnyOrderElementsOf(READ_BY_OTHERS);
    }

    @Test
    void everyMessageIsMadeByTheProduct() {
        List<String> unmade = all.stream()
                .filter(it -> it.getPackageName().equals("org.atomizable.api.wire") && it.isRecord())
                .filter(it -> it.getConstructors().stream()
                        .flatMap(made -> made.getAccessesToSelf().stream())
                        .map(JavaAccess::getOriginOwner)
                        .noneMatch(ReachabilityTest::isProduct))
                .map(JavaClass::getSimpleName)
                .toList();
        assertThat(unmade).as("messages that nothing makes").isEmpty();
    }

    @Test
    void everyOptionOfACommandIsRead() {
        List<String> unread = all.stream()
                .flatMap(it -> it.getFields().stream())
                .filter(it -> it.isAnnotatedWith("picocli.CommandLine$Option")
                        || it.isAnnotatedWith("picocli.CommandLine$Parameters"))
                .filter(it ->
                        it.getAccessesToSelf().stream().noneMatch(access -> access.getAccessType() == AccessType.GET))
                .map(it -> it.getFullName())
                .toList();
        assertThat(unread).as("options that nothing reads").containsExactlyInAnyOrderElementsOf(NOT_READ);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
