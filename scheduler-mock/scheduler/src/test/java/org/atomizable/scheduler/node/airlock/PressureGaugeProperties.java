package org.atomizable.scheduler.node.airlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.atomizable.api.Bytes;
import org.atomizable.api.Shrinkable.Pressure.Level;
import org.atomizable.scheduler.node.pressure.PressureReading;
import org.atomizable.scheduler.node.pressure.WatchedMemory;

class PressureGaugeProperties {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Watermarks MARKS = Watermarks.DEFAULT;

    private record Read(Instant at, double pressure, Level level) {}

    private static List<Read> story(long seed) {
        Random random = new Random(seed);
        List<Read> story = new ArrayList<>();
        PressureGauge gauge = PressureGauge.GREEN;
        Instant now = NOON;
        double pressure = 0.5;
        for (int i = 0; i < 200; i++) {
            now = now.plusMillis(random.nextInt(900));
            pressure = Math.max(0, Math.min(1.1, pressure + random.nextGaussian() * 0.05 + (0.88 - pressure) * 0.1));
            gauge = gauge.after(OptionalDouble.of(pressure), now, MARKS);
            story.add(new Read(now, pressure, gauge.level()));
        }
        return story;
    }

    @Property(tries = 300)
    void aLevelIsReachedAtOnceAndLeftOnlyAfterACalmBelowItsGap(@ForAll long seed) {
        List<Read> story = story(seed);
        for (int i = 0; i < story.size(); i++) {
            Read read = story.get(i);
            assertThat(read.level()).isGreaterThanOrEqualTo(levelAt(read.pressure()));
            Level before = i == 0 ? Level.GREEN : story.get(i - 1).level();
            if (read.level().compareTo(before) < 0) {
                for (Level left : Level.values()) {
                    if (left.compareTo(read.level()) > 0 && before.compareTo(left) >= 0) {
                        assertThat(calmUpTo(story, i, beginning(left) - MARKS.gap()))
                                .isGreaterThanOrEqualTo(MARKS.calm());
                    }
                }
            }
        }
    }

    /** Returns how long the pressure has been below a value at the time of a reading. */
    private static Duration calmUpTo(List<Read> story, int last, double below) {
        int first = last;
        while (first >= 0 && story.get(first).pressure() < below) {
            first--;
        }
        return first == last
                ? Duration.ZERO
                : Duration.between(story.get(first + 1).at(), story.get(last).at());
    }

    private static double beginning(Level level) {
        return switch (level) {
            case GREEN -> 0;
            case WATCH -> MARKS.watch();
            case PRESSURE -> MARKS.pressure();
            case CRITICAL -> MARKS.critical();
        };
    }

    private static Level levelAt(double pressure) {
        Level level = Level.GREEN;
        for (Level each : Level.values()) {
            level = pressure >= beginning(each) ? each : level;
        }
        return level;
    }

    @Example
    void whatCannotBeReadChangesNoLevelAndEndsNoCalm() {
        PressureGauge high = PressureGauge.GREEN.after(OptionalDouble.of(0.93), NOON, MARKS);
        PressureGauge calming = high.after(OptionalDouble.of(0.5), NOON.plusMillis(100), MARKS);
        PressureGauge blind = calming.after(OptionalDouble.empty(), NOON.plusMillis(600), MARKS);
        assertThat(blind.level()).isEqualTo(Level.PRESSURE);
        PressureGauge low = blind.after(OptionalDouble.of(0.5), NOON.plusMillis(1200), MARKS);
        assertThat(low.level()).isEqualTo(Level.PRESSURE);
        assertThat(low.after(OptionalDouble.of(0.5), NOON.plusMillis(2200), MARKS)
                        .level())
                .isEqualTo(Level.GREEN);
    }

    @Example
    void theFullestMemoryAndTheStallsMakeThePressure() {
        PressureReading reading = PressureReading.of(
                new WatchedMemory("gpu-0", Bytes.of(90), Bytes.of(100)),
                new WatchedMemory(WatchedMemory.HOST, Bytes.of(10), Bytes.of(100)));
        assertThat(reading.pressure()).hasValue(0.9);
        assertThat(new PressureReading(reading.memories(), OptionalDouble.of(0.19))
                        .pressure()
                        .orElseThrow())
                .isBetween(0.949, 0.951);
        assertThat(PressureReading.of().pressure()).isEmpty();
    }

    @Example
    void marksOutOfOrderAreRefused() {
        assertThatThrownBy(() -> new Watermarks(0.9, 0.85, 0.97, 0.03, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0.85");
        assertThatThrownBy(() -> new Watermarks(0.8, 0.85, 0.97, 0.9, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
