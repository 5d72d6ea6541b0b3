package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.Refused.Reason;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.answer.Signal;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.job.JobEnd;
import org.atomizable.scheduler.market.job.JobFacts;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.market.job.JobState;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The slice of these stories is free from second 1 to second 7. */
class MarketTest {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final VirtualTime time = VirtualTime.create();
    private final Instant start = time.now();
    private final OneSlice device = new OneSlice(Interval.of(start.plusSeconds(1), Duration.ofSeconds(6)));
    private final Witness heard = new Witness(time, device);
    private Market market;

    @BeforeEach
    void open() throws Exception {
        market = market(time, 2);
    }

    private Market market(TimeSource clock, int mostJobs) throws Exception {
        return new Market(
                clock,
                device,
                new MarketRules(
                        OfferRules.DEFAULT,
                        SelectionPolicy.usual(),
                        new LeaseRules(PATIENCE, Duration.ofMillis(100)),
                        mostJobs),
                heard,
                heard);
    }

    private static JobRequest request(String name, String key) {
        return new JobRequest(
                name, Mode.SJA, JobRequest.NOBODY, 0, Optional.empty(), Optional.of(1000L), 0, Optional.of(key));
    }

    private String register(String name) throws Refused {
        return market.register(request(name, name)).id();
    }

    private void at(double seconds) {
        time.advanceTo(start.plusNanos(Math.round(seconds * 1e9)));
    }

    private static Signal signal(String job, double usefulSeconds) {
        Duration useful = Duration.ofNanos(Math.round(usefulSeconds * 1e9));
        return Signals.of(job, true, 10, useful, useful.plusMillis(100), "fits");
    }

    private static Signal silence(String job) {
        return Signals.of(job, false, 0, Duration.ZERO, Duration.ZERO, "too short");
    }

    private static Acceptance acceptance(double totalSeconds) {
        return new Acceptance(0, 10, Bytes.gibi(1), Duration.ofNanos(Math.round(totalSeconds * 1e9)));
    }

    private static SubjobEnd end(SubjobEnd.Kind kind) {
        return new SubjobEnd(kind, "time", 10, Duration.ofSeconds(1), Duration.ofSeconds(2), Bytes.gibi(1));
    }

    /** Lets the only job have the window, a tenth of a second after it was announced. */
    private Grant granted(String job) throws Refused {
        at(0.85);
        market.answer(heard.lastWindow().id(), signal(job, 4));
        return heard.lastGrant();
    }

    /** Lets the only job have the window and run for as long as that lasts; it has not reported yet. */
    private Grant runningToItsEnd(String job) throws Refused {
        Grant grant = granted(job);
        market.accept(grant.id(), acceptance(5));
        for (int second = 1; second < 7; second++) {
            at(second);
            market.heartbeat(grant.id(), second, Bytes.gibi(1));
        }
        at(7);
        return grant;
    }

    static AbstractThrowableAssert<?, ?> assertRefused(Reason reason, ThrowingCallable action) {
        return assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.reason()).isEqualTo(reason));
    }

    @Test
    void aHoleIsAnnouncedALittleBeforeItOpens() throws Refused {
        register("red");
        at(0.74);
        assertThat(heard.offers).isEmpty();
        at(0.75);
        Window window = heard.lastWindow();
        assertThat(window.opens()).isEqualTo(start.plusSeconds(1));
        assertThat(window.closes()).isEqualTo(start.plusSeconds(7));
        assertThat(window.capacity()).isEqualTo(OneSlice.SLICE.memory());
    }

    @Test
    void nothingIsAnnouncedWhileNobodyWaits() {
        at(10);
        assertThat(heard.offers).isEmpty();
        assertThat(market.statistics().offered()).isZero();
    }

    @Test
    void theWindowIsClearedAtTheInstantTheLastAnswerComes() throws Refused {
        String red = register("red");
        String blue = register("blue");
        at(0.8);
        String window = heard.lastWindow().id();
        market.answer(window, signal(red, 5));
        assertThat(heard.grants).isEmpty();
        market.answer(window, signal(blue, 3));
        assertThat(heard.lastGrant().window()).isEqualTo(window);
        assertThat(heard.grants.get(0).job()).isEqualTo(blue);
        Cleared cleared = heard.clearings.get(0);
        assertThat(cleared.winners()).extracting(Cleared.Winner::job).containsExactly("blue");
        assertThat(cleared.asked().heard()).extracting(Cleared.Heard::share).containsExactly(5 / 6.0, 0.5);
        assertThat(cleared.why()).contains("least work left, 300 s");
    }

    @Test
    void silenceThatIsSaidIsNotWaitedFor() throws Refused {
        String red = register("red");
        String blue = register("blue");
        at(0.8);
        market.answer(heard.lastWindow().id(), silence(red));
        market.answer(heard.lastWindow().id(), signal(blue, 1));
        assertThat(heard.grants).hasSize(1);
    }

    @Test
    void whoSaysNothingIsWaitedForUntilAnswersAreDue() throws Refused {
        String red = register("red");
        register("mute");
        at(0.8);
        market.answer(heard.lastWindow().id(), signal(red, 1));
        at(0.94);
        assertThat(heard.grants).isEmpty();
        at(0.95);
        assertThat(heard.grants).hasSize(1);
        assertThat(heard.clearings.get(0).asked().unheard())
                .extracting(Cleared.Unheard::job)
                .containsExactly("mute");
    }

    @Test
    void whoMissedThreeWindowsIsWaitedForNoMoreUntilHeSpeaks() throws Refused {
        String mute = register("mute");
        at(4);
        assertThat(heard.clearings).hasSizeGreaterThanOrEqualTo(3);
        assertThat(heard.grants).isEmpty();
        String red = register("red");
        at(4.01);
        market.answer(heard.lastWindow().id(), signal(red, 1));
        assertThat(heard.grants).hasSize(1);
        assertRefused(
                Reason.WINDOW_CLEARED, () -> market.answer(heard.lastWindow().id(), signal(mute, 1)));
        market.report(heard.lastGrant().id(), end(SubjobEnd.Kind.HANDED_BACK));
        at(4.3);
        market.answer(heard.lastWindow().id(), signal(red, 1));
        assertThat(heard.grants).hasSize(1);
    }

    @Test
    void aWindowNobodyWantsIsAnnouncedAgainOnlyAfterAWhile() throws Refused {
        String red = register("red");
        at(0.8);
        market.answer(heard.lastWindow().id(), silence(red));
        at(1.79);
        assertThat(heard.offers).hasSize(1);
        at(1.8);
        assertThat(heard.offers).hasSize(2);
        assertThat(heard.lastWindow().opens()).isEqualTo(time.now());
    }

    @Test
    void aWindowThatSomebodyWasTooSlowForIsAnnouncedAgainAtOnce() throws Refused {
        String red = register("red");
        register("slow");
        at(0.8);
        market.answer(heard.lastWindow().id(), silence(red));
        at(0.95);
        assertThat(heard.offers).hasSize(4);
    }

    @Test
    void aNewcomerIsToldOfALapsedWindowAtOnceAndWhoDeclinedItAfterAWhile() throws Refused {
        String red = register("red");
        at(0.8);
        market.answer(heard.lastWindow().id(), silence(red));
        at(1.1);
        String blue = register("blue");
        assertThat(heard.offers).hasSize(2);
        assertThat(heard.offers.get(1).job()).isEqualTo(blue);
        market.answer(heard.lastWindow().id(), silence(blue));
        at(1.79);
        assertThat(heard.offers).hasSize(2);
        at(1.8);
        assertThat(heard.offers).extracting(Witness.Offer::job).containsExactly(red, blue, red, blue);
    }

    @Test
    void aHoleFurtherAwayThanCalendarsAreAskedForIsFoundInTime() throws Exception {
        OneSlice late = new OneSlice(Interval.of(start.plusSeconds(600), Duration.ofSeconds(6)));
        MarketRules rules = new MarketRules(
                OfferRules.DEFAULT, SelectionPolicy.usual(), new LeaseRules(PATIENCE, Duration.ZERO), 2);
        Witness patient = new Witness(time, late);
        new Market(time, late, rules, patient, patient).register(request("red", "red"));
        at(599.75);
        assertThat(patient.lastWindow().opens()).isEqualTo(start.plusSeconds(600));
    }

    @Test
    void aNewcomerIsToldOfAWindowThatStillCollects() throws Refused {
        register("red");
        at(0.8);
        String blue = register("blue");
        assertThat(heard.offers).extracting(Witness.Offer::job).contains(blue);
        assertThat(heard.offers).extracting(Witness.Offer::window).containsOnly(heard.lastWindow());
    }

    @Test
    void whatIsLeftAfterAnEarlyReportIsOfferedAgain() throws Refused {
        Grant grant = granted(register("red"));
        at(2.5);
        market.report(grant.id(), end(SubjobEnd.Kind.YIELDED));
        assertThat(heard.endings.get(0).early()).isTrue();
        Window rest = heard.lastWindow();
        assertThat(rest.opens()).isEqualTo(start.plusMillis(2500));
        assertThat(rest.closes()).isEqualTo(start.plusSeconds(7));
        Statistics statistics = market.statistics();
        assertThat(statistics.endedEarly()).isEqualTo(1);
        at(8);
        assertThat(market.statistics().slices().get(0))
                .isEqualTo(new Statistics.SliceUse("gpu0.0", "2g.20gb", 1.5, 6, 6));
    }

    @Test
    void aRemnantTooShortIsNotOffered() throws Refused {
        Grant grant = granted(register("red"));
        for (double second = 2; second < 6.6; second++) {
            at(second);
            market.heartbeat(grant.id(), 0, Bytes.ZERO);
        }
        at(6.6);
        market.report(grant.id(), end(SubjobEnd.Kind.YIELDED));
        at(9);
        assertThat(heard.offers).hasSize(1);
        assertThat(heard.endings.get(0).early()).isFalse();
    }

    @Test
    void whoseReportDoesNotComeIsTakenForSilentAndItsLaterReportRefused() throws Refused {
        String red = register("red");
        Grant grant = runningToItsEnd(red);
        assertThat(market.job(red).state()).isEqualTo(JobState.RUNNING);
        at(8.9);
        assertThat(heard.revocations).isEmpty();
        at(9);
        assertThat(heard.revocations).containsExactly(new Witness.Revoked(red, grant.id(), LeaseEvent.SILENCE));
        assertRefused(Reason.GRANT_LOST, () -> market.report(grant.id(), end(SubjobEnd.Kind.YIELDED)));
        assertRefused(Reason.GRANT_LOST, () -> market.heartbeat(grant.id(), 6, Bytes.gibi(1)));
        assertThat(market.job(red).state()).isEqualTo(JobState.WAITING);
        assertThat(market.statistics().overrun()).isZero();
        assertThat(market.statistics().silent()).isEqualTo(1);
    }

    @Test
    void aCutIsReportedAfterTheEndAndCountsAsNoFailure() throws Refused {
        String red = register("red");
        Grant grant = runningToItsEnd(red);
        double busy = market.statistics().slices().get(0).busySeconds();
        at(7.5);
        assertThat(market.statistics().slices().get(0).busySeconds()).isEqualTo(busy);
        market.report(
                grant.id(),
                new SubjobEnd(
                        SubjobEnd.Kind.FAILED,
                        "cut",
                        3,
                        Duration.ofSeconds(3),
                        Duration.ofMillis(5500),
                        Bytes.gibi(1)));
        assertThat(market.statistics().slices().get(0).busySeconds()).isEqualTo(busy);
        assertThat(heard.revocations).isEmpty();
        assertThat(heard.endings).hasSize(1);
        assertThat(market.job(red).nextAtom()).isEqualTo(3);
        assertThat(market.job(red).state()).isEqualTo(JobState.WAITING);
        Statistics statistics = market.statistics();
        assertThat(statistics.cuts()).isEqualTo(1);
        assertThat(statistics.cutSeconds()).isEqualTo(2.5);
        assertThat(statistics.failed() + statistics.overrun() + statistics.silent())
                .isZero();
        assertThat(market.history(red).failures()).isZero();
    }

    @Test
    void aHeartbeatAfterTheEndIsRefusedEvenIfTheTimerHasNotGoneOffYet() throws Exception {
        market = market(new LateTimers(time, Duration.ofMillis(100)), 2);
        Grant grant = granted(register("red"));
        for (double second = 1; second < 7; second++) {
            at(second);
            market.heartbeat(grant.id(), 1, Bytes.ZERO);
        }
        at(7.01);
        assertRefused(Reason.GRANT_LOST, () -> market.heartbeat(grant.id(), 1, Bytes.ZERO));
        market.report(grant.id(), end(SubjobEnd.Kind.YIELDED));
        assertThat(heard.revocations).isEmpty();
    }

    @Test
    void tooMuchMemoryCostsTheGrant() throws Refused {
        String red = register("red");
        Grant grant = granted(red);
        market.accept(grant.id(), acceptance(5));
        assertRefused(
                Reason.GRANT_LOST,
                () -> market.heartbeat(grant.id(), 1, grant.capacity().plus(Bytes.of(1))));
        assertThat(heard.revocations).containsExactly(new Witness.Revoked(red, grant.id(), LeaseEvent.OUT_OF_MEMORY));
        assertRefused(Reason.GRANT_LOST, () -> market.report(grant.id(), end(SubjobEnd.Kind.YIELDED)));
    }

    @Test
    void allTheMemoryGrantedMayBeUsed() throws Refused {
        Grant grant = granted(register("red"));
        market.heartbeat(grant.id(), 1, grant.capacity());
        assertThat(heard.revocations).isEmpty();
    }

    @Test
    void aSilentHolderLosesItsLease() throws Refused {
        String red = register("red");
        Grant grant = granted(red);
        at(1.5);
        market.heartbeat(grant.id(), 1, Bytes.ZERO);
        at(3.49);
        assertThat(heard.revocations).isEmpty();
        at(3.5);
        assertThat(heard.revocations).containsExactly(new Witness.Revoked(red, grant.id(), LeaseEvent.SILENCE));
        assertThat(heard.lastWindow().opens()).isEqualTo(time.now());
    }

    @Test
    void patienceBeginsWithTheGrantAndNotBefore() throws Refused {
        granted(register("red"));
        at(2.99);
        assertThat(heard.revocations).isEmpty();
        at(3);
        assertThat(heard.revocations).hasSize(1);
    }

    @Test
    void aSubjobThatDoesNotFitIsRefusedAndTheGrantStays() throws Refused {
        Grant grant = granted(register("red"));
        assertRefused(Reason.DOES_NOT_FIT, () -> market.accept(grant.id(), acceptance(6.01)));
        assertRefused(
                Reason.DOES_NOT_FIT,
                () -> market.accept(
                        grant.id(), new Acceptance(0, 10, grant.capacity().plus(Bytes.of(1)), Duration.ofSeconds(1))));
        assertRefused(
                Reason.DOES_NOT_FIT,
                () -> market.accept(grant.id(), new Acceptance(0, 0, Bytes.ZERO, Duration.ofSeconds(1))));
        market.accept(grant.id(), acceptance(6));
    }

    @Test
    void whatIsLeftShrinksWithTime() throws Refused {
        Grant grant = granted(register("red"));
        at(2);
        assertRefused(Reason.DOES_NOT_FIT, () -> market.accept(grant.id(), acceptance(5.2)));
        // A tenth of a second is forgiven to messages.
        market.accept(grant.id(), acceptance(5.1));
    }

    @Test
    void toSayAThingTwiceIsToSayItOnceAndToSayItOtherwiseIsRefused() throws Refused {
        String red = register("red");
        Grant grant = granted(red);
        market.answer(grant.window(), signal(red, 4));
        market.accept(grant.id(), acceptance(5));
        market.accept(grant.id(), acceptance(5));
        assertRefused(Reason.CONTRADICTION, () -> market.accept(grant.id(), acceptance(4)));
        at(2);
        market.report(grant.id(), end(SubjobEnd.Kind.YIELDED));
        market.report(grant.id(), end(SubjobEnd.Kind.YIELDED));
        market.accept(grant.id(), acceptance(5));
        assertRefused(Reason.CONTRADICTION, () -> market.report(grant.id(), end(SubjobEnd.Kind.FINISHED)));
        assertThat(heard.endings).hasSize(1);
    }

    @Test
    void theSameKeyGivesTheSameJobAndAnotherKeyTakesTheNameOver() throws Refused {
        String red = register("red");
        assertThat(register("red")).isEqualTo(red);
        Grant grant = granted(red);
        JobFacts successor = market.register(request("red", "another key"));
        assertThat(successor.id()).isNotEqualTo(red);
        assertThat(market.job(red).state()).isEqualTo(JobState.WITHDRAWN);
        assertThat(heard.revocations).containsExactly(new Witness.Revoked(red, grant.id(), LeaseEvent.WITHDRAW));
        assertThat(heard.overs).containsExactly(new Witness.Over(red, JobEnd.replaced(successor.id())));
        assertThat(successor.newestToken()).isEqualTo(grant.token());
        at(1);
        market.answer(heard.lastWindow().id(), signal(successor.id(), 1));
        assertThat(heard.lastGrant().token())
                .isEqualTo(new FencingToken(grant.token().value() + 1));
    }

    @Test
    void tokensGoOnEvenIfTheNameWasForgottenMeanwhile() throws Exception {
        market = market(time, 1);
        Grant grant = granted(register("red"));
        market.report(grant.id(), end(SubjobEnd.Kind.FINISHED));
        market.withdraw(register("blue"), "ops");
        String green = register("green");
        assertThat(market.jobs()).extracting(it -> it.request().name()).doesNotContain("red");
        market.withdraw(green, "ops");
        assertThat(market.register(request("red", "again")).newestToken().olderThan(grant.token()))
                .isFalse();
    }

    @Test
    void whoWithdrewAJobIsToldToIt() throws Refused {
        String red = register("red");
        market.withdraw(red, "operator ops");
        market.withdraw(red, "operator twice");
        assertThat(heard.overs).containsExactly(new Witness.Over(red, JobEnd.withdrawn("operator ops")));
    }

    @Test
    void aJobThatWasForgottenIsToldApartFromOneThatNeverWas() throws Exception {
        market = market(time, 1);
        String red = register("red");
        market.withdraw(red, "ops");
        market.withdraw(register("blue"), "ops");
        market.withdraw(register("green"), "ops");
        assertRefused(Reason.JOB_FORGOTTEN, () -> market.job(red));
        assertRefused(Reason.UNKNOWN_JOB, () -> market.job(red + "0"));
        assertRefused(Reason.UNKNOWN_JOB, () -> market.job("job-elsewhere-1"));
    }

    @Test
    void tokensOfASchedulerWithoutAJournalBeginAfterThoseOfAnEarlierOne() throws Exception {
        long first = granted(register("red")).token().value();
        time.advance(Duration.ofSeconds(5));
        market = market(time, 2);
        long second = market.register(request("red", "k")).newestToken().value();
        assertThat(second).isGreaterThan(first);
    }

    @Test
    void aFinishedJobIsAskedNoMore() throws Refused {
        String red = register("red");
        Grant grant = granted(red);
        at(2);
        market.report(grant.id(), end(SubjobEnd.Kind.FINISHED));
        at(6);
        assertThat(market.job(red).state()).isEqualTo(JobState.FINISHED);
        assertThat(heard.offers).hasSize(1);
    }

    @Test
    void nonsenseIsRefused() throws Refused {
        String red = register("red");
        assertRefused(Reason.NONSENSE, () -> market.register(request(" ", "k")));
        assertRefused(
                Reason.NONSENSE,
                () -> market.register(new JobRequest(
                        "x", Mode.SJA, JobRequest.NOBODY, 0, Optional.empty(), Optional.of(5L), 6, Optional.empty())));
        assertRefused(Reason.UNKNOWN_WINDOW, () -> market.answer("window-0", signal(red, 1)));
        assertRefused(Reason.UNKNOWN_JOB, () -> market.job("job-0"));
        assertRefused(Reason.UNKNOWN_GRANT, () -> market.accept("grant-0", acceptance(1)));
        at(0.8);
        assertRefused(
                Reason.DOES_NOT_FIT, () -> market.answer(heard.lastWindow().id(), signal(red, 6)));
    }

    @Test
    void noMoreJobsAreTakenThanTheBound() throws Refused {
        register("red");
        String blue = register("blue");
        assertRefused(Reason.TOO_MANY, () -> register("green"));
        market.withdraw(blue, "ops");
        register("green");
    }

    @Test
    void aClosedMarketAnnouncesNothing() throws Refused {
        register("red");
        market.close();
        at(5);
        assertThat(heard.offers).isEmpty();
    }
}
