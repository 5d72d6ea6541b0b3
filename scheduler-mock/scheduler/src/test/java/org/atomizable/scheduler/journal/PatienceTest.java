package org.atomizable.scheduler.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.junit.jupiter.api.Test;

class PatienceTest {

    private final VirtualTime time = VirtualTime.create();
    private int tried;

    private static JournalException locked() {
        return JournalException.locked(Path.of("journal.db"), new SQLException("database is locked"));
    }

    @Test
    void whatIsLockedIsTriedAgainUntilItIsNot() throws Exception {
        long began = time.nanos();
        String done = Patience.with(time, () -> {
            if (++tried < 5) {
                throw locked();
            }
            return "done";
        });
        assertThat(done).isEqualTo("done");
        assertThat(tried).isEqualTo(5);
        assertThat(time.nanos() - began).isEqualTo(Duration.ofMillis(200).toNanos());
    }

    @Test
    void anyOtherFailureIsToldAtOnce() {
        assertThatThrownBy(() -> Patience.with(time, () -> {
                    tried++;
                    throw new JournalException("the disk is full", "Make room");
                }))
                .hasMessageContaining("the disk is full");
        assertThat(tried).isEqualTo(1);
    }

    @Test
    void patienceEndsAfterHalfAMinute() {
        long began = time.nanos();
        assertThatThrownBy(() -> Patience.with(time, () -> {
                    tried++;
                    throw locked();
                }))
                .hasMessageContaining("another program holds the lock");
        assertThat(Duration.ofNanos(time.nanos() - began)).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(31));
        assertThat(tried).isGreaterThan(500);
    }

    @Test
    void whoeverIsInterruptedIsNotKeptWaiting() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> Patience.with(TimeSource.system(), () -> {
                        tried++;
                        throw locked();
                    }))
                    .isInstanceOf(JournalException.class);
        } finally {
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        }
        assertThat(tried).isEqualTo(1);
    }
}
