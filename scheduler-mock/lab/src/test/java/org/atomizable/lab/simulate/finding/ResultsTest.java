package org.atomizable.lab.simulate.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {

    private static final Experiment EXPERIMENT = Cells.experiment(Optional.empty(), List.of("a", "b"), "easy", "sja");

    @TempDir
    Path directory;

    @Test
    void aFileIsReadAsItWasWritten() throws Exception {
        Results results = new Results(
                EXPERIMENT,
                List.of(Cells.row("b", "easy", 1, 0.5), Cells.row("a", "sja", 2, 2), Cells.row("a", "sja", 1, 4)));
        assertThat(results.rows()).extracting(Measured::point).containsExactly("a", "a", "b");
        Files.writeString(directory.resolve("test.csv"), results.text());
        assertThat(Results.read(directory, EXPERIMENT)).isEqualTo(results);
    }

    @Test
    void newResultsReplaceThoseOfTheSameScheduler() {
        Results results = new Results(EXPERIMENT, List.of(Cells.row("a", "easy", 1, 1), Cells.row("a", "sja", 1, 2)))
                .with(List.of(Cells.row("a", "sja", 1, 3)));
        assertThat(results.rows()).containsExactly(Cells.row("a", "easy", 1, 1), Cells.row("a", "sja", 1, 3));
    }

    @Test
    void whatIsNotInThePlanIsLeftOut() {
        assertThat(new Results(EXPERIMENT, List.of(Cells.row("c", "easy", 1, 1), Cells.row("a", "cons", 1, 1))).rows())
                .isEmpty();
    }

    @Test
    void aWrongLineIsNamed() throws Exception {
        String text = new Results(EXPERIMENT, List.of(Cells.row("a", "easy", 1, 1))).text();
        Files.writeString(directory.resolve("test.csv"), text.replace("a,easy,1", "a,easy,one"));
        assertThatThrownBy(() -> Results.read(directory, EXPERIMENT))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining("line 3");
        Files.writeString(directory.resolve("test.csv"), "nonsense\n");
        assertThatThrownBy(() -> Results.read(directory, EXPERIMENT)).hasMessageContaining("line 1");
    }
}
