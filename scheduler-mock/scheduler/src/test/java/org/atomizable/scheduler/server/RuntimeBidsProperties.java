package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.score.Utility;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.subjob.Variant;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.core.plan.Candidates;
import org.atomizable.core.plan.Feasible;
import org.atomizable.core.plan.OverheadLimit;
import org.atomizable.core.plan.Situation;
import org.atomizable.core.wire.ToWire;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.MarketRules;
import org.atomizable.scheduler.market.OneSlice;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.offer.OfferRules;

/** Both sides check the same inequalities: what the runtime bids, the scheduler takes. */
class RuntimeBidsProperties {

    private static final class Letters implements Mailbox {
        private Optional<Window> window = Optional.empty();
        private Optional<Grant> grant = Optional.empty();

        @Override
        public void offered(String job, Window offered, Instant answersBy) {
            window = Optional.of(offered);
        }

        @Override
        public void granted(String job, Grant granted) {
            grant = grant.isPresent() ? grant : Optional.of(granted);
        }

        @Override
        public void revoked(String job, String revoked, LeaseEvent why) {}

        @Override
        public void forgotten(String job) {}
    }

    private static JobProfile profile(int atomMicros, int peakMebi) {
        Stream<Sample> samples = Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                .flatMap(phase -> Stream.generate(() -> new Sample(
                                OneSlice.SLICE.kind(),
                                phase,
                                Duration.ofNanos(phase.hasAtoms() ? atomMicros * 1000L : 37_000_001),
                                Bytes.mebi(peakMebi)))
                        .limit(8));
        return JobProfile.declared(Optional.empty()).with(samples.toList());
    }

    @Property(tries = 300)
    void whatTheRuntimeBidsIsTakenAndGranted(
            @ForAll @IntRange(min = 700, max = 9000) int windowMillis,
            @ForAll @IntRange(min = 13, max = 100_000) int atomMicros,
            @ForAll @IntRange(min = 1, max = 12_000) int peakMebi,
            @ForAll @IntRange(min = 0, max = 99_999) int done,
            @ForAll boolean total,
            @ForAll @IntRange(min = -100, max = 100_000) int deadlineSeconds,
            @ForAll boolean there)
            throws Exception {
        VirtualTime time = VirtualTime.create();
        Instant opens = time.now().plusSeconds(1);
        Optional<Instant> deadline =
                deadlineSeconds < 0 ? Optional.empty() : Optional.of(opens.plusSeconds(deadlineSeconds));
        Letters letters = new Letters();
        OneSlice device = new OneSlice(Interval.of(opens, Duration.ofMillis(windowMillis)));
        MarketRules rules = new MarketRules(OfferRules.DEFAULT, SelectionPolicy.usual(), LeaseRules.DEFAULT, 10);
        Market market = new Market(time, device, rules, letters, Observer.NONE);
        Optional<Long> atoms = total ? Optional.of(100_000L) : Optional.empty();
        String job = market.register(new JobRequest("job", Mode.JASDA, "t", 0, deadline, atoms, done, Optional.empty()))
                .id();
        time.advanceTo(opens.minusMillis(200));
        Window window = letters.window.orElseThrow();

        JobProfile profile = profile(atomMicros, peakMebi);
        long left = atoms.map(it -> it - done).orElse(Long.MAX_VALUE);
        Feasible feasible =
                Feasible.in(window, Duration.ZERO, left, profile, Promise.DEFAULT, OverheadLimit.DEFAULT, true);
        Assume.that(feasible.atoms() > 0);
        Situation situation =
                new Situation(left, deadline, there ? Optional.of(window.slice().id()) : Optional.empty());
        List<Variant> variants = situation.variants(
                Candidates.of(window, done, feasible, left, atom -> profile, Promise.DEFAULT, 1),
                window,
                Utility.USUAL);
        market.answer(
                window.id(),
                BidMessages.read(ToWire.bid(job, window, new Answer.Bid(variants), Optional.empty(), false)));
        Grant grant = letters.grant.orElseThrow();
        assertThat(variants)
                .anyMatch(it ->
                        !it.starts().isBefore(grant.starts()) && !it.ends().isAfter(grant.ends()));
    }
}
