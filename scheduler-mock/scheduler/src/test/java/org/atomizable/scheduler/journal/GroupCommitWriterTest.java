package org.atomizable.scheduler.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class GroupCommitWriterTest {

    private final RowsInMemory rows = new RowsInMemory();

    private static List<Change> row(String key, String value) {
        return List.of(new Change(Table.JOB, key, Optional.of(value)));
    }

    /** Waits for what comes soon. */
    private static void until(BooleanSupplier condition) {
        long patience = TimeSource.system().nanos() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(TimeSource.system().nanos()).as("it has come by then").isLessThan(patience);
            Thread.onSpinWait();
        }
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

    @Test
    void whileNothingCanBeWrittenItSaysSo() throws Exception {
        rows.failNext(Integer.MAX_VALUE);
        try (JournalWriter writer = new GroupCommitWriter(rows, TimeSource.system(), Duration.ofSeconds(30))) {
            assertThat(writer.stuck()).isFalse();
            JournalWriter.Submitted submitted = writer.submit(row("a", "1"), () -> {});
            until(writer::stuck);
            rows.failNext(0);
            submitted.await();
            assertThat(writer.stuck()).isFalse();
        }
    }

    @Test
    void closingWaitsForWhatWasSubmitted() {
        Thread closing = Thread.currentThread();
        List<String> told = new ArrayList<>();
        Journal slow = new Journal() {
            @Override
            public Map<String, String> all(Table table) {
                return rows.all(table);
            }

            @Override
            public void write(List<Change> changes) throws JournalException {
                // Until it is waited for.
                until(() -> closing.getState() != Thread.State.RUNNABLE);
                rows.write(changes);
            }

            @Override
            public void close() {}
        };
        JournalWriter writer = new GroupCommitWriter(slow, TimeSource.system());
        writer.submit(row("a", "1"), () -> told.add("a"));
        writer.submit(row("b", "2"), () -> told.add("b"));
        writer.close();
        assertThat(told).containsExactly("a", "b");
    }

    @Test
    void aDefectInWhatFollowsStopsNothingElse() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        try (JournalWriter writer = new GroupCommitWriter(rows, TimeSource.system())) {
            JournalWriter.Submitted first = writer.submit(row("a", "1"), () -> {
                throw new IllegalStateException("a defect, as this test wants it");
            });
            writer.submit(row("b", "2"), told::countDown).await();
            first.await();
            assertThat(told.getCount()).isZero();
        }
    }

    @Test
    void whatChangesNothingAndFollowsFromNothingIsDoneAtOnce() throws Exception {
        List<Thread> by = new CopyOnWriteArrayList<>();
        try (JournalWriter writer = new GroupCommitWriter(rows, TimeSource.system())) {
            writer.submit(row("a", "1"), () -> {}).await();
            // The last one is over a moment after it was told to be.
            until(() -> {
                writer.submit(List.of(), () -> by.add(Thread.currentThread()));
                return by.contains(Thread.currentThread());
            });
            int before = by.size();
            writer.submit(List.of(), () -> by.add(Thread.currentThread())).await();
            assertThat(by.subList(before, by.size())).containsExactly(Thread.currentThread());
        }
    }

    @Test
    void aJournalThatTakesNoTimeIsWrittenByWhoSubmits() throws Exception {
        List<String> told = new ArrayList<>();
        JournalWriter writer = JournalWriter.atOnce(rows);
        writer.submit(row("a", "1"), () -> told.add("a")).await();
        assertThat(rows.all(Table.JOB)).containsEntry("a", "1");
        rows.failNext(1);
        writer.submit(List.of(), () -> told.add("nothing")).await();
        JournalWriter.Submitted failed = writer.submit(row("b", "2"), () -> told.add("b"));
        assertThatThrownBy(failed::await).isInstanceOf(JournalException.class);
        assertThat(told).containsExactly("a", "nothing");
        assertThat(writer.stuck()).isFalse();
        writer.close();
    }

    @Test
    void aJournalThatRemembersNothingHasNoRows() throws Exception {
        try (Journal none = Journal.none()) {
            none.write(row("a", "1"));
            assertThat(none.all(Table.JOB)).isEmpty();
        }
    }

    @Test
    void aWriterThatIsClosedWhileNothingCanBeWrittenEndsAndTellsNothing() throws Exception {
        rows.failNext(Integer.MAX_VALUE);
        List<String> told = new CopyOnWriteArrayList<>();
        List<Thread> before = writers();
        JournalWriter writer = new GroupCommitWriter(rows, TimeSource.system(), Duration.ofSeconds(30));
        List<Thread> mine = writers();
        mine.removeAll(before);
        assertThat(mine).as("keeps no process alive").singleElement().matches(Thread::isDaemon);
        writer.submit(row("a", "1"), () -> told.add("a"));
        until(writer::stuck);
        writer.close();
        assertThat(mine.get(0).isAlive()).isFalse();
        assertThat(told).isEmpty();
        assertThat(rows.all(Table.JOB)).isEmpty();
    }

    private static List<Thread> writers() {
        return new ArrayList<>(Thread.getAllStackTraces().keySet().stream()
                .filter(it -> it.getName().equals("atomizable-journal"))
                .toList());
    }

    @Test
    void betweenTwoTriesItWaitsHalfASecond() throws Exception {
        VirtualTime time = VirtualTime.create();
        long began = time.nanos();
        rows.failNext(3);
        try (JournalWriter writer = new GroupCommitWriter(rows, time)) {
            writer.submit(row("a", "1"), () -> {}).await();
        }
        assertThat(Duration.ofNanos(time.nanos() - began)).isEqualTo(Duration.ofMillis(1500));
    }

    @Test
    void whatChangesNothingFollowsWhatIsStillToBeTold() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch both = new CountDownLatch(1);
        try (JournalWriter writer = new GroupCommitWriter(rows, TimeSource.system())) {
            writer.submit(row("a", "1"), () -> {
                first.countDown();
                until(() -> both.getCount() == 0);
                told.add("a");
            });
            first.await();
            JournalWriter.Submitted second = writer.submit(List.of(), () -> told.add("nothing"));
            assertThat(told).isEmpty();
            both.countDown();
            second.await();
        }
        assertThat(told).containsExactly("a", "nothing");
    }
}
