package org.atomizable.api.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.time.TimeSource.Timer;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {

    private static final Instant START = Instant.parse("2000-01-01T00:00:00Z");

    private final VirtualTime time = VirtualTime.create();
    private final List<String> story = new ArrayList<>();

    @Test
    void timeStandsUntilItIsAdvanced() {
        assertThat(time.now()).isEqualTo(START);
        time.advance(Duration.ofSeconds(90));
        assertThat(time.now()).isEqualTo(START.plusSeconds(90));
        assertThat(VirtualTime.startingAt(Instant.EPOCH).now()).isEqualTo(Instant.EPOCH);
    }

    @Test
    void nanosecondsPassWithTheTime() {
        long before = time.nanos();
        time.advance(Duration.ofNanos(1_000_000_007));
        assertThat(time.nanos() - before).isEqualTo(1_000_000_007);
    }

    @Test
    void deedsHappenInOrderAndSeeTheirOwnInstant() {
        note("late", 3);
        note("early", 1);
        note("also early", 1);
        time.advance(Duration.ofSeconds(5));
        assertThat(story).containsExactly("early 1", "also early 1", "late 3");
        assertThat(time.now()).isEqualTo(START.plusSeconds(5));
    }

    @Test
    void aDeedIsDoneAtTheVeryInstantButNotBefore() {
        note("action", 5);
        time.advance(Duration.ofSeconds(5).minusNanos(1));
        assertThat(story).isEmpty();
        time.advance(Duration.ofNanos(1));
        assertThat(story).containsExactly("action 5");
    }

    @Test
    void aDeedMayScheduleOthersWithinTheSameAdvance() {
        time.schedule(Duration.ofSeconds(1), () -> note("second", 1));
        time.advance(Duration.ofSeconds(3));
        assertThat(story).containsExactly("second 2");
    }

    @Test
    void aCancelledDeedIsNotDone() {
        Timer timer = time.schedule(Duration.ofSeconds(1), () -> story.add("done"));
        timer.cancel();
        timer.cancel();
        time.advance(Duration.ofSeconds(2));
        assertThat(story).isEmpty();
    }

    @Test
    void aDelayThatIsOverIsDueAtOnceButWaitsForTheTimeToBeDriven() {
        time.schedule(Duration.ofSeconds(-1), () -> story.add("done"));
        assertThat(story).isEmpty();
        time.advance(Duration.ZERO);
        assertThat(story).containsExactly("done");
        assertThat(time.now()).isEqualTo(START);
    }

    @Test
    void sleepAdvancesTheTimeAndDoesWhatFallsDue() throws InterruptedException {
        note("action", 1);
        time.sleep(Duration.ofSeconds(2));
        assertThat(story).containsExactly("action 1");
        time.sleep(Duration.ofSeconds(-2));
        assertThat(time.now()).isEqualTo(START.plusSeconds(2));
    }

    @Test
    void anInterruptedThreadDoesNotSleep() {
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> time.sleep(Duration.ofSeconds(1)));
        assertThat(Thread.interrupted()).isFalse();
        assertThat(time.now()).isEqualTo(START);
    }

    @Test
    void theNextDeedCanBeAdvancedTo() {
        note("action", 7);
        assertThat(time.advanceToNext()).isTrue();
        assertThat(time.now()).isEqualTo(START.plusSeconds(7));
        assertThat(time.advanceToNext()).isFalse();
        assertThat(time.now()).isEqualTo(START.plusSeconds(7));
    }

    @Test
    void timeDoesNotGoBack() {
        assertThatIllegalArgumentException().isThrownBy(() -> time.advance(Duration.ofNanos(-1)));
        time.advance(Duration.ofSeconds(5));
        time.advanceTo(START);
        assertThat(time.now()).isEqualTo(START.plusSeconds(5));
    }

    private void note(String what, long afterSeconds) {
        time.schedule(
                Duration.ofSeconds(afterSeconds),
                () -> story.add(what + " " + Duration.between(START, time.now()).toSeconds()));
    }
}
