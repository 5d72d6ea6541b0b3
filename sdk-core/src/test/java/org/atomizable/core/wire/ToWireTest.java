package org.atomizable.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.profiler.profile.Grounds;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.profile.KeptPromises;
import org.junit.jupiter.api.Test;

class ToWireTest {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static Subjob subjob() {
        List<Sample> samples = Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                .flatMap(phase ->
                        Collections.nCopies(5, new Sample(KIND, phase, Duration.ofMillis(10), Bytes.mebi(10))).stream())
                .toList();
        Grant grant = new Grant(
                "g",
                "w",
                new Slice("s", KIND, Bytes.gibi(8)),
                Bytes.gibi(8),
                START,
                START.plusSeconds(60),
                new FencingToken(1),
                Duration.ofSeconds(1));
        JobProfile profile = JobProfile.declared(Optional.of(Bytes.gibi(4))).with(samples);
        return Subjob.fit(grant, START, 0, 10, profile, Promise.DEFAULT).orElseThrow();
    }

    private static Grounds grounds(String timeMethod) {
        KeptPromises kept = KeptPromises.NONE.afterMemory(Promise.DEFAULT, false);
        return new Grounds("declared", timeMethod, 1, 1, 299, 59, kept);
    }

    @Test
    void anAcceptanceTellsOnWhichEvidenceBothBoundsRest() {
        AcceptMessage message = ToWire.acceptance(subjob(), grounds("order statistic"));

        assertThat(message.memoryMethod())
                .isEqualTo("declared; not promised before subjob 300; so far 0 of 1 exceeded");
        assertThat(message.timeMethod()).isEqualTo("order statistic");
    }

    @Test
    void aMethodThatTheSchedulerWouldRefuseForItsLengthIsShortened() {
        AcceptMessage message = ToWire.acceptance(subjob(), grounds("x".repeat(10_000)));

        assertThat(message.timeMethod()).hasSize(AcceptMessage.LONGEST_METHOD);
    }
}
