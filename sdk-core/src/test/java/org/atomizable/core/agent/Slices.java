package org.atomizable.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;

/** Slices of one kind, and windows, grants and samples of them. */
public final class Slices {

    static final SliceKind KIND = new SliceKind("1g.10gb");
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private Slices() {}

    public static Slice slice(int gibi) {
        return new Slice("s" + gibi, KIND, Bytes.gibi(gibi));
    }

    static Places places(int... gibi) {
        return new Places(IntStream.of(gibi).mapToObj(Slices::slice).toList(), Duration.ofMinutes(10));
    }

    /** Returns so many samples of each phase of a warm worker. */
    public static List<Sample> samples(int count, long millis, long mebi) {
        return Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                .map(phase -> new Sample(KIND, phase, Duration.ofMillis(millis), Bytes.mebi(mebi)))
                .flatMap(sample -> Collections.nCopies(count, sample).stream())
                .toList();
    }

    public static Window window(int gibi, Instant opens, Duration length) {
        return new Window("w", slice(gibi), Bytes.gibi(gibi), opens, length);
    }

    public static Grant grant(int gibi) {
        return new Grant(
                "g",
                "w",
                slice(gibi),
                Bytes.gibi(gibi),
                NOW,
                NOW.plusSeconds(8),
                new FencingToken(1),
                Duration.ofSeconds(5));
    }
}
