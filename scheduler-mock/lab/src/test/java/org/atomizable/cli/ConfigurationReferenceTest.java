package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the code reads from outside, and what the reference page says that it reads. */
class ConfigurationReferenceTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern VARIABLE = Pattern.compile("ATOMIZABLE_(?!SCHEDULER_)[A-Z_]*[A-Z]");
    private static final Pattern READS_PROPERTIES =
            Pattern.compile("System\\.getProperty|System\\.setProperty|Boolean\\.getBoolean|Integer\\.getInteger");
    private static final Pattern PROPERTY =
            Pattern.compile("(?<=\"|-D|`)(?:atomizable|ai\\.djl)\\.[a-z_.]*[a-z](?=\"|=|`)");

    private static List<Path> mainFiles() throws IOException {
        try (Stream<Path> all = Files.walk(ROOT)) {
            List<Path> files = all.filter(Files::isRegularFile)
                    .filter(it -> it.toString().contains("/src/main/")
                            && !it.toString().contains("/target/"))
                    .filter(it -> it.toString().matches(".*\\.(java|xml|py)"))
                    .toList();
            return Stream.concat(files.stream(), Stream.of(ROOT.resolve("atomizable")))
                    .toList();
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }

    private static String page() throws IOException {
        return text(ROOT.resolve("docs/reference/configuration.md"));
    }

    private static Set<String> found(Pattern what, String text) {
        Set<String> all = new TreeSet<>();
        what.matcher(text).results().forEach(it -> all.add(it.group()));
        return all;
    }

    @Test
    void everyEnvironmentVariableIsListedAndEveryListedOneIsThere() throws IOException {
        Set<String> inCode = new TreeSet<>();
        for (Path file : mainFiles()) {
            inCode.addAll(found(VARIABLE, text(file)));
        }

        assertThat(inCode).hasSizeGreaterThan(8).isEqualTo(found(VARIABLE, page()));
    }

    @Test
    void everySystemPropertyIsListedAndEveryListedOneIsThere() throws IOException {
        Set<String> inCode = new TreeSet<>();
        for (Path file : mainFiles()) {
            String text = text(file);
            if (READS_PROPERTIES.matcher(text).find() || file.endsWith("atomizable")) {
                inCode.addAll(found(PROPERTY, text));
            }
        }

        assertThat(inCode).hasSizeGreaterThan(6).isEqualTo(found(PROPERTY, page()));
    }
}
