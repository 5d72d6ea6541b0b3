package org.atomizable.scheduler.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.RowJson;
import org.atomizable.scheduler.journal.RowsInMemory;
import org.atomizable.scheduler.journal.Table;
import org.junit.jupiter.api.Test;

class AcceptanceTest {

    private static final Acceptance PLAIN = new Acceptance(7, 10, Bytes.of(1024), Duration.ofSeconds(3));
    private static final Acceptance TOLD = new Acceptance(
            7, 10, Bytes.of(1024), Duration.ofSeconds(3), Optional.of("declared"), Optional.of("order statistic"));

    private final RowsInMemory journal = new RowsInMemory();

    private Acceptance read(String row) throws Exception {
        journal.write(List.of(new Change(Table.LEASE, "g", Optional.of(row))));
        return RowJson.all(journal, Table.LEASE, Acceptance.class).get("g");
    }

    @Test
    void aRowFromBeforeMethodsWereKeptIsRead() throws Exception {
        String methods = ",\"memoryMethod\":null,\"timeMethod\":null";
        String row = RowJson.write(PLAIN);
        assertThat(row).contains(methods);

        assertThat(read(row.replace(methods, ""))).isEqualTo(PLAIN);
    }

    @Test
    void aRowBringsBackTheMethods() throws Exception {
        assertThat(read(RowJson.write(TOLD))).isEqualTo(TOLD);
    }

    @Test
    void theSameSubjobIsRecognizedWithAndWithoutMethods() {
        assertThat(TOLD.sameSubjob(PLAIN)).isTrue();
        assertThat(TOLD.sameSubjob(new Acceptance(7, 11, Bytes.of(1024), Duration.ofSeconds(3))))
                .isFalse();
    }
}
