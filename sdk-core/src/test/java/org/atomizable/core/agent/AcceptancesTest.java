package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.core.plan.Materialized;
import org.atomizable.profiler.profile.JobProfile;
import org.junit.jupiter.api.Test;

/** A scheduler that checks each subjob some time after it was planned, as the reference scheduler does. */
class AcceptancesTest {

    private static final JobProfile PROFILE =
            JobProfile.declared(Optional.of(Bytes.mebi(1))).with(Slices.samples(2000, 10, 1));

    private final VirtualTime time = VirtualTime.create();
    private final Grant grant = grantAt(time.now());
    private final Acceptances acceptances = new Acceptances(time);
    private final List<Duration> plannedAfter = new ArrayList<>();

    private static Grant grantAt(Instant starts) {
        return new Grant(
                "grant",
                "window",
                Slices.slice(10),
                Bytes.gibi(9),
                starts,
                starts.plusSeconds(4),
                FencingToken.NONE,
                Duration.ofSeconds(5));
    }

    private Materialized plan(Instant then) {
        return plan(grant, then);
    }

    private Materialized plan(Grant grant, Instant then) {
        plannedAfter.add(Duration.between(time.now(), then));
        return Materialized.of(grant, then, 0, 1_000_000, PROFILE, Promise.DEFAULT);
    }

    /** The check comes late, and takes the plan to need all the time from its start to the grant's end. */
    private Acceptances.Call after(Duration... delays) {
        List<Duration> left = new ArrayList<>(List.of(delays));
        return subjob -> {
            time.advance(left.size() > 1 ? left.remove(0) : left.get(0));
            return subjob.starts().isBefore(time.now()) ? Acceptances.Answer.DOES_NOT_FIT : Acceptances.Answer.TAKEN;
        };
    }

    @Test
    void whatWasRefusedForItsTimeIsBuiltAgainForWhatIsLeftByTheDelayThatWasSeen() throws Exception {
        Acceptances.Result result = acceptances.accept(this::plan, after(Duration.ofMillis(200)));
        assertThat(result.taken()).map(Subjob::firstAtom).contains(0L);
        assertThat(plannedAfter).containsExactly(Duration.ZERO, Duration.ofMillis(200));
        assertThat(result.taken().get().footprint().lease()).isLessThanOrEqualTo(Duration.ofMillis(3600));
    }

    @Test
    void theNextGrantIsPlannedForTheDelayOfTheLast() throws Exception {
        acceptances.accept(this::plan, after(Duration.ofMillis(200)));
        plannedAfter.clear();
        assertThat(acceptances.accept(this::plan, after(Duration.ofMillis(150))).taken())
                .isPresent();
        assertThat(plannedAfter).containsExactly(Duration.ofMillis(200));
    }

    @Test
    void aDelayThatIsLongerThanGrantsIsNotExpectedAgain() throws Exception {
        acceptances.accept(this::plan, after(Duration.ofMillis(200)));
        Grant next = grantAt(time.now().plusSeconds(20));
        acceptances.accept(then -> plan(next, then), after(Duration.ofSeconds(30)));
        plannedAfter.clear();

        Grant later = grantAt(time.now());
        Acceptances.Result result = acceptances.accept(then -> plan(later, then), after(Duration.ofMillis(150)));

        assertThat(result.taken()).isPresent();
        assertThat(plannedAfter).containsExactly(Duration.ofSeconds(30), Duration.ofMillis(200));
    }

    @Test
    void afterFourTriesTheGrantIsHandedBack() throws Exception {
        Acceptances.Result result = acceptances.accept(
                this::plan,
                after(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400), Duration.ofMillis(800)));
        assertThat(result.taken()).isEmpty();
        assertThat(result.because()).contains("did not fit what was left");
        assertThat(plannedAfter).hasSize(4);
    }

    @Test
    void whatIsRefusedForAnotherReasonIsNotTriedAgain() throws Exception {
        Acceptances.Result result = acceptances.accept(this::plan, subjob -> Acceptances.Answer.REFUSED);
        assertThat(result.taken()).isEmpty();
        assertThat(plannedAfter).hasSize(1);
    }

    @Test
    void whereNothingFitsAnyMoreNobodyIsAsked() throws Exception {
        time.advance(Duration.ofSeconds(4));
        Acceptances.Result result = acceptances.accept(this::plan, subjob -> {
            throw new AssertionError(subjob);
        });
        assertThat(result.because()).contains("nothing fits");
    }
}
