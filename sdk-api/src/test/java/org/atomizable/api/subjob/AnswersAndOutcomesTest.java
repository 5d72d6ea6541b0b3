package org.atomizable.api.subjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.SteppedProfile;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.window.SliceKind;
import org.junit.jupiter.api.Test;

class AnswersAndOutcomesTest {

    private static final Instant START = Instant.parse("2000-01-01T00:00:00Z");
    private static final Footprint NEED =
            new SteppedProfile(10, 20, 30, 0).footprint(new SliceKind("1g.10gb"), 2, Promise.DEFAULT);

    private static final Features<JobFeature> NONE = new Features<JobFeature>(Map.of());

    @Test
    void eachKindOfAnswerMeetsItsOwnFunctionAlone() {
        Variant variant = variant(NEED.time(), 1);
        assertThat(told(new Answer.Silence("too short"))).isEqualTo("silence: too short");
        assertThat(told(new Answer.Signal(variant))).isEqualTo("signal: v1");
        assertThat(told(new Answer.Bid(List.of(variant)))).isEqualTo("bid: 1");
    }

    private static String told(Answer answer) {
        return answer.match(
                silence -> "silence: " + silence.because(),
                signal -> "signal: " + signal.best().id(),
                bid -> "bid: " + bid.variants().size());
    }

    @Test
    void eachKindOfOutcomeMeetsItsOwnFunctionAlone() {
        assertThat(told(new Outcome.Finished(7))).isEqualTo("finished at 7");
        assertThat(told(new Outcome.Yielded(8, StopReason.TIME))).isEqualTo("TIME at 8");
        assertThat(told(new Outcome.Failed(9, FailureKind.FENCED, "late"))).isEqualTo("FENCED at 9: late");
    }

    private static String told(Outcome outcome) {
        return outcome.match(
                finished -> "finished at " + finished.nextAtom(),
                yielded -> yielded.why() + " at " + yielded.nextAtom(),
                failed -> failed.kind() + " at " + failed.nextAtom() + ": " + failed.message());
    }

    @Test
    void aBidWithoutAVariantIsRefusedAndALaterChangeOfTheListChangesNoBid() {
        assertThatThrownBy(() -> new Answer.Bid(List.of())).hasMessageContaining("a bid has a variant");
        List<Variant> offered = new ArrayList<>(List.of(variant(NEED.time(), 0)));
        Answer.Bid bid = new Answer.Bid(offered);
        offered.clear();
        assertThat(bid.variants()).hasSize(1);
    }

    @Test
    void aVariantEndsWithTheLeaseThatItAsksFor() {
        assertThat(variant(Duration.ofSeconds(3), 0.5).ends()).isEqualTo(START.plusSeconds(3));
    }

    @Test
    void aVariantThatCannotBeKeptIsRefused() {
        assertThatThrownBy(() -> variant(NEED.time().minusNanos(1), 0.5)).hasMessageContaining("ask for as much");
        for (double score : new double[] {-0.001, 1.001, Double.NaN}) {
            assertThatThrownBy(() -> variant(NEED.time(), score)).hasMessageContaining("[0, 1]");
        }
        assertThatThrownBy(() -> variant(-1, 1)).hasMessageContaining("was 1 from -1");
        assertThatThrownBy(() -> variant(0, 0)).hasMessageContaining("was 0 from 0");
        assertThat(variant(0, 1).firstAtom()).isZero();
    }

    @Test
    void theProtocolsWordsForModesAreReadAsTheyAreWrittenAndNothingElseIs() {
        assertThat(Mode.SJA.word()).isEqualTo("sja");
        assertThat(Mode.JASDA.word()).isEqualTo("jasda");
        for (Mode mode : Mode.values()) {
            assertThat(Mode.of(mode.word())).contains(mode);
        }
        assertThat(Mode.of("SJA")).isEmpty();
        assertThat(Mode.of("")).isEmpty();
    }

    private static Variant variant(Duration length, double score) {
        return new Variant("v1", 0, 2, START, length, NEED, NONE, score, Optional.empty());
    }

    private static Variant variant(long firstAtom, long atoms) {
        return new Variant("v1", firstAtom, atoms, START, NEED.time(), NEED, NONE, 0.5, Optional.empty());
    }
}
