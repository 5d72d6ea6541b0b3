package org.atomizable.core.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;

class SchedulerClockProperties {

    private static final Slice SLICE = new Slice("gpu-0.0", new SliceKind("1g.5gb"), Bytes.gibi(5));
    private static final Duration LENGTH = Duration.ofSeconds(10);

    /** The clock of the agent's machine, which is off by a time that someone can change. */
    private static final class Local implements TimeSource {

        private final VirtualTime real;
        private Duration off;

        Local(VirtualTime real, Duration off) {
            this.real = real;
            this.off = off;
        }

        @Override
        public Instant now() {
            return real.now().plus(off);
        }

        @Override
        public long nanos() {
            return real.nanos();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            real.sleep(duration);
        }

        @Override
        public Timer schedule(Duration delay, Runnable action) {
            return real.schedule(delay, action);
        }
    }

    private final VirtualTime real = VirtualTime.create();

    /** One request and its answer; the scheduler's clock shows the true time. */
    private void exchange(SchedulerClock clock, Local local, long thereMillis, long backMillis) {
        Instant sent = local.now();
        real.advance(Duration.ofMillis(thereMillis));
        Instant shown = real.now();
        real.advance(Duration.ofMillis(backMillis));
        clock.learn(sent, shown);
    }

    private Grant grant() {
        Instant starts = real.now().plusSeconds(1);
        return new Grant(
                "grant-1",
                "window-1",
                SLICE,
                SLICE.memory(),
                starts,
                starts.plus(LENGTH),
                new FencingToken(1),
                Duration.ofSeconds(3));
    }

    @Property
    void aGrantLiesWithinWhatTheSchedulerTold(
            @ForAll @LongRange(min = -100_000_000, max = 100_000_000) long offMillis,
            @ForAll @Size(min = 1, max = 20) List<@LongRange(min = 0, max = 3000) Long> delays) {
        Local local = new Local(real, Duration.ofMillis(offMillis));
        SchedulerClock clock = new SchedulerClock(local);
        for (int i = 0; i < delays.size(); i++) {
            exchange(clock, local, delays.get(i), delays.get(delays.size() - 1 - i));
        }
        Grant told = grant();

        Grant here = clock.here(told);

        Duration least = delays.stream()
                .map(it -> Duration.ofMillis(2 * it))
                .min(Duration::compareTo)
                .orElseThrow();
        assertThat(here.starts().minus(local.off)).isAfterOrEqualTo(told.starts());
        assertThat(here.ends().minus(local.off)).isBeforeOrEqualTo(told.ends().plusMillis(1));
        assertThat(Duration.between(here.starts(), here.ends()))
                .as("no more is lost than the quickest answers leave open")
                .isGreaterThanOrEqualTo(LENGTH.minus(least.multipliedBy(2)).minusSeconds(1));
        assertThat(here.token()).isEqualTo(told.token());
    }

    @Property
    void aWindowOpensAsAGrantOfItWouldAndKeepsItsLength(
            @ForAll @LongRange(min = -10_000, max = 10_000) long offMillis,
            @ForAll @LongRange(min = 0, max = 500) long thereMillis,
            @ForAll @LongRange(min = 0, max = 500) long backMillis) {
        Local local = new Local(real, Duration.ofMillis(offMillis));
        SchedulerClock clock = new SchedulerClock(local);
        exchange(clock, local, thereMillis, backMillis);
        Grant grant = grant();

        Window window = clock.here(new Window("window-1", SLICE, SLICE.memory(), grant.starts(), LENGTH));

        assertThat(window.opens()).isEqualTo(clock.here(grant).starts());
        assertThat(window.length()).isEqualTo(LENGTH);
    }

    @Property
    void itLearnsAnewOnceTheClockHereWasSet(
            @ForAll @LongRange(min = -100_000, max = 100_000) long offMillis,
            @ForAll @LongRange(min = -100_000, max = 100_000) long byMillis) {
        Local local = new Local(real, Duration.ofMillis(offMillis));
        SchedulerClock clock = new SchedulerClock(local);
        exchange(clock, local, 1, 1);
        local.off = local.off.plusMillis(byMillis);
        real.advance(Duration.ofSeconds(1));
        exchange(clock, local, 2, 2);
        Grant told = grant();

        Grant here = clock.here(told);

        // A clock that is set by up to 2 ms is not told from one that drifts.
        assertThat(here.starts().minus(local.off))
                .isBetween(told.starts().minusMillis(3), told.starts().plusMillis(10));
        assertThat(here.ends().minus(local.off))
                .isBetween(told.ends().minusMillis(10), told.ends().plusMillis(3));
    }

    @Property
    void whatWasLearnedGetsLessCertainWithTime(@ForAll @LongRange(min = 1, max = 100_000) long seconds) {
        Local local = new Local(real, Duration.ZERO);
        SchedulerClock clock = new SchedulerClock(local);
        exchange(clock, local, 0, 0);
        real.advance(Duration.ofSeconds(seconds));
        Grant told = grant();

        Duration later = Duration.between(told.starts(), clock.here(told).starts());

        assertThat(later).isBetween(Duration.ofNanos(seconds * 199_999), Duration.ofNanos(seconds * 200_001));
    }

    @Property(tries = 1)
    void withoutAnAnswerBothClocksAreTakenForTheSame() {
        Grant told = grant();

        assertThat(new SchedulerClock(real).here(told)).isEqualTo(told);
    }
}
