package org.atomizable.examples.doors;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The lines that docs/doors.md tells are those of the files. */
class DoorsPageTest {

    private static final Path DOCS = Path.of("../docs");
    private static final Pattern ROW = Pattern.compile("\\| \\[\\w+\\.\\w+]\\(([^)]+)\\) \\| (\\d+) \\|");
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern UNCOUNTED = Pattern.compile("\\s*|\\s*(//|#|\"\"\").*|(import|package|from) .*");
    private static final int MOST = 60;

    private static int lines(Path file) throws Exception {
        String code = COMMENT.matcher(Files.readString(file)).replaceAll("");
        return (int) code.lines().filter(it -> !UNCOUNTED.matcher(it).matches()).count();
    }

    @Test
    void thePageTellsTheLinesOfEachDoor() throws Exception {
        Map<String, Integer> told = new TreeMap<>();
        Map<String, Integer> counted = new TreeMap<>();
        ROW.matcher(Files.readString(DOCS.resolve("doors.md"))).results().forEach(it -> {
            Path file = DOCS.resolve(it.group(1)).normalize();
            told.put(file.getFileName().toString(), Integer.valueOf(it.group(2)));
        });
        for (String each : new String[] {"InterfaceDoor", "AnnotatedDoor", "LoopDoor"}) {
            counted.put(each + ".java", lines(Path.of("src/main/java/org/atomizable/examples/doors", each + ".java")));
        }
        counted.put("languages.py", lines(Path.of("python/languages.py")));

        assertThat(told).isEqualTo(counted);
        assertThat(counted.values()).allMatch(it -> it <= MOST);
    }

    @Test
    void blankLinesCommentsAndImportsAreNotCounted() throws Exception {
        String java = "package a;\n\nimport b;\n/** c\n * d */\nclass E {\n  // f\n  int g; // h\n}\n";
        String python =
                "\"\"\"a\"\"\"\nimport b\nfrom c import d\n\ne = 1\ndef f():\n    \"\"\"g\"\"\"\n    return e  # h\n";
        Path file = Files.createTempFile("lines", "");
        try {
            assertThat(lines(Files.writeString(file, java))).isEqualTo(3);
            assertThat(lines(Files.writeString(file, python))).isEqualTo(3);
        } finally {
            Files.delete(file);
        }
    }
}
