package org.atomizable.profiler.profile;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.profiler.fit.ChangePoints;

/**
 * A place in a job from which on it needs another amount of memory, found in the peaks of its atoms.
 *
 * @param atom the first atom after the change
 * @param confidence 1 less the probability with which atoms that are all alike would look like that
 * @param before the largest peak between the change before and this one
 * @param after the largest peak between this change and the next
 */
public record MemoryChange(long atom, double confidence, Bytes before, Bytes after) {

    private static final List<Phase> ATOMS = List.of(Phase.COLD_WARM_UP, Phase.WARM_UP, Phase.STEADY);

    /** Returns the changes, in order of their atoms. Recurring phases are left out: they are bounded by themselves. */
    static List<MemoryChange> in(SeenPhases seen) {
        if (!seen.peaksVary(ATOMS)) {
            return List.of();
        }
        List<Sample> atoms = ATOMS.stream()
                .flatMap(it -> seen.samples(it).stream())
                .filter(it -> it.atom() != Sample.NO_ATOM && !it.unfinished())
                .sorted(Comparator.comparingLong(Sample::atom))
                .toList();
        long[] peaks = atoms.stream().mapToLong(it -> it.peak().count()).toArray();
        List<ChangePoints.Change> changes = ChangePoints.of(peaks);
        return IntStream.range(0, changes.size())
                .mapToObj(i -> {
                    int at = changes.get(i).at();
                    int from = i == 0 ? 0 : changes.get(i - 1).at();
                    int to = i + 1 < changes.size() ? changes.get(i + 1).at() : peaks.length;
                    return new MemoryChange(
                            atoms.get(at).atom(),
                            changes.get(i).confidence(),
                            largest(atoms.subList(from, at)),
                            largest(atoms.subList(at, to)));
                })
                .toList();
    }

    private static Bytes largest(List<Sample> samples) {
        return samples.stream().map(Sample::peak).reduce(Bytes.ZERO, Bytes::max);
    }
}
