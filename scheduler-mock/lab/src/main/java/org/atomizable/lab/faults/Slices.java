package org.atomizable.lab.faults;

import java.util.List;
import java.util.stream.IntStream;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.device.SliceSource;

/**
 * The slices of a simulated node, which nothing reserves.
 *
 * @param slices all of them
 */
record Slices(List<Slice> slices) implements SliceSource {

    static Slices of(int number) {
        return new Slices(IntStream.range(0, number)
                .mapToObj(it -> new Slice(
                        "gpu-0." + it, new SliceKind(it == 0 ? "1g.5gb" : "2g.10gb"), Bytes.gibi(5L + 5L * it)))
                .toList());
    }

    @Override
    public Calendar calendar(String slice, Interval time) {
        return new Calendar(time, List.of());
    }
}
