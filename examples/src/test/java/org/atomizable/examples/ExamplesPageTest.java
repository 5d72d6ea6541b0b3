package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.atomizable.core.worker.NamedJob;
import org.junit.jupiter.api.Test;

/** Holds docs/examples.md to the examples that there are. */
class ExamplesPageTest {

    private static final Path JAVA = Path.of("src/main/java/org/atomizable/examples");
    private static final Pattern README = Pattern.compile("\\| \\[(\\w+)\\]\\(\\.\\./examples/(\\S+)/README\\.md\\)");
    private static final Pattern CLASS = Pattern.compile("org\\.atomizable\\.examples\\.\\w+\\.\\w+");
    private static final int LONGEST_README = 17;

    /** It holds what others learn from, and no job. */
    private static final String DATA = "names";

    private static String page() throws Exception {
        return Files.readString(Path.of("../docs/examples.md"));
    }

    private static Set<Path> directories() throws Exception {
        try (Stream<Path> packages = Files.list(JAVA)) {
            return Stream.concat(packages.filter(Files::isDirectory), Stream.of(Path.of("python"), Path.of("bash")))
                    .filter(it -> !it.endsWith(DATA))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void everyExampleIsInTheTable() throws Exception {
        Set<Path> told = README.matcher(page())
                .results()
                .map(it -> Path.of(it.group(2)))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(told).isEqualTo(directories()).hasSizeGreaterThan(10);
    }

    @Test
    void everyExampleHasAShortReadmeWithACommand() throws Exception {
        for (Path directory : directories()) {
            List<String> lines = Files.readAllLines(directory.resolve("README.md"));
            assertThat(lines).as("%s", directory).hasSizeLessThanOrEqualTo(LONGEST_README);
            assertThat(lines)
                    .as("%s", directory)
                    .anyMatch(it -> it.contains("./atomizable ") || it.contains("docs/djl.md"));
        }
    }

    @Test
    void everyJobThatCanBeRunByNameIsInTheTable() throws Exception {
        String page = page();

        assertThat(NamedJob.known())
                .filteredOn(it -> it.getClass().getName().startsWith("org.atomizable.examples."))
                .hasSizeGreaterThan(5)
                .allSatisfy(it -> assertThat(page).contains(it.name() + "`"));
    }

    @Test
    void everyClassInTheTableExists() throws Exception {
        List<String> classes =
                CLASS.matcher(page()).results().map(it -> it.group()).toList();

        assertThat(classes)
                .hasSizeGreaterThan(3)
                .allSatisfy(it -> assertThat(Class.forName(it)).isNotNull());
    }
}
