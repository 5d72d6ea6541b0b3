package org.atomizable.lab.simulate.colocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.scheduler.colocation.packing.GreedyPacker;
import org.atomizable.scheduler.colocation.packing.PackingProblem;
import org.atomizable.scheduler.colocation.packing.Problems;

class MatchingPackerProperties {

    @Property(tries = 1000)
    void aMatchingFindsWhatTryingAllPackingsFinds(
            @ForAll @IntRange(min = 1, max = 6) int jobs,
            @ForAll @IntRange(min = 1, max = 4) int slices,
            @ForAll @IntRange(min = 1, max = 2) int largestSet,
            @ForAll long seed) {
        PackingProblem problem = Problems.drawn(jobs, slices, largestSet, true, seed);
        double best = Problems.best(problem);
        assertThat(new MatchingPacker().pack(problem).worth()).isCloseTo(best, within(1e-6));
        assertThat(new GreedyPacker().pack(problem).worth()).isLessThanOrEqualTo(best + 1e-6);
    }

    @Example
    void aMatchingRefusesWhatItCannotSolve() {
        assertThatThrownBy(() -> new MatchingPacker().pack(Problems.drawn(3, 2, 3, true, 1)))
                .hasMessageContaining("sets of two at the most, was 3");
        assertThatThrownBy(() -> new MatchingPacker().pack(Problems.drawn(3, 4, 2, false, 1)))
                .hasMessageContaining("one kind and size");
    }
}
