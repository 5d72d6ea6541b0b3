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
    private final List<String> told = new ArrayList<>();
    private Duration off = Duration.ZERO;
    private final TimeSource time =
            AnchoredTime.on(new CalendarTime(elapsed, () -> elapsed.now().plus(off)), told::add);

    private void minutesLater(int minutes) {
        for (int minute = 0; minute < minutes; minute++) {
            elapsed.advance(Duration.ofMinutes(1));
        }
    }

    @Test
    void itGoesOnWhateverTheClockIsSetTo() {
        for (Duration set : List.of(Duration.ofHours(1), Duration.ZERO, Duration.ofHours(-1), Duration.ofDays(9000))) {
            off = set;
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

        off = Duration.ofHours(1);
        minutesLater(3);
        assertThat(told).singleElement().asString().contains("3600 s ahead of", "restart the scheduler");

        off = Duration.ofHours(-1);
        minutesLater(3);
        assertThat(told).hasSize(2).last().asString().contains("3600 s behind");

        off = Duration.ofMillis(300);
        minutesLater(3);
        assertThat(told).hasSize(3).last().asString().contains("agrees again");
    }

    @Test
    void aClockThatIsSteeredALittleIsNotToldOf() {
        for (int millis = -900; millis <= 900; millis += 300) {
            off = Duration.ofMillis(millis);
            minutesLater(1);
        }
        assertThat(told).isEmpty();
    }

    @Test
    void aClockThatDriftsAwayIsTold() {
        for (int minute = 1; minute <= 10; minute++) {
            off = Duration.ofMillis(250L * minute);
            minutesLater(1);
        }
        assertThat(told).hasSize(2).first().asString().contains("1 s ahead of");
    }
}
