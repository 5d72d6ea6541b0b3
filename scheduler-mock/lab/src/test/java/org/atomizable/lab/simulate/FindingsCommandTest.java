package org.atomizable.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.cli.CommandRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindingsCommandTest {

    private static final String PLAN = """
        {"experiments": [
          {"name": "load", "title": "Load?", "about": "Small.", "options": "--jobs 3", "axis": "load", "points": ["0.5", "0.9"],
           "schedulers": ["easy", "fill-srpt", "sja-fifo-1h"], "seeds": 1},
          {"name": "kinds", "title": "Kinds", "about": "Small.", "options": "--jobs 3", "points": ["--holes long", "--holes mid"],
           "schedulers": ["easy", "cons"], "seeds": 1}
        ]}
        """;

    @TempDir
    Path directory;

    @BeforeEach
    void aSmallPlan() throws Exception {
        Files.writeString(directory.resolve("plan.json"), PLAN);
    }

    private CommandRun findings(Object... more) {
        List<Object> call = new ArrayList<>(
                List.of("simulate", "findings", "--results", directory, "--out", directory.resolve("page.md")));
        call.addAll(List.of(more));
        return CommandRun.of(call.toArray());
    }

    private String file(String name) throws Exception {
        return Files.readString(directory.resolve(name));
    }

    @Test
    void aPlanIsRunAndItsPageMade() throws Exception {
        CommandRun run = findings("--run");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(file("load.csv").lines()).hasSize(2 + 2 * 3);
        assertThat(file("page.md"))
                .contains(
                        "# Findings",
                        "Jobs finish sooner with `sja-fifo-1h` than with `easy`",
                        "![Load?](./load.svg)",
                        "for x in 0.5 0.9; do",
                        "./atomizable simulate --jobs 3 --load \"$x\" --seeds 1 --schedulers"
                                + " easy,fill-srpt,sja-fifo-1h",
                        "./atomizable simulate --jobs 3 --holes mid --seeds 1 --schedulers easy,cons");
        assertThat(file("load.svg")).contains("sja-fifo-1h");
        assertThat(file("kinds-holes-long.svg")).contains("cons");
        String once = file("page.md");
        assertThat(findings().code()).isZero();
        assertThat(file("page.md")).isEqualTo(once);
    }

    @Test
    void aPartIsRunAndTheRestStays() throws Exception {
        assertThat(findings("--run", "--only", "load", "--schedulers", "easy", "--seeds", "1")
                        .code())
                .isZero();
        assertThat(directory.resolve("kinds.csv")).doesNotExist();
        assertThat(file("page.md")).contains("Not measured yet.", "Not run yet: `fill-srpt` and `sja-fifo-1h`.");
        assertThat(findings("--run", "--only", "load", "--schedulers", "fill-srpt", "--seeds", "1")
                        .code())
                .isZero();
        assertThat(file("load.csv")).contains("0.5,easy,1", "0.9,fill-srpt,1").doesNotContain("sja");
    }

    @Test
    void whatIsWrongIsNamed() throws Exception {
        assertThat(findings("--run", "--only", "nonsense").err()).contains("nonsense", "load, kinds");
        assertThat(findings("--run", "--schedulers", "nonsense").err()).contains("nonsense", "plan.json");
        Files.writeString(directory.resolve("plan.json"), PLAN.replace("--jobs 3", "--nonsense 5"));
        assertThat(findings("--run").err()).contains("--nonsense", "plan.json").doesNotContain("\tat ");
        Files.writeString(directory.resolve("plan.json"), PLAN.replace("\"0.9\"]", "\"0.9\""));
        assertThat(findings().err()).contains("plan.json, line").doesNotContain("\tat ");
        Files.writeString(directory.resolve("plan.json"), PLAN.replace("\"0.9\"", "\"much\""));
        assertThat(findings().err()).contains("much").doesNotContain("\tat ");
        Files.delete(directory.resolve("plan.json"));
        assertThat(findings().err()).contains("plan.json", "--results").doesNotContain("\tat ");
    }
}
