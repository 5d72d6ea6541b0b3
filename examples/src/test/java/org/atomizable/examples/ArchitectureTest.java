package org.atomizable.examples;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds the code to the picture in docs/architecture.md. */
@Tag("slow")
class ArchitectureTest {

    /** Packages by module, and which others each may import. */
    private static final Map<String, Set<String>> IMPORTS = Map.ofEntries(
            entry("api", Set.of()),
            entry("checkpoint", Set.of("api")),
            entry("profiler", Set.of("api")),
            entry("core", Set.of("api", "checkpoint", "profiler")),
            entry("djl", Set.of("api", "checkpoint", "profiler", "core")),
            entry("scheduler", Set.of("api")),
            entry("testkit", Set.of("api", "checkpoint", "profiler", "core", "scheduler")),
            entry("cli", Set.of("api", "checkpoint", "profiler", "core", "djl", "scheduler", "testkit")),
            entry("engine", Set.of("api", "core", "cli")),
            entry("lab", Set.of("api", "checkpoint", "profiler", "core", "djl", "scheduler", "testkit", "cli")),
            entry("examples", Set.of("api", "checkpoint", "profiler", "core", "djl")));

    /** The steps of a window's way; none may see one to its right. */
    private static final List<String> STAGES = List.of("plan", "run", "report");

    /**
     * Public types that only their own package uses, and that nothing in the repository but this list says why. The packages end with a
     * dot. Records of an API, lists of services and main methods speak for themselves.
     */
    private static final Map<String, Set<String>> PUBLIC_BECAUSE = Map.of(
            "JMH makes subclasses of it in a package of its own", Set.of("lab.bench.ProfileBenchmarks"),
            "a class that is compiled at run time calls it", Set.of("lab.bench.Work"),
            "a class of DJL that is changed at run time calls it", Set.of("djl.engine.ArrayOwnership"));

    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?(org\\.atomizable(?:\\.[a-z]\\w*)+)(\\.[A-Z]\\w*)");

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

    private static JavaClasses all;

    @BeforeAll
    static void readEveryClass() {
        all = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                // What JMH generates reads the clock for its living.
                .withImportOption(location -> !location.contains("/jmh_generated/"))
                .importPackages("org.atomizable");
    }

    @Test
    void everyModuleWasRead() {
        assertThat(all.size()).isGreaterThan(800);
        assertThat(all.stream().map(it -> it.getPackageName().split("\\.")[2]).collect(Collectors.toSet()))
                .isEqualTo(IMPORTS.keySet());
    }

    @Test
    void noCyclesBetweenPackages() {
        slices().matching("org.atomizable.(**)").should().beFreeOfCycles().check(all);
    }

    @Test
    void modulesAreImportedOnlyAsDrawn() {
        IMPORTS.forEach((module, imports) -> {
            Set<String> foreign = new HashSet<>(IMPORTS.keySet());
            foreign.removeAll(imports);
            foreign.remove(module);
            if (!foreign.isEmpty()) {
                noClasses()
                        .that()
                        .resideInAPackage("org.atomizable." + module + "..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(foreign.stream()
                                .map(it -> "org.atomizable." + it + "..")
                                .toArray(String[]::new))
                        .check(all);
            }
        });
    }

    @Test
    void stagesNeverImportToTheRight() {
        for (int i = 0; i < STAGES.size(); i++) {
            for (String later : STAGES.subList(i + 1, STAGES.size())) {
                noClasses()
                        .that()
                        .resideInAPackage("org.atomizable.core." + STAGES.get(i))
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("org.atomizable.core." + later)
                        .check(all);
            }
        }
    }

    @Test
    void onlyTheAgentAndProgramsSeeSeveralStages() {
        DescribedPredicate<JavaClass> seesMany = describe(
                "depend on more than one stage beside their own",
                it -> it.getDirectDependenciesFromSelf().stream()
                                .map(dependency -> dependency.getTargetClass().getPackageName())
                                .filter(name -> !name.equals(it.getPackageName()))
                                .filter(name -> name.startsWith("org.atomizable.core."))
                                .map(name -> name.split("\\.")[3])
                                .filter(STAGES::contains)
                                .distinct()
                                .count()
                        > 1);
        classes()
                .that(seesMany)
                .should()
                .resideInAnyPackage("org.atomizable.core.agent", "org.atomizable.cli..", "org.atomizable.lab..")
                .check(all);
    }

    @Test
    void onlyTheTimeSourceTouchesTheClock() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.atomizable.api.time")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .check(all);
    }

    @Test
    void librariesAreKnownInOnePlaceEach() {
        onlyIn("org.atomizable.profiler.fit", "org.apache.commons.math3..");
        onlyIn("org.atomizable.core.client", "okhttp3..");
        onlyIn("org.atomizable.scheduler.server..", "io.javalin..");
        onlyIn("org.atomizable.scheduler.gpu.nvml", "com.sun.jna..");
        onlyIn("org.atomizable.scheduler.journal", "java.sql..");
        onlyIn("org.atomizable.scheduler.metrics", "io.micrometer..");
        noClasses()
                .that()
                .resideOutsideOfPackages("org.atomizable.cli..", "org.atomizable.engine..", "org.atomizable.lab..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("picocli..")
                .check(all);
        onlyIn("org.atomizable.lab..", "org.openjdk.jmh..");
        noClasses()
                .that()
                .resideInAPackage("org.atomizable.core..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("ai.djl..")
                .check(all);
    }

    private static void onlyIn(String home, String library) {
        noClasses()
                .that()
                .resideInAPackage("org.atomizable..")
                .and()
                .resideOutsideOfPackage(home)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(all);
    }

    @Test
    void theWireIsKnownOnlyToThoseWhoSpeakIt() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "org.atomizable.api.wire",
                        "org.atomizable.core.wire",
                        "org.atomizable.core.client",
                        "org.atomizable.core.agent",
                        "org.atomizable.core.engine",
                        "org.atomizable.core.report",
                        "org.atomizable.core.worker..",
                        "org.atomizable.scheduler..",
                        "org.atomizable.testkit..",
                        "org.atomizable.cli..",
                        "org.atomizable.lab..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.atomizable.api.wire")
                .check(all);
    }

    @Test
    void everyPackageIsNullMarked() {
        List<String> bare = all.stream()
                .map(JavaClass::getPackage)
                .distinct()
                .filter(it -> it.getClasses().stream()
                        .anyMatch(type -> !type.getSimpleName().equals("package-info")))
                .filter(it -> !it.isAnnotatedWith("org.jspecify.annotations.NullMarked"))
                .map(it -> it.getName())
                .toList();
        assertThat(bare).isEmpty();
    }

    /** jqwik reads no tag but its own: a class with JUnit's would run among the fast tests. */
    @Test
    void propertiesHaveTheTagThatJqwikReads() throws IOException {
        assertThat(files(".*/src/test/java/.*Properties\\.java"))
                .hasSizeGreaterThan(40)
                .noneMatch(it -> text(it).contains("import org.junit.jupiter.api.Tag;"));
    }

    /** A type is used by another package if its byte code depends on the type, or a source, such as a test, imports it. */
    @Test
    void noPublicTypeIsUsedOnlyByItsOwnPackage() throws IOException {
        Set<String> open = all.stream()
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getPackageName().startsWith("org.atomizable.examples"))
                .filter(type -> type.tryGetMethod("main", String[].class).isEmpty())
                .map(JavaClass::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(open).hasSizeGreaterThan(500);
        open.removeAll(usedByOtherPackages());
        open.removeAll(importedByOtherPackages());
        open.removeAll(listedIn(".*/api/[^/]*\\.txt"));
        open.removeAll(listedIn(".*/META-INF/services/[^/]*"));

        Set<String> reasons = PUBLIC_BECAUSE.values().stream()
                .flatMap(Set::stream)
                .map("org.atomizable."::concat)
                .collect(Collectors.toSet());
        assertThat(open.stream().filter(type -> reasons.stream().noneMatch(it -> covers(it, type))))
                .as("Make the type package-private, or add it to PUBLIC_BECAUSE with the reason")
                .isEmpty();
        assertThat(reasons.stream().filter(it -> open.stream().noneMatch(type -> covers(it, type))))
                .as("Remove from PUBLIC_BECAUSE what needs no reason any more")
                .isEmpty();
    }

    private static boolean covers(String typeOrPackage, String type) {
        return typeOrPackage.endsWith(".")
                ? type.startsWith(typeOrPackage) && type.indexOf('.', typeOrPackage.length()) < 0
                : type.equals(typeOrPackage);
    }

    private static Set<String> usedByOtherPackages() {
        return all.stream()
                .flatMap(user -> user.getDirectDependenciesFromSelf().stream()
                        .map(it -> it.getTargetClass().getBaseComponentType())
                        .filter(used -> !used.getPackageName().equals(user.getPackageName())))
                .map(used -> used.getName().replaceFirst("\\$.*", ""))
                .collect(Collectors.toSet());
    }

    private static Set<String> importedByOtherPackages() throws IOException {
        return files(".*/src/.*\\.java").stream()
                .map(ArchitectureTest::text)
                .flatMap(source -> {
                    Matcher matcher = PACKAGE.matcher(source);
                    String home = matcher.find() ? matcher.group(1) : "";
                    return IMPORT.matcher(source)
                            .results()
                            .filter(it -> !it.group(1).equals(home))
                            .map(it -> it.group(1) + it.group(2));
                })
                .collect(Collectors.toSet());
    }

    /** Returns what the lines of lists of services, or of records of an API, begin with. */
    private static Set<String> listedIn(String pattern) throws IOException {
        return files(pattern).stream()
                .flatMap(file -> text(file).lines())
                .map(line -> line.split(": ", 2)[0])
                .collect(Collectors.toSet());
    }

    private static List<Path> files(String pattern) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(".."))) {
            return files.filter(Files::isRegularFile)
                    .filter(it -> !it.toString().contains("/target/"))
                    .filter(it -> it.toString().matches(pattern))
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void namesSayWhatThingsAre() {
        Pattern empty = Pattern.compile(".*(Util|Utils|Helper|Helpers|Manager|Impl|Base|Common)");
        assertThat(all.stream()
                        .map(JavaClass::getSimpleName)
                        .filter(it -> empty.matcher(it).matches()))
                .isEmpty();
    }
}
