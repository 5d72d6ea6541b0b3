package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.atomizable.api.time.TimeSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class WatchdogTest {

    private static final Duration COMMIT = Duration.ofMillis(500);

    private final TimeSource time = TimeSource.system();
    private final CountDownLatch halted = new CountDownLatch(1);
    private final CountDownLatch asked = new CountDownLatch(1);
    private final AtomicInteger halts = new AtomicInteger();
    private final Watchdog watchdog = Watchdog.start(
            time,
            () -> {
                halts.incrementAndGet();
                halted.countDown();
            },
            Optional.empty());

    private final class Subject implements Watchdog.Subject {

        private final boolean uncommitted;

        Subject(boolean uncommitted) {
            this.uncommitted = uncommitted;
        }

        @Override
        public boolean hasToCommit() {
            return uncommitted;
        }

        @Override
        public boolean isLate() {
            return true;
        }

        @Override
        public void yieldSoon() {
            asked.countDown();
        }
    }

    @Test
    void aSubjobIsAskedAndThenItsProcessIsHaltedBeforeTheEnd() throws Exception {
        long began = time.nanos();
        watchdog.watch(Duration.ofSeconds(2), COMMIT, new Subject(true));

        asked.await();
        halted.await();

        // Later than that it may be on a busy machine; earlier it may be for no other reason.
        assertThat(Duration.ofNanos(time.nanos() - began)).isGreaterThan(Duration.ofMillis(100));
        watchdog.rest();
    }

    @Test
    void aSubjobWithoutAnythingToCommitIsNotAsked() throws Exception {
        watchdog.watch(Duration.ofMillis(400), COMMIT, new Subject(false));

        halted.await();

        assertThat(asked.getCount()).isEqualTo(1);
        watchdog.rest();
    }

    @Test
    void aSubjobThatHasEndedIsForgotten() throws Exception {
        watchdog.watch(Duration.ofHours(1), COMMIT, new Subject(true));
        watchdog.rest();
        CountDownLatch next = new CountDownLatch(1);
        Watchdog second = Watchdog.start(time, next::countDown, Optional.empty());
        second.watch(Duration.ZERO, COMMIT, new Subject(true));
        next.await();
        second.rest();

        assertThat(halts).hasValue(0);
    }
}
