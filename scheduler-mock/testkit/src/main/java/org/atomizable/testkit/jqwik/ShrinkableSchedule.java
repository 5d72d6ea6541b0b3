package org.atomizable.testkit.jqwik;

import java.util.stream.Stream;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.ShrinkingDistance;
import org.atomizable.testkit.schedule.Schedule;

/** A schedule that becomes simpler as those of {@code assertSurvives} do; a list of windows alone would never become one longer window. */
record ShrinkableSchedule(Schedule value) implements Shrinkable<Schedule> {

    @Override
    public Stream<Shrinkable<Schedule>> shrink() {
        return value.simpler().stream().filter(it -> !it.windows().isEmpty()).map(ShrinkableSchedule::new);
    }

    @Override
    public ShrinkingDistance distance() {
        long rooms = 0;
        long faults = 0;
        for (Schedule.Window window : value.windows()) {
            rooms += 2 * window.atoms() + (window.fault().isPresent() ? 1 : 0);
            faults += window.fault().isPresent() ? window.fault().get().at() : 0;
        }
        return ShrinkingDistance.of(value.windows().size(), rooms, faults);
    }
}
