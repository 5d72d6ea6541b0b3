package org.atomizable.lab.simulate.colocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.RelativeThroughput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GavelTablesTest {

    private static final SliceKind V100 = new SliceKind("v100");

    @TempDir
    Path directory;

    private Path file(String json) throws IOException {
        return Files.writeString(directory.resolve("throughputs.json"), json);
    }

    @Test
    void throughputIsReadRelativeToAlone() throws Exception {
        InterferenceMatrix read = GavelTables.read(file(PublishedTable.of("v100", 4, 7)), "v100");
        assertThat(read.jobs(V100)).hasSize(4).doesNotContain("Large");
        assertThat(read.measured()).hasSize(16);
        for (int job = 0; job < 4; job++) {
            for (int other = 0; other < 4; other++) {
                double keeps = PublishedTable.keeps(job, other, 7);
                assertThat(read.of(V100, PublishedTable.name(job), List.of(PublishedTable.name(other))))
                        .map(RelativeThroughput::value)
                        .hasValueSatisfying(it -> assertThat(it).isCloseTo(keeps, within(1e-9)));
            }
        }
    }

    /** Gavel's tables have 0 where two jobs need more memory than there is. */
    @Test
    void aPairWithZeroCannotRunTogether() throws Exception {
        InterferenceMatrix read = GavelTables.read(file("""
            {"v100": {"('A', 1)": {"null": 2, "('A', 1)": [1, 1], "('B', 1)": [0, 0]},
                      "('B', 1)": {"null": 4, "('A', 1)": [0, 0], "('B', 1)": [3, 3]}}}
            """), "v100");
        assertThat(read.of(V100, "A", List.of("A")))
                .map(RelativeThroughput::value)
                .hasValue(0.5);
        assertThat(read.of(V100, "B", List.of("B")))
                .map(RelativeThroughput::value)
                .hasValue(0.75);
        assertThat(read.of(V100, "A", List.of("B"))).isEmpty();
        assertThat(read.excluded()).singleElement().hasToString("Sharing[kind=%s, group=A + B]".formatted(V100));
    }

    /** Read with quotes for apostrophes, and apostrophes for tildes. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{'v100': {;line 1 is no JSON",
                "{'k80': {}};Choose --gpus from [k80]",
                "[];no table of GPU v100",
                "``;no table of GPU v100",
                "{'v100': {}};no pair of jobs",
                "{'v100': {'(~A~, 1)': {'null': 1}}};no pair of jobs",
                "{'v100': {'(~A~, 1)': {'(~A~, 1)': [1, 1]}}};A needs its throughput alone",
                "{'v100': {'(~A~, 1)': {'null': 1, '(~A~, 1)': [1]}}};has 1 alone and [1]",
                "{'v100': {'(~A~, 1)': {'null': 1, '(~A~, 1)': [-1, 1]}}};0 to 1e12",
                "{'v100': {'(~A~, 1)': {'null': 1e-300, '(~A~, 1)': [1e300, 1]}}};0 to 1e12",
                "{'v100': {'(~A~, 1)': {'null': 1, '(~A~, 1)': ['many', 1]}}};0 to 1e12"
            })
    void aWrongFileIsNamedWithWhatIsWrong(String json, String what) throws Exception {
        Path file = file(json.replace('\'', '"').replace('~', '\''));
        assertThatThrownBy(() -> GavelTables.read(file, "v100"))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining("throughputs.json")
                .hasMessageContaining(what);
    }

    @Test
    void aMissingFileIsNamed() {
        Path absent = directory.resolve("absent.json");
        assertThatThrownBy(() -> GavelTables.read(absent, "v100"))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining("absent.json")
                .hasMessageContaining("cannot be read");
    }
}
