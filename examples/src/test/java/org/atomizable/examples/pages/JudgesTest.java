package org.atomizable.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong on a page is found. */
class JudgesTest {

    @TempDir
    Path directory;

    private static Page page(String... lines) {
        return Page.read("docs/some.md", List.of(lines));
    }

    private static Block block(String language, String text) {
        return new Block("docs/some.md", 1, language, text, "");
    }

    private static String wrong(String... arguments) {
        return CommandLines.wrong(List.of(arguments));
    }

    @Test
    void blocksAreReadWithPlaceLanguageAndName() {
        Page page =
                page("Save this as `a.py`:", "", "```python", "x = 1", "```", "", "  ```sh", "  ls", "    -l", "  ```");
        assertThat(page.blocks())
                .containsExactly(
                        new Block("docs/some.md", 4, "python", "x = 1\n", "Save this as `a.py`: "),
                        new Block("docs/some.md", 8, "sh", "ls\n  -l\n", ""));
        assertThat(page.blocks().get(0).fileName()).contains("a.py");
        assertThat(block("java", "import a.*;\n\npublic class Some {}\n").fileName())
                .contains("Some.java");
    }

    @Test
    void anIndentedBlockIsOneWithoutLanguageButTheTextOfAListIsNone() {
        assertThat(page("Run", "", "    ls").blocks())
                .extracting(Block::language)
                .containsExactly("");
        assertThat(page("- first", "", "    more of it").blocks()).isEmpty();
        assertThat(page("One sentence", "    that goes on").blocks()).isEmpty();
        assertThatThrownBy(() -> page("```sh", "ls")).hasMessageContaining("docs/some.md:1");
    }

    @Test
    void aStatementIsWhatBashReadsAtOnce() throws Exception {
        Block block = block("sh", "# comment\nfor x in 1 2; do\n  echo $x\ndone\n\necho a \\\n  b\necho 'open\n");
        assertThat(Statement.of(block))
                .extracting(Statement::line, Statement::firstLine)
                .containsExactly(tuple(2, "for x in 1 2; do"), tuple(6, "echo a \\"), tuple(8, "echo 'open"));
        assertThat(Statement.misread("echo 'open\n")).contains("bash -n");
    }

    @Test
    void theShellResolvesWhatIsCalled() throws Exception {
        Block block = block(
                "sh",
                "J='a b'\nfor x in 1 2; do ./atomizable jobs \"$x\" \"$J\"; done\ncd x && atomizable jobs > y/z\n");
        assertThat(Rehearsal.of(Statement.of(block), Files.createDirectory(directory.resolve("here"))))
                .extracting(Rehearsal.Call::arguments)
                .containsExactly(List.of("jobs", "1", "a b"), List.of("jobs", "2", "a b"), List.of("jobs"));
    }

    @Test
    void wrongCommandLinesAreRefused() {
        assertThat(wrong("run", "--scheduler", "http://h:1", "names-cnn")).isEmpty();
        assertThat(wrong("classpath")).isEmpty();
        assertThat(wrong("run", "names-cnn")).contains("--scheduler");
        assertThat(wrong("demo", "--fast")).contains("--fast");
        assertThat(wrong("demo", "--seed", "N")).contains("--seed");
        assertThat(wrong("demonstrate")).contains("demonstrate");
        assertThat(wrong("run", "--scheduler", "http://h:1", "--mode", "best", "x"))
                .contains("best");
        assertThat(wrong("bench", "no-such")).contains("no-such");
    }

    @Test
    void wrongSummariesAreRefused() {
        assertThat(CommandLines.wrongInSummary("./atomizable demo [--quick] [--seed N] [--mode sja|jasda]"))
                .isEmpty();
        assertThat(CommandLines.wrongInSummary("./atomizable demo [--quick N]"))
                .containsExactly("--quick takes no value");
        assertThat(CommandLines.wrongInSummary("./atomizable demo [--seed]")).containsExactly("--seed takes a value");
        assertThat(CommandLines.wrongInSummary("./atomizable demo [--fast]"))
                .containsExactly("demo has no option --fast");
        assertThat(CommandLines.wrongInSummary("./atomizable demo [--mode sja|best]"))
                .containsExactly("--mode has no value best");
        assertThat(CommandLines.wrongInSummary("./atomizable checkpoint no-such")).isNotEmpty();
    }

    @Test
    void wrongLinesOfMavenAreRefused() throws Exception {
        MavenLines maven = MavenLines.read();
        assertThat(maven.wrong(List.of("test", "-Pfast", "-pl", ":scheduler,profiler", "-am", "-Dtest=MarketTest")))
                .isEmpty();
        assertThat(maven.wrong(List.of(
                        "tset", "-Pslow", "-pl", ":sched,prof", "-Dtest=NoTest", "-Dno.such=1", "no-such:apply")))
                .hasSize(7);
    }

    @Test
    void wrongPomsAreRefused() throws Exception {
        String dependency = "<dependencies><dependency><groupId>%s</groupId><artifactId>%s</artifactId>"
                + "<version>%s</version></dependency></dependencies>";
        assertThat(PomBlock.read(dependency.formatted("org.atomizable", "sdk-none", "0"))
                        .wrong())
                .hasSize(2);
        assertThat(PomBlock.read(dependency.formatted("ai.djl", "api", "0.0.1")).wrong())
                .containsExactly("the project uses no api 0.0.1");
    }

    @Test
    void wrongTreesAreRefused() {
        assertThat(Text.wrong(block("text", "org.atomizable:cli:jar:VERSION\n+- info.picocli:picocli:jar:1.0.0\n")))
                .containsExactly("is not on the class path: picocli-1.0.0.jar");
    }

    @Test
    void outputMayDifferInNumbersOnly() {
        String printed = "a 12.5 s\nstate 766f036532f15c2d\nx = -3 of 4\n";
        assertThat(Output.missing("a 7.25 s\nx = 1 of 1\n", printed)).isEmpty();
        assertThat(Output.missing("state 000000000000\n", printed)).isEmpty();
        assertThat(Output.missing("x = 1 of 1\na 7.25 s\n", printed)).contains("a 7.25 s");
        assertThat(Output.missing("a 7.25 m\n", printed)).contains("a 7.25 m");
    }

    @Test
    @Tag("slow")
    void aLineThatFailsEndsTheSession() throws Exception {
        Block block = block("sh", "./atomizable jobs\n./atomizable checkpoint ls nowhere\necho after\n");
        Program.Ended ended = new Session(directory).run(page(), Statement.of(block));
        assertThat(ended.code()).isNotZero();
        assertThat(ended.said())
                .contains("option-pricer", "# docs/some.md:2", "nowhere")
                .doesNotContain("after");
    }
}
