package org.atomizable.scheduler.auction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The exact search, without the prices and the choice that usually come before it, so that all is left to it. */
class BranchAndBoundProperties {

    /** A search that counts its nodes. */
    private static final class Counted {

        private final Instance instance;
        private final AtomicLong nodes = new AtomicLong();
        private final BranchAndBound search;
        private final boolean complete;

        Counted(List<WeightedInterval> bids, long most) {
            instance = Instance.of(bids);
            int[] nothing = new int[instance.jobs];
            Arrays.fill(nothing, -1);
            search = new BranchAndBound(instance, new Relaxation(instance), 0, nothing, most);
            complete = search.run(new SearchBudget(1, 0, () -> nodes.incrementAndGet() < 0));
        }

        Award award() {
            List<WeightedInterval> winners = Arrays.stream(search.bestPlans())
                    .filter(plan -> plan >= 0)
                    .flatMap(plan -> Arrays.stream(instance.plan[plan]))
                    .mapToObj(instance.bids::get)
                    .toList();
            return new Award(winners, search.best(), search.best());
        }
    }

    @Property(tries = 500)
    void aloneItFindsTheBestOfAllSets(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 13) int count,
            @ForAll @IntRange(min = 1, max = 6) int jobs,
            @ForAll @IntRange(min = 1, max = 3) int slices,
            @ForAll @IntRange(min = 2, max = 20) int span) {
        List<WeightedInterval> bids = Auctions.drawn(seed, count, jobs, slices, span);
        Counted search = new Counted(bids, Long.MAX_VALUE);

        assertThat(search.complete).isTrue();
        AuctionProperties.assertKeepsTheRules(bids, search.award());
        assertThat(search.search.best()).isCloseTo(AuctionProperties.bestOfAll(bids), within(1e-9));
    }

    /** A search that is cut short must not be taken for a proof. */
    @Property(tries = 50)
    void itIsCompleteIfAndOnlyIfItHasTheNodesThatItNeeds(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int count) {
        List<WeightedInterval> bids = Auctions.drawn(seed, count, 6, 2, 20);
        long needed = new Counted(bids, Long.MAX_VALUE).nodes.get();

        for (long nodes = 0; nodes <= Math.min(needed + 1, 60); nodes++) {
            Counted search = new Counted(bids, nodes);
            assertThat(search.complete).isEqualTo(nodes >= needed);
            assertThat(search.nodes.get()).isEqualTo(Math.min(nodes, needed));
            AuctionProperties.assertKeepsTheRules(bids, search.award());
        }
    }

    @Property(tries = 50)
    void whoIsStoppedAtOnceKeepsWhatWasBestBefore(@ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int count) {
        Instance instance = Instance.of(Auctions.drawn(seed, count, 6, 2, 20));
        int[] before = new int[instance.jobs];
        BranchAndBound search = new BranchAndBound(instance, new Relaxation(instance), 7, before, 100);

        assertThat(search.run(new SearchBudget(1, 0, () -> true))).isFalse();
        assertThat(search.best()).isEqualTo(7);
        assertThat(search.bestPlans()).isSameAs(before);
    }

    /** In many of these the first choice is not the best. The nodes are a little more than they took when this was written. */
    @Example
    void ofManyBidsItFindsTheBestInFewNodes() {
        long nodes = 0;
        for (long seed = 1; seed <= 100; seed++) {
            List<WeightedInterval> bids = Auctions.drawn(seed, 24, 8, 2, 20);
            Counted search = new Counted(bids, Long.MAX_VALUE);
            nodes += search.nodes.get();
            assertThat(search.search.best()).isEqualTo(mostOf(Instance.of(bids), 0, List.of()));
        }
        assertThat(nodes).isLessThan(6_700);
    }

    /** The most that the jobs from one on can win beside what is held, every plan tried. */
    private static double mostOf(Instance instance, int job, List<WeightedInterval> held) {
        if (job == instance.jobs) {
            return 0;
        }
        double most = mostOf(instance, job + 1, held);
        for (int v = 0; v < instance.size(); v++) {
            if (instance.job[v] == job) {
                List<WeightedInterval> all = new ArrayList<>(held);
                for (int bid : instance.plan[v]) {
                    all.add(instance.bids.get(bid));
                }
                List<WeightedInterval> plan = all.subList(held.size(), all.size());
                if (plan.stream().allMatch(it -> held.stream().noneMatch(other -> CompatibleBids.overlap(it, other)))) {
                    most = Math.max(most, instance.planWeight[v] + mostOf(instance, job + 1, all));
                }
            }
        }
        return most;
    }
}
