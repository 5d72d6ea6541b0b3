package org.atomizable.examples;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the code to the picture in docs/architecture.md. */
class ArchitectureTest {

    /** Packages by module, and which others each may import. */
    private static final Map<String, Set<String>> IMPORTS = Map.of(
            "api", Set.of(),
            "checkpoint", Set.of("api"),
            "profiler", Set.of("api"),
            "core", Set.of("api", "checkpoint", "profiler"),
            "djl", Set.of("api", "checkpoint", "profiler", "core"),
            "scheduler", Set.of("api"),
            "testkit", Set.of("api", "checkpoint", "profiler", "core", "scheduler"),
            "cli", Set.of("api", "checkpoint", "profiler", "core", "djl", "scheduler", "testkit"),
            "lab", Set.of("api", "checkpoint", "profiler", "core", "djl", "scheduler", "testkit", "cli"),
            "examples", Set.of("api", "checkpoint", "profiler", "core", "djl"));

    /** The steps of a window's way; none may see one to its right. */
    private static final List<String> STAGES =
            List.of("feasible", "variant", "score", "answer", "materialize", "run", "report");

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
    void onlyTheAgentAndTheCommandLineSeeManyStages() {
        DescribedPredicate<JavaClass> seesMany = describe(
                "depend on more than two stages",
                it -> it.getDirectDependenciesFromSelf().stream()
                                .map(dependency -> dependency.getTargetClass().getPackageName())
                                .filter(name -> name.startsWith("org.atomizable.core."))
                                .map(name -> name.split("\\.")[3])
                                .filter(STAGES::contains)
                                .distinct()
                                .count()
                        > 2);
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
                .resideOutsideOfPackages("org.atomizable.cli..", "org.atomizable.lab..")
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
        try (Stream<Path> files = Files.walk(Path.of(".."))) {
            List<Path> properties = files.filter(it -> it.toString().matches(".*/src/test/java/.*Properties\\.java"))
                    .toList();
            assertThat(properties)
                    .hasSizeGreaterThan(40)
                    .noneMatch(it -> text(it).contains("import org.junit.jupiter.api.Tag;"));
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
