package org.atomizable.scheduler.clear;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;

class ClearingProperties {

    private static final List<String> POLICIES =
            List.of("efficiency", "fifo", "remaining", "slack", "useful-share", "weighted");
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Window WINDOW = new Window(
            "w", new Slice("s", new SliceKind("1g.10gb"), Bytes.gibi(9)), Bytes.gibi(9), NOON, Duration.ofSeconds(4));

    /** Few different values, so that ties are common; ids differ, as those of jobs do. */
    @Provide
    Arbitrary<List<SelectionCandidate>> candidates() {
        Arbitrary<Long> seconds = Arbitraries.longs().between(0, 3);
        Arbitrary<Integer> looks = Arbitraries.integers().between(-1, 3);
        Arbitrary<Integer> quarters = Arbitraries.integers().between(1, 4);
        return Combinators.combine(Arbitraries.integers().between(0, 9), seconds, seconds, seconds, looks, quarters)
                .as((id, age, useful, deadline, look, reach) -> new SelectionCandidate(
                        "job-" + id,
                        NOON.minusSeconds(age),
                        NOON.minusSeconds(age * 60),
                        look,
                        Optional.of(NOON.plusSeconds(deadline)).filter(it -> deadline > 0),
                        1,
                        Duration.ofSeconds(useful),
                        Duration.ofSeconds(4),
                        useful == 0 ? OptionalLong.empty() : OptionalLong.of(age),
                        look < 0,
                        new ServiceRecord(
                                Duration.ofSeconds(age),
                                Duration.ZERO,
                                1 + useful,
                                0,
                                0,
                                Duration.ZERO,
                                Math.max(0, look),
                                Optional.empty()),
                        age / 3.0,
                        reach / 4.0))
                .list()
                .ofMaxSize(8)
                .uniqueElements(SelectionCandidate::job);
    }

    @Property
    void theOrderOfTheCandidatesChangesNothing(
            @ForAll("candidates") List<SelectionCandidate> candidates, @ForAll long order)
            throws UnknownPolicyException {
        List<SelectionCandidate> shuffled = new ArrayList<>(candidates);
        Collections.shuffle(shuffled, new Random(order));
        for (String policy : POLICIES) {
            SelectionPolicy clearing = SelectionPolicy.named(policy);
            assertThat(clearing.select(WINDOW, shuffled)).isEqualTo(clearing.select(WINDOW, candidates));
        }
    }

    @Property
    void somebodyWinsWheneverThereIsSomebody(@ForAll("candidates") List<SelectionCandidate> candidates)
            throws UnknownPolicyException {
        for (String policy : POLICIES) {
            Optional<Choice> choice = SelectionPolicy.named(policy).select(WINDOW, candidates);
            assertThat(choice.isPresent()).isEqualTo(!candidates.isEmpty());
            choice.ifPresent(it -> assertThat(candidates).contains(it.winner()));
        }
    }

    @Property
    void nobodyWouldHaveUsedMoreOfTheWindowThanTheLargestUsefulShare(
            @ForAll("candidates") List<SelectionCandidate> candidates) {
        new UsefulShare()
                .select(WINDOW, candidates)
                .ifPresent(choice -> assertThat(candidates)
                        .allMatch(it -> it.usefulShareOf(WINDOW.length())
                                <= choice.winner().usefulShareOf(WINDOW.length())));
    }

    @Property
    void nobodyWithAsFewSlicesHasLessLeftThanTheChosenUnlessItHasWaitedTooLong(
            @ForAll("candidates") List<SelectionCandidate> candidates) {
        Optional<Choice> choice = new ShortestRemaining().select(WINDOW, candidates);
        choice.filter(it -> it.why().startsWith("least"))
                .map(Choice::winner)
                .ifPresent(best -> assertThat(candidates)
                        .allMatch(it ->
                                it.reach() > best.reach() || it.remaining().compareTo(best.remaining()) >= 0));
    }

    @Property
    void whoHasWaitedTooLongOrLooksFirstIsServedWhateverSlicesItCanUse(
            @ForAll("candidates") List<SelectionCandidate> candidates) {
        List<SelectionCandidate> everywhere =
                candidates.stream().map(ClearingProperties::everywhere).toList();
        SelectionPolicy policy = new ShortestRemaining();
        policy.select(WINDOW, everywhere)
                .filter(it -> !it.why().startsWith("least"))
                .ifPresent(it -> assertThat(policy.select(WINDOW, candidates))
                        .map(choice -> everywhere(choice.winner()))
                        .contains(it.winner()));
    }

    private static SelectionCandidate everywhere(SelectionCandidate it) {
        return ClearingTest.reaching(1, it);
    }

    @Property
    void nobodyIsOlderThanTheFirstIn(@ForAll("candidates") List<SelectionCandidate> candidates) {
        new Fifo()
                .select(WINDOW, candidates)
                .ifPresent(choice -> assertThat(candidates)
                        .noneMatch(
                                it -> it.registered().isBefore(choice.winner().registered())));
    }
}
