package org.atomizable.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.profile.JobProfile;

/** A job that needs 4 GiB, and a millisecond for each of its phases. */
public final class MeasuredJob {

    private static final Bytes MEMORY = Bytes.gibi(4);

    private MeasuredJob() {}

    static JobProfile profile(SliceKind kind) {
        List<Sample> samples = Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                .map(phase -> new Sample(kind, phase, Duration.ofMillis(1), MEMORY))
                .flatMap(it -> Collections.nCopies(3, it).stream())
                .toList();
        return JobProfile.declared(Optional.of(MEMORY)).with(samples);
    }

    /** Returns a subjob of its first atoms, on a slice that is granted for a minute from now on. */
    public static Subjob subjob(Slice slice, long atoms, Instant now) {
        Grant grant = new Grant(
                "g", "w", slice, slice.memory(), now, now.plusSeconds(60), new FencingToken(1), Duration.ofSeconds(5));
        return Subjob.fit(grant, now, 0, atoms, profile(slice.kind()), Promise.DEFAULT)
                .orElseThrow();
    }
}
