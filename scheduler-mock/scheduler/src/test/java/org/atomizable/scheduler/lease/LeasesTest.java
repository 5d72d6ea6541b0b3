package org.atomizable.scheduler.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;
import org.junit.jupiter.api.Test;

class LeasesTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Bytes CAPACITY = Bytes.gibi(9);
    private static final Slice SLICE = new Slice("slice", new SliceKind("1g.10gb"), Bytes.gibi(10));
    private static final Duration LENGTH = Duration.ofSeconds(4);

    private final List<String> forgotten = new ArrayList<>();
    private final List<Lease> changes = new ArrayList<>();
    private final Leases leases = new Leases(
            LeaseRules.DEFAULT,
            new LeaseKeeping() {
                @Override
                public void changed(Lease lease) {
                    changes.add(lease);
                }

                @Override
                public void forgotten(String grant) {
                    forgotten.add(grant);
                }
            },
            FencingToken.NONE);

    private Grant issue(String id, Instant from, Instant now) {
        Window window = new Window("window", SLICE, CAPACITY, from, LENGTH);
        return leases.issue(id, window, Interval.of(from, LENGTH), "job", "name", it -> it, now);
    }

    private static Acceptance subjob(long firstAtom, long atoms, Bytes memory, Duration total) {
        return new Acceptance(firstAtom, atoms, memory, total);
    }

    private static SubjobEnd end(long nextAtom) {
        return new SubjobEnd(
                SubjobEnd.Kind.YIELDED, "time", nextAtom, Duration.ofSeconds(1), Duration.ofSeconds(2), CAPACITY);
    }

    private static void assertRefused(ThrowingCallable call, Refused.Reason reason, String words) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.reason()).isEqualTo(reason))
                .hasMessageContaining(words);
    }

    @Test
    void aSubjobMayNeedAllThatWasGrantedAndNoMore() throws Exception {
        issue("grant", START, START);
        Instant later = START.plusSeconds(1);
        // A message may have been on its way for 100 ms.
        Duration left = Duration.ofMillis(3100);
        assertRefused(
                () -> leases.accept("grant", subjob(0, 1, CAPACITY, left.plusNanos(1)), later),
                Refused.Reason.DOES_NOT_FIT,
                "PT3.1S is left");
        assertRefused(
                () -> leases.accept("grant", subjob(0, 1, Bytes.of(CAPACITY.count() + 1), left), later),
                Refused.Reason.DOES_NOT_FIT,
                "may need");
        assertRefused(
                () -> leases.accept("grant", subjob(0, 0, CAPACITY, left), later),
                Refused.Reason.DOES_NOT_FIT,
                "0 atoms");
        assertRefused(
                () -> leases.accept("grant", subjob(-1, 1, CAPACITY, left), later),
                Refused.Reason.DOES_NOT_FIT,
                "atom -1");
        assertThat(leases.find("grant").state()).isEqualTo(LeaseState.GRANTED);

        leases.accept("grant", subjob(0, 1, CAPACITY, left), later);
        assertThat(leases.find("grant").state()).isEqualTo(LeaseState.ACCEPTED);
        assertThat(leases.find("grant").acceptance()).contains(subjob(0, 1, CAPACITY, left));
    }

    @Test
    void beforeItsStartAGrantHasItsWholeTimeLeft() throws Exception {
        issue("grant", START.plusSeconds(10), START);
        assertRefused(
                () -> leases.accept("grant", subjob(0, 1, CAPACITY, LENGTH.plusNanos(1)), START),
                Refused.Reason.DOES_NOT_FIT,
                "PT4S is left");
        leases.accept("grant", subjob(0, 1, CAPACITY, LENGTH), START);
        assertThat(leases.find("grant").heard()).isEqualTo(START.plusSeconds(10));
    }

    @Test
    void anAcceptanceStandsAndSayingItAgainChangesNothing() throws Exception {
        issue("grant", START, START);
        Acceptance first = subjob(3, 2, CAPACITY, Duration.ofSeconds(1));
        leases.accept("grant", first, START);
        int before = changes.size();
        leases.accept("grant", first, START);
        assertThat(changes).hasSize(before);
        assertRefused(
                () -> leases.accept("grant", subjob(3, 1, CAPACITY, Duration.ofSeconds(1)), START),
                Refused.Reason.CONTRADICTION,
                "accepted already");

        leases.withdraw("job", START);
        leases.accept("grant", first, START);
        assertRefused(
                () -> leases.accept("grant", subjob(3, 1, CAPACITY, Duration.ofSeconds(1)), START),
                Refused.Reason.GRANT_LOST,
                "WITHDRAW");
    }

    @Test
    void theFirstReportStands() throws Exception {
        issue("grant", START, START);
        assertThat(leases.report("grant", end(1), START).orElseThrow().state()).isEqualTo(LeaseState.REPORTED);
        assertThat(leases.report("grant", end(1), START.plusSeconds(1))).isEmpty();
        assertRefused(() -> leases.report("grant", end(2), START), Refused.Reason.CONTRADICTION, "another result");
        assertThat(leases.find("grant").end()).contains(end(1));
    }

    @Test
    void aHolderWhoseLeaseIsOverIsTold() throws Exception {
        issue("grant", START, START);
        assertThat(leases.runOut(START.plus(LENGTH).minusNanos(1))).isEmpty();
        assertThat(leases.runOut(START.plus(LENGTH))).hasSize(1);
        assertRefused(
                () -> leases.heartbeat("grant", Bytes.ZERO, START.plus(LENGTH)), Refused.Reason.GRANT_LOST, "END");
        assertRefused(() -> leases.report("none", end(1), START), Refused.Reason.UNKNOWN_GRANT, "none");
    }

    @Test
    void atItsEndTheSliceIsFreeAndTheReportIsStillTaken() throws Exception {
        issue("grant", START, START);
        Instant ends = START.plus(LENGTH);
        Lease awaited = leases.runOut(ends).get(0);
        assertThat(awaited.state()).isEqualTo(LeaseState.AWAITED);
        assertThat(leases.onSlice("slice")).isEmpty();
        assertThat(leases.living()).isEmpty();
        assertThat(leases.holds("job")).isTrue();
        assertThat(leases.awaited()).containsExactly(awaited);
        assertThat(leases.nextRunsOut()).contains(ends.plusSeconds(5));

        // The next window may be made and granted.
        Window next = new Window("next", SLICE, CAPACITY, ends, LENGTH);
        leases.issue("later", next, Interval.of(ends, LENGTH), "other", "other", it -> it, ends);

        Lease reported =
                leases.report("grant", stopped("cut"), ends.plusSeconds(4)).orElseThrow();
        assertThat(reported.state()).isEqualTo(LeaseState.REPORTED);
        assertThat(reported.ended()).contains(new Lease.Ended(ends, LeaseEvent.CUT));
        assertThat(reported.lastedToItsEnd()).isTrue();
        assertThat(leases.holds("job")).isFalse();
    }

    private static SubjobEnd stopped(String why) {
        return new SubjobEnd(
                SubjobEnd.Kind.FAILED, why, 1, Duration.ofSeconds(1), Duration.ofSeconds(3), Bytes.gibi(1));
    }

    @Test
    void onlyAReportSaysThatItWasOverrun() throws Exception {
        issue("grant", START, START);
        leases.runOut(START.plus(LENGTH));
        Lease reported =
                leases.report("grant", stopped("overrun"), START.plus(LENGTH)).orElseThrow();
        assertThat(reported.ended()).contains(new Lease.Ended(START.plus(LENGTH), LeaseEvent.OVERRUN));
        assertThat(stopped("overrun").lost()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aReportThatDoesNotComeIsAwaitedForItsPatienceAndThenItsHolderWasSilent() throws Exception {
        issue("grant", START, START);
        Instant ends = START.plus(LENGTH);
        leases.runOut(ends);
        assertThat(leases.runOut(ends.plusSeconds(5).minusNanos(1))).isEmpty();
        Lease over = leases.runOut(ends.plusSeconds(5)).get(0);
        assertThat(over.state()).isEqualTo(LeaseState.EXPIRED);
        assertThat(over.ended()).contains(new Lease.Ended(ends, LeaseEvent.SILENCE));
        assertRefused(() -> leases.report("grant", end(1), ends.plusSeconds(5)), Refused.Reason.GRANT_LOST, "SILENCE");
        assertThat(leases.nextRunsOut()).isEmpty();
    }

    @Test
    void whatIsPatientForYearsAwaitsAReportForAMinute() {
        assertThat(new LeaseRules(Duration.ofDays(10_000), Duration.ZERO).awaited())
                .isEqualTo(Duration.ofMinutes(1));
        assertThat(LeaseRules.DEFAULT.awaited()).isEqualTo(LeaseRules.DEFAULT.patience());
    }

    @Test
    void aSchedulerThatWasAwayAtTheEndTakesTheReportAfterItsReturnAndBlamesNobody() throws Exception {
        issue("grant", START, START);
        Lease kept = leases.find("grant");
        Instant returned = START.plusSeconds(3600);
        Leases next = new Leases(LeaseRules.DEFAULT, new LeaseKeeping() {}, FencingToken.NONE);
        next.restore(List.of(kept), Map.of(), returned);
        assertThat(next.runOut(returned).get(0).ended())
                .contains(new Lease.Ended(START.plus(LENGTH), LeaseEvent.SCHEDULER_AWAY));
        assertThat(next.onSlice("slice")).isEmpty();
        Lease awaited = next.find("grant");

        Lease reported = next.report("grant", end(1), returned.plusSeconds(4)).orElseThrow();
        assertThat(reported.ended()).contains(new Lease.Ended(START.plus(LENGTH), LeaseEvent.REPORT));

        // It goes away once more, and comes back with a lease whose report it awaited.
        Leases third = new Leases(LeaseRules.DEFAULT, new LeaseKeeping() {}, FencingToken.NONE);
        third.restore(List.of(awaited), Map.of(), returned.plusSeconds(60));
        assertThat(third.runOut(returned.plusSeconds(60))).isEmpty();
        assertThat(third.runOut(returned.plusSeconds(65)).get(0).ended())
                .contains(new Lease.Ended(START.plus(LENGTH), LeaseEvent.SCHEDULER_AWAY));
    }

    @Test
    void whoseProcessStoodStillTakesNobodyForSilent() throws Exception {
        issue("grant", START, START);
        Window window = new Window("next", SLICE, CAPACITY, START.plus(LENGTH), Duration.ofSeconds(60));
        leases.issue(
                "long",
                window,
                Interval.of(START.plus(LENGTH), Duration.ofSeconds(60)),
                "other",
                "other",
                it -> it,
                START);
        Instant woken = START.plusSeconds(20);
        assertThat(leases.runOut(woken))
                .extracting(it -> it.ended().orElseThrow().by())
                .containsExactly(LeaseEvent.SCHEDULER_AWAY);
        assertThat(leases.find("long").state().live()).isTrue();
        assertThat(leases.nextRunsOut()).contains(woken.plusSeconds(5));
    }

    @Test
    void onlyTheLastFewThousandThatEndedAreKnown() throws Exception {
        for (int i = 0; i < 2001; i++) {
            issue("grant" + i, START, START);
            leases.withdraw("job", START);
        }
        assertThat(leases.ended()).hasSize(2000);
        assertThat(forgotten).containsExactly("grant0");
        assertRefused(() -> leases.find("grant0"), Refused.Reason.UNKNOWN_GRANT, "grant0");
        assertThat(leases.find("grant1").state()).isEqualTo(LeaseState.REVOKED);
    }

    @Test
    void timeThatIsOverIsNotLeased() {
        assertThatThrownBy(() -> issue("grant", START, START.plus(LENGTH)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("grant");
        assertThat(leases.living()).isEmpty();
    }

    @Test
    void noPatienceAndANegativeTransitAreRefused() {
        Duration second = Duration.ofSeconds(1);
        assertThat(new LeaseRules(second, Duration.ZERO).transit()).isZero();
        assertThatThrownBy(() -> new LeaseRules(Duration.ZERO, second)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LeaseRules(second.negated(), second)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LeaseRules(second, second.negated())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsUnknownIsRefusedByItsNameAndItsReason() {
        assertThat(Refused.unknownJob("a")).hasMessageContaining("job a");
        assertThat(Refused.unknownJob("a").reason()).isEqualTo(Refused.Reason.UNKNOWN_JOB);
        assertThat(Refused.forgottenJob("b").reason()).isEqualTo(Refused.Reason.JOB_FORGOTTEN);
        assertThat(Refused.unknownGrant("c").reason()).isEqualTo(Refused.Reason.UNKNOWN_GRANT);
        assertThat(Refused.unknownWindow("d").reason()).isEqualTo(Refused.Reason.UNKNOWN_WINDOW);
    }
}
