package org.atomizable.core.worker;

import java.time.Duration;
import java.time.Instant;
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
import org.atomizable.profiler.profile.JobProfile;

/** Subjobs by whose profile everything is quick, so that as many atoms fit as are wanted. */
public final class QuickSubjob {

    static final Duration MINUTE = Duration.ofSeconds(60);

    private QuickSubjob() {}

    /** Returns one in a grant of a minute, after which nothing may stay. */
    public static Subjob of(Slice slice, long token, Instant now, long first, long atoms) {
        return in(grant(slice, token, now, MINUTE), first, atoms);
    }

    static Grant grant(Slice slice, long token, Instant now, Duration lease) {
        return new Grant(
                "g" + token,
                "w",
                slice,
                slice.memory(),
                now,
                now.plus(lease),
                new FencingToken(token),
                Duration.ofSeconds(5));
    }

    static Subjob in(Grant grant, long first, long atoms) {
        List<Sample> samples = Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                .map(it -> new Sample(grant.slice().kind(), it, Duration.ofMillis(1), Bytes.mebi(1)))
                .toList();
        JobProfile profile = JobProfile.declared(Optional.of(Bytes.gibi(1)))
                .with(samples)
                .with(samples)
                .with(samples);
        return Subjob.fit(grant, grant.starts(), first, atoms, profile, Promise.DEFAULT)
                .orElseThrow();
    }
}
