package org.atomizable.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ScheduleProperties {

    private static final EnumSet<Fault.Kind> ALL = EnumSet.allOf(Fault.Kind.class);

    @Property
    void everySimplerScheduleIsSmallerSoThatShrinkingEnds(@ForAll long seed) {
        Schedule schedule = Schedule.random(seed, 100, ALL);

        assertThat(schedule.simpler()).allSatisfy(it -> assertThat(size(it)).isLessThan(size(schedule)));
    }

    private static long size(Schedule schedule) {
        return schedule.windows().stream()
                .mapToLong(it -> 1
                        + 2 * it.atoms()
                        + it.fault().map(fault -> 1 + fault.at()).orElse(0L))
                .sum();
    }

    @Example
    void whatIsNoScheduleIsRefusedWithAnExample() {
        assertThatThrownBy(() -> Schedule.parse("5 three"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("5!kill@3")
                .hasMessageContaining("three");
        assertThatThrownBy(() -> Schedule.parse("5!flood@1")).hasMessageContaining("out-of-memory");
        assertThatThrownBy(() -> Schedule.parse("0")).hasMessageContaining("1 atom or more");
    }
}
