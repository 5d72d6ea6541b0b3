package org.atomizable.profiler.profile;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Promise;

/** The footprint of subjobs that run one after the other without a pause. */
final class JoinedFootprint {

    private JoinedFootprint() {}

    /**
     * Returns it.
     *
     * @param footprints at least one, under a promise that together keep the other
     * @param promise that they keep together
     */
    static Footprint of(List<Footprint> footprints, Promise promise) {
        List<MemoryBound> memory = footprints.stream().map(Footprint::memory).toList();
        MemoryBound most = largest(memory).orElseThrow();
        MemoryBound weakest = largest(memory.stream()
                        .filter(it -> Assurance.of(it.method()) != Assurance.PROVED)
                        .toList())
                .orElse(most);
        Duration time = sum(footprints, Footprint::time);
        Duration oneAtom = longest(footprints, Footprint::oneAtom);
        // The first atom of a later stage may be slow too.
        Duration laterAtom = longest(footprints.subList(1, footprints.size()), Footprint::oneAtom);
        Duration inFirst = footprints.get(0).laterAtom();
        Duration checkpoint = longest(footprints, Footprint::checkpoint);
        return new Footprint(
                new MemoryBound(most.upper(), promise, weakest.samples(), weakest.method()),
                time,
                sum(footprints, Footprint::typical),
                sum(footprints, Footprint::useful),
                oneAtom,
                inFirst.compareTo(laterAtom) > 0 ? inFirst : laterAtom,
                checkpoint,
                // Which stage the last atom is in makes no difference: before it, all are supposed to take their bound.
                time.plus(Reserve.usual(oneAtom, checkpoint).beforeAtom()));
    }

    private static Optional<MemoryBound> largest(List<MemoryBound> bounds) {
        return bounds.stream().max(Comparator.comparing(MemoryBound::upper));
    }

    private static Duration sum(List<Footprint> all, Function<Footprint, Duration> part) {
        return all.stream().map(part).reduce(Duration.ZERO, Duration::plus);
    }

    private static Duration longest(List<Footprint> all, Function<Footprint, Duration> part) {
        return all.stream().map(part).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }
}
