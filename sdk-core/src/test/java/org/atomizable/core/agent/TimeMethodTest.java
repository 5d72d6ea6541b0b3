package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.plan.Materialized;
import org.atomizable.core.plan.Patience;
import org.atomizable.profiler.profile.Assurance;
import org.atomizable.profiler.profile.JobProfile;
import org.junit.jupiter.api.Test;

class TimeMethodTest {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static JobKnowledge knowledge(int samplesOfColdPhases) {
        JobProfile profile = JobProfile.declared(Optional.empty())
                .with(samples(2000, UnaryOperator.identity()))
                .with(samples(samplesOfColdPhases, Phase::cold));
        return new JobKnowledge(
                JobSpec.of("job", 5), profile, Progress.startingAt(0), Patience.FRESH, NOW, Optional.empty());
    }

    private static List<Sample> samples(int count, UnaryOperator<Phase> as) {
        return Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                .flatMap(
                        phase -> Collections.nCopies(
                                count, new Sample(KIND, as.apply(phase), Duration.ofMillis(10), Bytes.mebi(10)))
                                .stream())
                .toList();
    }

    private static Assurance assurance(JobKnowledge knowledge, boolean warm) {
        Grant grant = new Grant(
                "g",
                "w",
                new Slice("s", KIND, Bytes.gibi(8)),
                Bytes.gibi(8),
                NOW,
                NOW.plusSeconds(3600),
                new FencingToken(1),
                Duration.ofSeconds(1));
        Subjob subjob = knowledge
                .materialize(grant, NOW, warm, AgentOptions.DEFAULT)
                .match(Materialized.Built::subjob, handBack -> {
                    throw new AssertionError(handBack.because());
                });
        return knowledge.grounds(subjob, warm, AgentOptions.DEFAULT).time();
    }

    @Test
    void whatProvesABoundOfAWarmWorkerDoesNotProveThatOfAColdOne() {
        assertThat(assurance(knowledge(3), true)).isEqualTo(Assurance.PROVED);
        assertThat(assurance(knowledge(3), false)).isNotEqualTo(Assurance.PROVED);
    }

    @Test
    void theBoundOfAColdWorkerIsProvedByEnoughColdStarts() {
        assertThat(assurance(knowledge(2000), false)).isEqualTo(Assurance.PROVED);
    }
}
