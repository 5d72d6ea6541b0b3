package org.atomizable.scheduler.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.atomizable.api.time.TimeSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GroupCommitWriterTest {

    private final RowsInMemory rows = new RowsInMemory();

    private static List<Change> row(String key, String value) {
        return List.of(new Change(Table.JOB, key, Optional.of(value)));
    }

    @Test
    void whatFollowsIsDoneInOrderAndAfterTheWrite() throws Exception {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        try (JournalWriter writer = new GroupCommitWriter(rows, TimeSource.system())) {
            JournalWriter.Submitted last = () -> {};
            for (int i = 0; i < 500; i++) {
                String key = "job-" + i;
                boolean writes = i % 3 != 0;
                last = writer.submit(writes ? row(key, "{}") : List.of(), () -> {
                    assertThat(rows.all(Table.JOB).containsKey(key)).isEqualTo(writes);
                    told.add(key);
                });
            }
            last.await();
        }
        assertThat(told).hasSize(500);
        for (int i = 0; i < 500; i++) {
            assertThat(told.get(i)).isEqualTo("job-" + i);
        }
    }

    @Test
    void onAFullDiskNothingIsToldUntilThereIsRoom() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        rows.failNext(3);
        try (JournalWriter writer = new GroupCommitWriter(rows, TimeSource.system(), Duration.ofSeconds(30))) {
            JournalWriter.Submitted submitted = writer.submit(row("a", "1"), told::countDown);
            submitted.await();
            assertThat(told.getCount()).isZero();
            assertThat(rows.all(Table.JOB)).containsEntry("a", "1");
            assertThat(writer.stuck()).isFalse();
        }
    }

    @Test
    void whatChangesNothingWaitsForTheChangesThatItsAnswerMayFollowFrom() throws Exception {
        rows.failNext(1);
        try (JournalWriter writer = new GroupCommitWriter(rows, TimeSource.system(), Duration.ofSeconds(30))) {
            writer.submit(row("a", "1"), () -> {});
            JournalWriter.Submitted repeated = writer.submit(List.of(), () -> {});
            repeated.await();
            assertThat(rows.all(Table.JOB)).containsEntry("a", "1");
        }
    }

    @Test
    void whoWaitsTooLongIsToldWhatToDo() throws Exception {
        rows.failNext(Integer.MAX_VALUE);
        List<String> told = new ArrayList<>();
        JournalWriter writer = new GroupCommitWriter(rows, TimeSource.system(), Duration.ofMillis(20));
        JournalWriter.Submitted submitted = writer.submit(row("a", "1"), () -> told.add("a"));

        assertThatThrownBy(submitted::await)
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("Make room on its disk");
        writer.close();
        assertThat(told).isEmpty();
        assertThat(rows.all(Table.JOB)).isEqualTo(Map.of());
    }
}
