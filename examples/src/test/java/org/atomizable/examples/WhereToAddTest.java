package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds docs/where-to-add.md to the files that it names. */
class WhereToAddTest {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    static List<String> rows() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("../docs/where-to-add.md")).stream()
                .filter(line -> line.startsWith("| a"))
                .toList();
        assertThat(rows).hasSizeGreaterThanOrEqualTo(10);
        return rows;
    }

    private static List<String> code(String cell) {
        return CODE.matcher(cell).results().map((MatchResult it) -> it.group(1)).toList();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theExampleImplementsTheTypeAndTheOtherFileKnowsOfIt(String row) throws IOException {
        String[] cells = row.split("\\|");
        String type = code(cells[2]).get(0);
        String example = code(cells[3]).get(0);
        String shown = Files.readString(Path.of("..", example));
        assertThat(shown).as("%s shows how to implement %s", example, type).containsPattern("\\b" + type + "\\b");

        for (String named : code(cells[4])) {
            if (named.contains("/")) {
                assertThat(knows(Files.readString(Path.of("..", named)), example))
                        .as("%s knows of %s", named, example)
                        .isTrue();
            } else {
                assertThat(sources().anyMatch(it -> it.endsWith(named + ".java")))
                        .as("there is a type %s", named)
                        .isTrue();
            }
        }
    }

    /** A file of services or of code names the class. */
    private static boolean knows(String text, String example) {
        String name = Path.of(example).getFileName().toString().replace(".java", "");
        return Pattern.compile("\\b" + name + "\\b").matcher(text).find();
    }

    private static Stream<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(".."))) {
            return files.filter(it -> it.toString().contains("src")).toList().stream();
        }
    }
}
