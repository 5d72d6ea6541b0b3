package org.atomizable.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each block of each page is in a language that a test judges, and can be read by what reads that language. */
@Tag("slow")
class BlocksTest {

    private static final Set<String> JUDGED =
            Set.of("java", "sh", "bash", "python", "json", "yaml", "xml", "ini", "text", "mermaid");

    private static final Pattern IN_A_SENTENCE = Pattern.compile("(?<!`)`(\\./atomizable [^`]+)`(?!`)");

    @TempDir
    Path directory;

    static List<Block> blocks() throws IOException {
        return Page.all().stream().flatMap(it -> it.blocks().stream()).toList();
    }

    static List<Page> pagesWithShell() throws IOException {
        return Page.all().stream()
                .filter(page -> page.blocks().stream().anyMatch(it -> it.is("sh")))
                .toList();
    }

    static List<Block> text() throws IOException {
        return Page.blocks("text");
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void isFencedAndSaysItsLanguage(Block block) {
        assertThat(block.language())
                .as("%s: write ``` and a language that a test judges, \"text\" for output and pictures", block.place())
                .isIn(JUDGED);
    }

    @ParameterizedTest
    @MethodSource("pagesWithShell")
    void everyLineOfShellIsACommandThatThereIs(Page page) throws Exception {
        List<Statement> statements = page.statements();
        for (Statement each : statements) {
            assertThat(Statement.misread(each.text())).as(each.toString()).isEmpty();
        }
        List<Rehearsal.Call> calls = Rehearsal.of(statements, Files.createDirectory(directory.resolve("page")));
        for (Statement each : statements) {
            assertThat(calls.stream().filter(it -> it.statement().equals(each)).count())
                    .as("calls noted of %s", each)
                    .isGreaterThanOrEqualTo(Shell.calls(each));
        }
        MavenLines maven = MavenLines.read();
        for (Rehearsal.Call each : calls) {
            switch (each.program()) {
                case "atomizable" ->
                    assertThat(CommandLines.wrong(each.arguments()))
                            .as(each.toString())
                            .isEmpty();
                case "mvnw" ->
                    assertThat(maven.wrong(each.arguments()))
                            .as(each.toString())
                            .isEmpty();
                default -> {}
            }
        }
    }

    @ParameterizedTest
    @MethodSource("text")
    void textIsASummaryOrATreeOfJarsThatHoldsOrIsOutputOrIsListed(Block block) throws Exception {
        assertThat(Text.wrong(block)).as(block.place()).isEmpty();
        Page page = Page.all().stream()
                .filter(it -> it.name().equals(block.page()))
                .findFirst()
                .orElseThrow();
        if (Exempt.compared(page).contains(block)) {
            assertThat(Exempt.run(page))
                    .as("%s: no line of the page is run, so nothing prints this. List it in not-compared.txt", block)
                    .isNotEmpty();
        }
    }

    @Test
    void whatIsListedIsStillOnAPage() throws Exception {
        List<Map.Entry<String, String>> run = lines("sh");
        for (Exempt each : Exempt.from(Exempt.NOT_RUN)) {
            assertThat(run).as("not-run.txt: %s", each).anyMatch(it -> each.covers(it.getKey(), it.getValue()));
        }
        List<Map.Entry<String, String>> compared = lines("text");
        for (Exempt each : Exempt.from(Exempt.NOT_COMPARED)) {
            assertThat(compared)
                    .as("not-compared.txt: %s", each)
                    .anyMatch(it -> each.covers(it.getKey(), it.getValue()));
        }
    }

    /** Pages, and the first lines of their statements or blocks. */
    private static List<Map.Entry<String, String>> lines(String language) throws Exception {
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        for (Block block : Page.blocks(language)) {
            if (block.is("sh")) {
                Statement.of(block).forEach(it -> lines.add(Map.entry(block.page(), it.firstLine())));
            } else {
                lines.add(Map.entry(block.page(), block.firstLine()));
            }
        }
        return lines;
    }

    /** In a sentence, a command stands for all its calls, so only its name and its options must exist. */
    @Test
    void aCommandInASentenceExistsAndHasItsOptions() throws Exception {
        int found = 0;
        for (Path file : Page.files()) {
            Matcher code = IN_A_SENTENCE.matcher(Files.readString(file));
            while (code.find()) {
                found++;
                String summary = code.group(1).replaceAll("\\s+", " ");
                assertThat(CommandLines.wrongInSummary(summary))
                        .as("%s: %s", Page.HOME.relativize(file), summary)
                        .isEmpty();
            }
        }
        assertThat(found).isGreaterThan(30);
    }

    @Test
    void blocksAreFound() throws Exception {
        long fences = 0;
        for (Path file : Page.files()) {
            fences += Files.readString(file)
                    .lines()
                    .filter(it -> it.strip().startsWith("```"))
                    .count();
        }
        assertThat(blocks().size()).isEqualTo((int) (fences / 2)).isGreaterThan(50);
    }
}
