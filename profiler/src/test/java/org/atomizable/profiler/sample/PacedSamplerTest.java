package org.atomizable.profiler.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Sampler;
import org.atomizable.api.time.VirtualTime;

class PacedSamplerTest {

    /** Tells the most that was held since it was asked, and takes its time. */
    private static final class Slow implements Sampler {

        private final VirtualTime time;
        private Duration cost;
        private Bytes peak = Bytes.ZERO;
        private Duration spent = Duration.ZERO;

        Slow(VirtualTime time, Duration cost) {
            this.time = time;
            this.cost = cost;
        }

        void holds(long bytes) {
            peak = peak.max(Bytes.of(bytes));
        }

        @Override
        public Bytes peak() {
            time.advance(cost);
            spent = spent.plus(cost);
            Bytes answer = peak;
            peak = Bytes.ZERO;
            return answer;
        }
    }

    @Property(tries = 200)
    void questionsTakeTheirShareOfTheTimeAtTheMostAndNoPeakIsLost(
            @ForAll @IntRange(min = 1, max = 5000) int costMicros,
            @ForAll @IntRange(min = 1, max = 200) int atomMillis,
            @ForAll @IntRange(min = 0, max = 999) int highest) {
        VirtualTime time = VirtualTime.create();
        Slow slow = new Slow(time, Duration.ofNanos(costMicros * 1000L));
        PacedSampler paced = new PacedSampler(slow, 0.005, time);
        Bytes most = paced.peak().max(paced.peak()).max(paced.peak());
        Duration first = slow.spent;
        Duration atoms = Duration.ZERO;
        for (int atom = 0; atom < 2000; atom++) {
            time.advance(Duration.ofMillis(atomMillis));
            atoms = atoms.plus(Duration.ofMillis(atomMillis));
            slow.holds(atom == highest ? 1000 : 10);
            most = most.max(paced.peak());
        }
        assertThat((double) slow.spent.minus(first).toNanos() / atoms.toNanos()).isLessThanOrEqualTo(0.005);
        assertThat(most).isEqualTo(Bytes.of(1000));
    }

    /** Another program had the processor meanwhile. */
    @Example
    void aQuestionThatHadToWaitIsNotACostlyOne() {
        VirtualTime time = VirtualTime.create();
        Slow slow = new Slow(time, Duration.ofMillis(1));
        PacedSampler paced = new PacedSampler(slow, 0.005, time);
        for (int i = 1; i <= 3; i++) {
            slow.cost = Duration.ofMillis(i == 2 ? 1 : 500);
            paced.peak();
        }
        slow.holds(7);
        time.advance(Duration.ofMillis(201));

        assertThat(paced.peak()).isEqualTo(Bytes.of(7));
    }

    @Example
    void aQuickSamplerIsAskedEachTime() {
        VirtualTime time = VirtualTime.create();
        Slow quick = new Slow(time, Duration.ZERO);
        PacedSampler paced = new PacedSampler(quick, 0.005, time);
        for (int i = 1; i < 10; i++) {
            quick.holds(i);
            assertThat(paced.peak()).isEqualTo(Bytes.of(i));
        }
    }

    @Example
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> new PacedSampler(() -> Bytes.ZERO, 0, VirtualTime.create()))
                .hasMessageContaining("between 0 and 1");
    }
}
