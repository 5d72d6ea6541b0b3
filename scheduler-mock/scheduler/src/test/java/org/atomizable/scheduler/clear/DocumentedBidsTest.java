package org.atomizable.scheduler.clear;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.atomizable.api.Bytes;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.ClearingOutcome.Winner;
import org.atomizable.scheduler.score.Composite;
import org.junit.jupiter.api.Test;

/** The example of bids in docs/clearing.md, computed again. An atom takes a second. */
class DocumentedBidsTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Window WINDOW = new Window(
            "w", new Slice("s", new SliceKind("1g.10gb"), Bytes.gibi(9)), Bytes.gibi(9), NOON, Duration.ofMinutes(30));

    /** All scores are the jobs' word. */
    private static final BidClearingRules RULES = BidClearingRules.DEFAULT.composedBy(new Composite(1, 0));

    private static final Proposal A = bid("A whole", 600, 0, 660, Optional.empty());
    private static final Proposal B = bid("B whole", 6000, 0, 1800, Optional.empty());
    private static final Proposal B_HALF = bid("B half-2", 6000, 900, 1800, Optional.empty());
    private static final Proposal C = bid("C whole", 2400, 0, 1800, Optional.empty());
    private static final Proposal D = bid("D whole", 2400, 0, 1800, Optional.of(NOON.plusSeconds(4500)));

    private static Proposal bid(String name, long left, long from, long to, Optional<Instant> deadline) {
        String job = name.substring(0, 1);
        Bidder bidder = new Bidder(
                job,
                job,
                "nobody",
                1,
                0,
                Duration.ofMinutes(1),
                OptionalLong.of(left),
                ServiceRecord.FRESH,
                deadline,
                1);
        BidVariant variant = new BidVariant(
                name,
                Optional.empty(),
                0,
                to - from - 60,
                Duration.ofSeconds(from),
                Duration.ofSeconds(to),
                Bytes.gibi(4),
                to - from - 60,
                new Features<>(Map.of(JobFeature.LOCALITY, 1.0)),
                0.6,
                false);
        return new Proposal(bidder, WINDOW, variant, Bytes.gibi(4));
    }

    private static List<Winner> winners(BidClearing clearing, Proposal... bids) {
        return clearing.clear(new BidClearing.Request(List.of(bids), Optional.empty(), RULES, Duration.ofSeconds(30)))
                .winners(WINDOW);
    }

    @Test
    void theTableIsComputedAsWritten() throws IOException {
        String documented = Files.readString(Path.of("../../docs/clearing.md"));
        for (Proposal bid : List.of(A, B, C, D)) {
            ScoredProposal scored = new BidClearing.Request(
                            List.of(bid), Optional.empty(), RULES, Duration.ofSeconds(30))
                    .scored()
                    .get(0);
            assertThat(documented
                            .lines()
                            .filter(it -> it.startsWith("| " + bid.variant().id() + " |")))
                    .singleElement()
                    .asString()
                    .contains(String.format(
                            Locale.ROOT, "| %,d s |", bid.remaining().toSeconds()))
                    .endsWith(String.format(Locale.ROOT, "| %.4f | %.4f |", scored.worth(), scored.weight()));
        }
    }

    @Test
    void theWinnersAreThoseThatAreWritten() {
        assertThat(winners(BidClearing.optimal(), A, B, B_HALF, C, D))
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.proposal()).isEqualTo(A);
                    assertThat(it.time().to()).isEqualTo(WINDOW.closes());
                });
        assertThat(winners(BidClearing.optimal(), B, B_HALF, C, D))
                .extracting(Winner::proposal)
                .containsExactly(D);
        assertThat(winners(BidClearing.optimal(), B, B_HALF, C))
                .extracting(Winner::proposal)
                .containsExactly(C);
        assertThat(winners(new PublishedClearing(), A, B, B_HALF))
                .extracting(Winner::proposal)
                .containsExactly(B);
    }
}
