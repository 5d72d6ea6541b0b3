package org.atomizable.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each block of each page is in a language that a test judges, and can be read by what reads that language. */
class BlocksTest {

    private static final Set<String> JUDGED =
            Set.of("java", "sh", "bash", "python", "json", "yaml", "xml", "ini", "text", "mermaid");

    private static final String SUMMARY = "./atomizable";

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

    static List<Statement> statements(Page page) throws IOException, InterruptedException {
        List<Statement> all = new ArrayList<>();
        for (Block block : page.blocks()) {
            if (block.is("sh")) {
                all.addAll(Statement.of(block));
            }
        }
        return all;
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
        List<Statement> statements = statements(page);
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
    void aSummaryOfACommandNamesItsOptions(Block block) {
        if (!block.text().startsWith(SUMMARY)) {
            return;
        }
        for (String summary : block.text().replaceAll("\n +", " ").lines().toList()) {
            assertThat(CommandLines.wrongInSummary(summary))
                    .as("%s: %s", block.place(), summary)
                    .isEmpty();
        }
    }

    @Test
    void blocksAreFound() throws Exception {
        try (Stream<Path> files = Files.walk(Page.HOME.resolve("docs"))) {
            long fences = 0;
            for (Path file : files.filter(it -> it.toString().endsWith(".md")).toList()) {
                fences += Files.readString(file)
                        .lines()
                        .filter(it -> it.strip().startsWith("```"))
                        .count();
            }
            long found = blocks().stream()
                    .filter(it -> it.page().startsWith("docs/"))
                    .count();
            assertThat(found).isEqualTo(fences / 2).isGreaterThan(50);
        }
    }
}
