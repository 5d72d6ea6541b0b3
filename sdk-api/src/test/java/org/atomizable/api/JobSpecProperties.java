package org.atomizable.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class JobSpecProperties {

    @Property
    void recurrencesAreCountedAsTheyCome(
            @ForAll @IntRange(min = 1, max = 20) int every,
            @ForAll @IntRange(min = 0, max = 100) int first,
            @ForAll @IntRange(min = 0, max = 100) int atoms) {
        JobSpec spec = JobSpec.openEnded("job").withRecurring("evaluation", every);
        long counted = LongStream.range(first, first + atoms)
                .filter(atom -> spec.phaseOf(atom).equals("evaluation"))
                .count();
        assertThat(spec.recurrences("evaluation", first, first + atoms)).isEqualTo(counted);
        assertThat(spec.recurrences("other", first, first + atoms)).isZero();
    }
}
