package org.atomizable.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.scheduler.auction.Auction;
import org.atomizable.scheduler.auction.Auctions;
import org.atomizable.scheduler.auction.Award;
import org.atomizable.scheduler.auction.SearchBudget;
import org.atomizable.scheduler.auction.WeightedInterval;

@Tag("slow")
class CpSatProperties {

    /** With exclusive jobs, continuations, ties and several slices; CP-SAT is told to go on until it has proved its answer. */
    @Property(tries = 1000)
    void whatIsChosenIsWorthWhatCpSatProvesToBeTheMost(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 40) int count,
            @ForAll @IntRange(min = 1, max = 12) int jobs,
            @ForAll @IntRange(min = 1, max = 4) int slices,
            @ForAll @IntRange(min = 2, max = 60) int span) {
        CpSat.load();
        List<WeightedInterval> bids = Auctions.drawn(seed, count, jobs, slices, span);
        Award award = Auction.clear(bids, SearchBudget.DEFAULT);
        assertThat(award.optimal()).isTrue();
        assertThat(award.weight()).isCloseTo(CpSat.solve(bids, 0, 60).weight(), within(1e-6));
    }
}
