package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.atomizable.core.worker.NamedJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GridTest {

    private static SweptJob job(Map<String, String> setting) throws Exception {
        return SweptJob.of(new NamedJob("sum", Map.of("atoms", "7")), setting, Path.of("stores"));
    }

    @Test
    void everyCombinationIsASetting() {
        assertThat(Grid.parse(List.of("rate=0.1,0.3", "seed=-1..1,7", "path=../a"))
                        .settings())
                .hasSize(8)
                .startsWith(Map.of("rate", "0.1", "seed", "-1", "path", "../a"))
                .endsWith(Map.of("rate", "0.3", "seed", "7", "path", "../a"));
        assertThat(Grid.parse(List.of("seed=1,1..2,2")).settings()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rate           | names no values of a parameter",
                "=3             | names no values of a parameter",
                "seed=3..1      | the range 3..1 in \"seed=3..1\" is empty",
                "seed=0..999999 | at most 10000 settings",
            })
    void whatIsNoAxisIsRefused(String axis, String message) {
        assertThatThrownBy(() -> Grid.parse(List.of(axis)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void tooManySettingsAndRepeatedParametersAreRefused() {
        assertThatThrownBy(() -> Grid.parse(List.of("a=1..200", "b=1..200"))).hasMessageContaining("at most 10000");
        assertThatThrownBy(() -> Grid.parse(List.of("a=1", "a=2"))).hasMessageContaining("a is given twice");
        assertThatThrownBy(() -> job(Map.of("atoms", "8"))).hasMessageContaining("atoms is given by -p and is swept");
    }

    @Test
    void aSettingHasTheSameNameInEverySweepAndNoOtherHasIt() throws Exception {
        assertThat(job(Map.of("memory", "2GiB")).spec().name()).isEqualTo("sum-atoms-7-memory-2GiB");
        String one = job(Map.of("note", "a/b")).spec().name();
        String other = job(Map.of("note", "a:b")).spec().name();
        assertThat(one).startsWith("sum-atoms-7-note-a_b-").isNotEqualTo(other);
        assertThat(job(Map.of("note", "x".repeat(300))).spec().name()).hasSize(100);
    }
}
