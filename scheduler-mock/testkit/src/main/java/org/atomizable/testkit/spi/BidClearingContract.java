package org.atomizable.testkit.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.ClearingOutcome;
import org.atomizable.scheduler.clear.ClearingOutcome.Winner;
import org.atomizable.scheduler.clear.Proposal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of every {@link BidClearing}. It says nothing about which winners are worth most. */
@ExtendWith(NeedsAssertJ.class)
public abstract class BidClearingContract {

    private static final int DRAWS = 200;

    /** Returns the clearing on trial. */
    protected abstract BidClearing clearing();

    @Test
    void itsNameIsLowerCaseWithoutSpaces() {
        assertThat(clearing().name()).matches("[a-z0-9][a-z0-9_.-]*");
    }

    @Test
    void nobodyWinsIfNobodyBids() {
        ClearingOutcome outcome = clearing().clear(DrawnBids.request(List.of(), Optional.empty()));

        assertThat(outcome.winners(DrawnBids.window())).isEmpty();
        assertThat(outcome.gap()).isNotNegative();
    }

    @Test
    void theOnlyBidWins() {
        for (int seed = 0; seed < DRAWS; seed++) {
            List<Proposal> one = DrawnBids.of(seed).subList(0, 1);
            assertThat(winners(cleared(one), one)).extracting(Winner::proposal).isEqualTo(one);
        }
    }

    @Test
    void everyWinnerHasBid() {
        for (int seed = 0; seed < DRAWS; seed++) {
            List<Proposal> bids = DrawnBids.of(seed);
            assertThat(bids)
                    .containsAll(winners(cleared(bids), bids).stream()
                            .map(Winner::proposal)
                            .toList());
        }
    }

    @Test
    void aLeaseHoldsWhatWasAskedForAndStaysInItsWindow() {
        for (int seed = 0; seed < DRAWS; seed++) {
            List<Proposal> bids = DrawnBids.of(seed);
            for (Winner winner : winners(cleared(bids), bids)) {
                Proposal won = winner.proposal();
                assertThat(winner.time().from())
                        .isBetween(won.window().opens(), won.time().from());
                assertThat(winner.time().to())
                        .isBetween(won.time().to(), won.window().closes());
            }
        }
    }

    @Test
    void noTwoLeasesOverlapOnASlice() {
        for (int seed = 0; seed < DRAWS; seed++) {
            List<Proposal> bids = DrawnBids.of(seed);
            Map<String, List<Winner>> bySlice = winners(cleared(bids), bids).stream()
                    .collect(Collectors.groupingBy(
                            it -> it.proposal().window().slice().id()));
            bySlice.values().forEach(BidClearingContract::requireApart);
        }
    }

    private static void requireApart(List<Winner> winners) {
        for (int i = 0; i < winners.size(); i++) {
            for (int j = 0; j < i; j++) {
                assertThat(winners.get(i).time().overlaps(winners.get(j).time()))
                        .as("%s overlaps %s", winners.get(i), winners.get(j))
                        .isFalse();
            }
        }
    }

    @Test
    void aJobWinsOneOfItsBids() {
        for (int seed = 0; seed < DRAWS; seed++) {
            List<Proposal> bids = DrawnBids.of(seed);
            assertThat(winners(cleared(bids), bids))
                    .extracting(it -> it.proposal().bidder().job())
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void aJobWhoseTurnItIsWins() {
        for (int seed = 0; seed < DRAWS; seed++) {
            List<Proposal> bids = DrawnBids.of(seed);
            String turn = bids.get(0).bidder().job();
            ClearingOutcome outcome = clearing().clear(DrawnBids.request(bids, Optional.of(turn)));
            assertThat(winners(outcome, bids))
                    .extracting(it -> it.proposal().bidder().job())
                    .contains(turn);
        }
    }

    @Test
    void theOrderOfTheBidsChangesNothing() {
        for (int seed = 0; seed < DRAWS; seed++) {
            List<Proposal> bids = DrawnBids.of(seed);
            List<Proposal> shuffled = new ArrayList<>(bids);
            Collections.shuffle(shuffled, new Random(seed));
            assertThat(byWindow(cleared(shuffled), bids)).isEqualTo(byWindow(cleared(bids), bids));
        }
    }

    @Test
    void theSameRequestHasTheSameOutcome() {
        BidClearing clearing = clearing();
        for (int seed = 0; seed < DRAWS; seed++) {
            List<Proposal> bids = DrawnBids.of(seed);
            BidClearing.Request request = DrawnBids.request(bids, Optional.empty());
            assertThat(byWindow(clearing.clear(request), bids)).isEqualTo(byWindow(clearing.clear(request), bids));
        }
    }

    private ClearingOutcome cleared(List<Proposal> bids) {
        return clearing().clear(DrawnBids.request(bids, Optional.empty()));
    }

    private static List<Winner> winners(ClearingOutcome outcome, List<Proposal> bids) {
        return bids.stream()
                .map(Proposal::window)
                .distinct()
                .flatMap(it -> outcome.winners(it).stream())
                .toList();
    }

    private static Map<Window, List<Winner>> byWindow(ClearingOutcome outcome, List<Proposal> bids) {
        Map<Window, List<Winner>> byWindow = new HashMap<>();
        bids.forEach(it -> byWindow.put(it.window(), outcome.winners(it.window())));
        return byWindow;
    }
}
