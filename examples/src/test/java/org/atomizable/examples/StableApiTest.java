package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is promised to users, seen over all modules: see docs/publishing.md. */
class StableApiTest {

    private static final Path HOME = Path.of("..");

    /** Every artifact that others may depend on, by its folder. */
    private static final List<String> PUBLISHED = List.of(
            "sdk-api", "checkpoint", "profiler", "sdk-core", "scheduler-mock/scheduler", "scheduler-mock/testkit");

    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(.*?)</artifactId>");
    private static final Pattern NAME = Pattern.compile("org\\.atomizable(?:\\.[a-z]\\w*)+\\.[A-Z]\\w*");

    @Test
    void theBomListsTheModulesThatHaveARecord() throws IOException {
        assertThat(dependencies("bom")).map(StableApiTest::artifact).containsExactlyElementsOf(artifacts());
        for (String module : PUBLISHED) {
            assertThat(record(module)).exists();
        }
    }

    @Test
    void whatIsStableMentionsNothingInternal() throws IOException {
        Set<String> stable = new HashSet<>();
        Set<String> internal = new HashSet<>();
        List<String> signatures = new ArrayList<>();
        for (String module : PUBLISHED) {
            for (String line : Files.readAllLines(record(module))) {
                if (line.startsWith("stable ")) {
                    stable.add(line.substring("stable ".length()));
                } else if (line.startsWith("internal ")) {
                    internal.add(line.substring("internal ".length()));
                } else if (!line.startsWith("#") && !line.isEmpty()) {
                    signatures.add(line);
                }
            }
        }
        assertThat(signatures).hasSizeGreaterThan(2000);
        assertThat(signatures.stream()
                        .flatMap(line -> named(line)
                                .filter(type -> !isStable(type, stable, internal))
                                .map(type -> type + " in " + line)))
                .as("Make the type stable, or the member internal, at the head of its module's record")
                .isEmpty();
    }

    private static boolean isStable(String type, Set<String> stable, Set<String> internal) {
        String home = type.substring(0, type.lastIndexOf('.'));
        return stable.contains(type) || (stable.contains(home) && !internal.contains(type));
    }

    private static Stream<String> named(String line) {
        return NAME.matcher(line).results().map(it -> it.group());
    }

    /** Of this project's modules that others may depend on, none needs one that they may not. */
    @Test
    void whatIsPublishedNeedsNothingThatIsNot() throws IOException {
        for (String module : PUBLISHED) {
            assertThat(dependencies(module).stream()
                            .filter(it -> it.contains("<groupId>org.atomizable</groupId>"))
                            .filter(it -> !it.contains("<scope>test</scope>"))
                            .map(it -> it.contains("<type>") ? artifact(it) + " of another type" : artifact(it)))
                    .as(module)
                    .isSubsetOf(artifacts());
        }
        String parent = Files.readString(HOME.resolve("pom.xml"));
        String ofAll = parent.substring(parent.indexOf("</dependencyManagement>"), parent.indexOf("<build>"));
        assertThat(DEPENDENCY.matcher(ofAll).results().map(it -> it.group(1)))
                .isNotEmpty()
                .allMatch(it -> it.contains("<scope>test</scope>"));
    }

    private static Path record(String module) {
        return HOME.resolve(module).resolve("api").resolve(Path.of(module).getFileName() + ".txt");
    }

    private static List<String> artifacts() {
        return PUBLISHED.stream()
                .map(it -> Path.of(it).getFileName().toString())
                .toList();
    }

    private static List<String> dependencies(String module) throws IOException {
        String pom = Files.readString(HOME.resolve(module).resolve("pom.xml"));
        return DEPENDENCY.matcher(pom).results().map(it -> it.group(1)).toList();
    }

    private static String artifact(String dependency) {
        Matcher found = ARTIFACT.matcher(dependency);
        assertThat(found.find()).as(dependency).isTrue();
        return found.group(1);
    }
}
