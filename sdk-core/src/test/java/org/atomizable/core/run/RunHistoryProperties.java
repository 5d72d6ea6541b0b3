package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.StateReader;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.window.FencingToken;

class RunHistoryProperties {

    /** A checkpoint of which only the notes matter. */
    private record Noted(Map<String, String> notes) implements Checkpoint {

        @Override
        public long nextAtom() {
            return 0;
        }

        @Override
        public FencingToken token() {
            return FencingToken.NONE;
        }

        @Override
        public Bytes size() {
            return Bytes.ZERO;
        }

        @Override
        public String sha256() {
            return "";
        }

        @Override
        public StateReader state() {
            throw new UnsupportedOperationException("only the notes are read");
        }
    }

    @Property
    void whatIsNotedIsReadAndASubjobThatMeantToGoOnCountsAsBrokenOff(
            @ForAll @LongRange(min = 0, max = 1_000_000_000L) long ranMillis,
            @ForAll @LongRange(min = 0, max = 1000) long brokeOff,
            @ForAll @LongRange(min = 0, max = 1_000_000L) long moreMillis,
            @ForAll boolean goesOn) {
        RunHistory before = new RunHistory(Duration.ofMillis(ranMillis), brokeOff, false);
        RunHistory noted = before.after(Duration.ofMillis(moreMillis), goesOn);

        RunHistory read = RunHistory.from(new Noted(noted.notes()));

        assertThat(read.ran()).isEqualTo(Duration.ofMillis(ranMillis + moreMillis));
        assertThat(read.brokeOff()).isEqualTo(goesOn ? brokeOff + 1 : brokeOff);
        assertThat(read.running()).isFalse();
    }

    @Property
    void failuresAreExpectedSoonerTheMoreThereWereAndLaterTheLongerItRan(
            @ForAll @LongRange(min = 0, max = 1_000_000_000L) long ranMillis,
            @ForAll @LongRange(min = 0, max = 1000) long brokeOff) {
        Duration ran = Duration.ofMillis(ranMillis);
        Duration mean = new RunHistory(ran, brokeOff, false).meanTimeBetweenFailures();
        assertThat(mean).isPositive();
        assertThat(new RunHistory(ran, brokeOff + 1, false).meanTimeBetweenFailures())
                .isLessThan(mean);
        assertThat(new RunHistory(ran.plusHours(1), brokeOff, false).meanTimeBetweenFailures())
                .isGreaterThan(mean);
        assertThat(RunHistory.NONE.meanTimeBetweenFailures()).isEqualTo(Duration.ofHours(24));
    }

    @Property(tries = 1)
    void notesThatSomebodyElseWroteAreNoHistory() {
        assertThat(RunHistory.from(new Noted(Map.of()))).isEqualTo(RunHistory.NONE);
        assertThat(RunHistory.from(new Noted(Map.of("ranSeconds", "long")))).isEqualTo(RunHistory.NONE);
        assertThat(RunHistory.from(new Noted(Map.of("ranSeconds", "1", "brokeOff", "often"))))
                .isEqualTo(RunHistory.NONE);
    }
}
