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
class GroupScribeTest {

    private final RowsInMemory rows = new RowsInMemory();

    private static List<Change> row(String key, String value) {
        return List.of(new Change(Table.JOB, key, Optional.of(value)));
    }

    @Test
    void whatFollowsIsDoneInOrderAndAfterTheWrite() throws Exception {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        try (Scribe scribe = new GroupScribe(rows, TimeSource.system())) {
            Scribe.Submitted last = () -> {};
            for (int i = 0; i < 500; i++) {
                String key = "job-" + i;
                boolean writes = i % 3 != 0;
                last = scribe.submit(writes ? row(key, "{}") : List.of(), () -> {
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
        try (Scribe scribe = new GroupScribe(rows, TimeSource.system(), Duration.ofSeconds(30))) {
            Scribe.Submitted submitted = scribe.submit(row("a", "1"), told::countDown);
            submitted.await();
            assertThat(told.getCount()).isZero();
            assertThat(rows.all(Table.JOB)).containsEntry("a", "1");
            assertThat(scribe.stuck()).isFalse();
        }
    }

    @Test
    void whoWaitsTooLongIsToldWhatToDo() throws Exception {
        rows.failNext(Integer.MAX_VALUE);
        List<String> told = new ArrayList<>();
        Scribe scribe = new GroupScribe(rows, TimeSource.system(), Duration.ofMillis(20));
        Scribe.Submitted submitted = scribe.submit(row("a", "1"), () -> told.add("a"));

        assertThatThrownBy(submitted::await)
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("Make room on its disk");
        scribe.close();
        assertThat(told).isEmpty();
        assertThat(rows.all(Table.JOB)).isEqualTo(Map.of());
    }
}
