package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.junit.jupiter.api.Test;

class AnchoredTimeTest {

    private final VirtualTime elapsed = VirtualTime.create();
    private final Instant began = elapsed.now();
    private final SetClock machine = new SetClock();
    private final List<String> told = new ArrayList<>();
    private final AnchoredTime time = AnchoredTime.on(machine, told::add);

    /** A machine's clock, which somebody sets. */
    private final class SetClock implements TimeSource {

        private Duration off = Duration.ZERO;

        @Override
        public Instant now() {
            return elapsed.now().plus(off);
        }

        @Override
        public long nanos() {
            return elapsed.nanos();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            elapsed.sleep(duration);
        }

        @Override
        public Timer schedule(Duration delay, Runnable action) {
            return elapsed.schedule(delay, action);
        }
    }

    private void minutesLater(int minutes) {
        for (int minute = 0; minute < minutes; minute++) {
            elapsed.advance(Duration.ofMinutes(1));
        }
    }

    @Test
    void itGoesOnWhateverTheClockIsSetTo() {
        for (Duration off : List.of(Duration.ofHours(1), Duration.ZERO, Duration.ofHours(-1), Duration.ofDays(9000))) {
            machine.off = off;
            assertThat(time.now()).isEqualTo(elapsed.now());
            elapsed.advance(Duration.ofMillis(1500));
            assertThat(time.now()).isEqualTo(elapsed.now());
        }
        assertThat(time.now()).isEqualTo(began.plusMillis(6000));
    }

    @Test
    void aClockThatIsSetIsToldOncePerChangeWithWhatToDo() {
        minutesLater(3);
        assertThat(told).isEmpty();

        machine.off = Duration.ofHours(1);
        minutesLater(3);
        assertThat(told).singleElement().asString().contains("3600 s ahead of", "restart the scheduler");

        machine.off = Duration.ofHours(-1);
        minutesLater(3);
        assertThat(told).hasSize(2).last().asString().contains("3600 s behind");

        machine.off = Duration.ofMillis(300);
        minutesLater(3);
        assertThat(told).hasSize(3).last().asString().contains("agrees again");
    }

    @Test
    void aClockThatIsSteeredALittleIsNotToldOf() {
        for (int off = -900; off <= 900; off += 300) {
            machine.off = Duration.ofMillis(off);
            minutesLater(1);
        }
        assertThat(told).isEmpty();
    }

    @Test
    void aClockThatDriftsAwayIsTold() {
        for (int minute = 1; minute <= 10; minute++) {
            machine.off = Duration.ofMillis(250L * minute);
            minutesLater(1);
        }
        assertThat(told).hasSize(2).first().asString().contains("1 s ahead of");
    }
}
