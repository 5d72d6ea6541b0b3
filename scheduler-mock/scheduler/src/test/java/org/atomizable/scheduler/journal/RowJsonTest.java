package org.atomizable.scheduler.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rows that are on disks already look like these. */
class RowJsonTest {

    private enum Mood {
        GOOD
    }

    private record Kept(
            String id, Instant at, Duration took, Optional<Instant> end, Map<String, Long> counts, Mood mood) {

        Kept {
            if (id.isBlank()) {
                throw new IllegalArgumentException("an id has a letter at least");
            }
        }
    }

    private static final Kept VALUE = new Kept(
            "a",
            Instant.parse("2026-03-01T12:00:00.000000001Z"),
            Duration.ofMillis(1500),
            Optional.empty(),
            Map.of("b", 2L),
            Mood.GOOD);
    private static final String ROW = "{\"id\":\"a\",\"at\":\"2026-03-01T12:00:00.000000001Z\",\"took\":\"PT1.5S\","
            + "\"end\":null,\"counts\":{\"b\":2},\"mood\":\"GOOD\"}";

    private final RowsInMemory journal = new RowsInMemory();

    private Map<String, Kept> read(String row) throws JournalException {
        journal.write(List.of(new Change(Table.JOB, "a", Optional.of(row))));
        return RowJson.all(journal, Table.JOB, Kept.class);
    }

    @Test
    void aValueLooksInItsRowAsItAlwaysDid() {
        assertThat(RowJson.write(VALUE)).isEqualTo(ROW);
        assertThat(RowJson.write(7L)).isEqualTo("7");
    }

    @Test
    void aRowBringsItsValueBack() throws Exception {
        assertThat(read(ROW)).isEqualTo(Map.of("a", VALUE));
    }

    @Test
    void whatANewerProgramKeepsBesidesIsPassedOver() throws Exception {
        assertThat(read(ROW.replace("{\"id\"", "{\"shoes\":2,\"id\""))).isEqualTo(Map.of("a", VALUE));
    }

    @Test
    void aDamagedRowIsNamed() {
        for (String damaged : List.of(ROW.substring(1), "null", "", "[]", ROW.replace("\"a\"", "\" \""))) {
            assertThatThrownBy(() -> read(damaged))
                    .as(damaged)
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("the journal's job \"a\" cannot be understood");
        }
    }
}
