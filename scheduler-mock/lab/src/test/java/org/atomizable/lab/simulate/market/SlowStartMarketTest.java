package org.atomizable.lab.simulate.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.atomizable.lab.simulate.schedule.Conservation;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.Overheads;
import org.atomizable.lab.simulate.workload.Reservation;
import org.atomizable.lab.simulate.workload.Workload;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program that takes 5 s to start, beside windows of 8 s only, on a machine that is busy now and then: then it takes 20 s. */
class SlowStartMarketTest {

    private static final int WINDOWS = 1200;
    private static final double WINDOW = 8;
    private static final double APART = 12;

    private static final Workload WORKLOAD = OneJob.workload(
            "imports-much",
            0.2,
            100,
            (long) (WINDOWS * APART),
            IntStream.range(0, WINDOWS)
                    .mapToObj(i -> new Reservation(i * APART + WINDOW, (i + 1) * APART))
                    .toList());

    /** Starts of 5 s, of which these take 20 s. */
    private static final class BusyMachine extends OverheadModel {

        private final List<Integer> slow;
        private int starts;

        BusyMachine(SplittableRandom random, List<Integer> slow) {
            super(new Overheads(5, 0.2), 0.02, random);
            this.slow = slow;
        }

        @Override
        double restoreSeconds() {
            return slow.contains(starts++) ? 20 : super.restoreSeconds();
        }
    }

    @ParameterizedTest
    @CsvSource({"sja, 0", "sja, 1", "sja, 3", "sja, 20", "jasda, 0", "jasda, 3"})
    void theJobGoesOn(String market, int slow) throws Exception {
        MarketSetup setup = Markets.setup(market, Overheads.DEFAULT).orElseThrow();

        Schedule schedule =
                MarketRun.watched(WORKLOAD, setup, random -> new BusyMachine(random, List.of(slow, slow + 1)), 1);

        assertThat(Conservation.broken(WORKLOAD, schedule)).isEmpty();
        assertThat(schedule.completions()).allMatch(it -> it.orElse(Double.MAX_VALUE) < WINDOWS * APART);
    }
}
