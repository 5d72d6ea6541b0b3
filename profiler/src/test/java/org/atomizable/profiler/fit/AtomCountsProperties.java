package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class AtomCountsProperties {

    @Property
    void aNumberOfAtomsIsRoundedUpToTheNextPointByLessThanASixteenth(
            @ForAll @LongRange(min = 1, max = 1L << 50) long atoms) {
        int index = AtomCounts.indexOf(atoms);
        assertThat(AtomCounts.at(index)).isBetween(atoms, atoms + (atoms - 1) / 16);
        assertThat(index == 0 ? 0 : AtomCounts.at(index - 1)).isLessThan(atoms);
    }

    @Property
    void pointsRise(@ForAll @IntRange(min = 0, max = 700) int index) {
        assertThat(AtomCounts.at(index + 1)).isGreaterThan(AtomCounts.at(index));
    }
}
