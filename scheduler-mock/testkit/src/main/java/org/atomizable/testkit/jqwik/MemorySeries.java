package org.atomizable.testkit.jqwik;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;

/**
 * The memory of a job from atom to atom.
 *
 * @param peaks the most memory that each atom used; not empty
 */
public record MemorySeries(List<Bytes> peaks) {

    /** Copies the list, and refuses an empty one. */
    public MemorySeries {
        peaks = List.copyOf(peaks);
        if (peaks.isEmpty()) {
            throw new IllegalArgumentException("a series of memory has one atom or more");
        }
    }

    /** Returns the most memory of all. */
    public Bytes most() {
        return peaks.stream().max(Bytes::compareTo).orElseThrow();
    }

    /** Returns what a worker would have measured: each atom took that long. */
    public List<Sample> samples(SliceKind kind, Duration perAtom) {
        return IntStream.range(0, peaks.size())
                .mapToObj(atom -> new Sample(
                        kind, atom == 0 ? Phase.WARM_UP : Phase.STEADY, perAtom, peaks.get(atom), false, atom))
                .toList();
    }
}
