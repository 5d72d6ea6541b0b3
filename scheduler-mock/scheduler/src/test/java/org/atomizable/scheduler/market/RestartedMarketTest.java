package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.journal.RowsInMemory;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.change.Along;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.incarnation.Incarnation;
import org.atomizable.scheduler.market.job.JobFacts;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.market.job.JobState;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A market whose journal another scheduler reads after every step. The slice is free from second 1 to second 7. */
class RestartedMarketTest {

    private static final LeaseRules LEASES = new LeaseRules(Duration.ofSeconds(2), Duration.ofMillis(100));

    private final VirtualTime time = VirtualTime.create();
    private final Instant start = time.now();
    private final OneSlice device = new OneSlice(Interval.of(start.plusSeconds(1), Duration.ofSeconds(6)));
    private final RowsInMemory rows = new RowsInMemory();
    private final Witness heard = new Witness(time, device);
    private Market market;

    @BeforeEach
    void open() throws Exception {
        market = resumed(rows, heard);
    }

    private Market resumed(RowsInMemory from, Witness hearing) throws Exception {
        return resumed(from, hearing, hearing);
    }

    private Market resumed(RowsInMemory from, Mailbox mailbox, Observer observer) throws Exception {
        return resumed(time, device, from, mailbox, observer);
    }

    private static Market resumed(
            VirtualTime time, OneSlice device, RowsInMemory from, Mailbox mailbox, Observer observer) throws Exception {
        return resumed(time, device, LEASES, from, mailbox, observer);
    }

    private static Market resumed(
            VirtualTime time, OneSlice device, LeaseRules rules, RowsInMemory from, Mailbox mailbox, Observer observer)
            throws Exception {
        return Market.resume(
                time,
                device,
                new MarketRules(OfferRules.DEFAULT, SelectionPolicy.usual(), rules, 5),
                mailbox,
                observer,
                Incarnation.begin(from, time.now()),
                JournalWriter.atOnce(from));
    }

    private RowsInMemory copy(Table... without) throws Exception {
        RowsInMemory copy = new RowsInMemory();
        for (Table table : Table.values()) {
            if (!List.of(without).contains(table)) {
                copy.write(rows.all(table).entrySet().stream()
                        .map(row -> new Change(table, row.getKey(), Optional.of(row.getValue())))
                        .toList());
            }
        }
        return copy;
    }

    /** What a scheduler tells that reads the journal as it is now; it stops at once. */
    private Witness toldAfterARestart() throws Exception {
        Witness told = new Witness(time, device);
        try (Market other = resumed(copy(), told)) {
            // Not kept: what memory a job claims, and what is counted of windows between two writes.
            assertThat(other.jobs())
                    .usingRecursiveFieldByFieldElementComparatorIgnoringFields(
                            "claimed",
                            "idleSince",
                            "part.offered",
                            "part.missed",
                            "part.signals",
                            "part.needed",
                            "newestToken")
                    .isEqualTo(market.jobs());
            for (JobFacts each : market.jobs()) {
                FencingToken now = other.job(each.id()).newestToken();
                if (each.part().grants() == 0) {
                    assertThat(now.olderThan(each.newestToken())).isFalse();
                } else {
                    assertThat(now).isEqualTo(each.newestToken());
                }
            }
            assertThat(subjobs(other)).isEqualTo(subjobs(market));
            assertThat(other.bookings()).isEqualTo(market.bookings());
        }
        return told;
    }

    private List<TimelineSpan> subjobs(Market of) {
        return of.timeline(Interval.of(start, Duration.ofSeconds(20))).stream()
                .filter(it -> it.kind() == TimelineSpan.Kind.SUBJOB)
                .toList();
    }

    private String register(String name) throws Refused {
        return market.register(request(name)).id();
    }

    private static JobRequest request(String name) {
        return new JobRequest(name, Mode.SJA, "lab", 0, Optional.empty(), Optional.of(1000L), 0, Optional.of(name));
    }

    private void at(double seconds) {
        time.advanceTo(start.plusNanos(Math.round(seconds * 1e9)));
    }

    /** An older scheduler took any instant; one of them made the list of jobs unreadable for others. */
    @Test
    void instantsThatClientsCannotReadAreBroughtNearOrDropped() throws Exception {
        Instant end = start.plusSeconds(300);
        JobRequest dated =
                new JobRequest("a", Mode.SJA, "lab", 0, Optional.of(end), Optional.of(9L), 0, Optional.empty());
        market.register(dated);
        market.reserve(device.slices().get(0).id(), "maintenance", start.plusSeconds(100), end, Along.nothing());
        RowsInMemory old = copy();
        for (Table table : List.of(Table.JOB, Table.RESERVATION)) {
            for (Map.Entry<String, String> row : rows.all(table).entrySet()) {
                String far = row.getValue().replace(end.toString(), "+1000000000-12-31T23:59:59Z");
                assertThat(far).isNotEqualTo(row.getValue());
                old.write(List.of(new Change(table, row.getKey(), Optional.of(far))));
            }
        }

        try (Market other = resumed(old, new Witness(time, device))) {
            assertThat(other.jobs())
                    .extracting(it -> it.request().deadline().orElseThrow())
                    .containsExactly(start.plus(Duration.ofDays(36_525)));
            assertThat(other.bookings()).isEmpty();
        }
        assertThat(old.all(Table.RESERVATION)).isEmpty();
    }

    /** Lets the only job that waits have the window, or what is left of it. */
    private Grant granted(String job) throws Refused {
        market.answer(
                heard.lastWindow().id(),
                Signals.of(job, true, 10, Duration.ofSeconds(2), Duration.ofSeconds(3), "fits"));
        return heard.lastGrant();
    }

    private static Acceptance acceptance(long firstAtom) {
        return new Acceptance(firstAtom, 10, Bytes.gibi(1), Duration.ofSeconds(2));
    }

    private static SubjobEnd end(SubjobEnd.Kind kind, long nextAtom) {
        return new SubjobEnd(kind, "time", nextAtom, Duration.ofSeconds(1), Duration.ofMillis(1200), Bytes.gibi(2));
    }

    @Test
    void aReportThatWasAwaitedIsTakenByTheNextSchedulerAndWhoReportsNothingIsNotBlamed() throws Exception {
        String red = register("red");
        at(0.85);
        Grant grant = granted(red);
        market.accept(grant.id(), acceptance(0));
        for (double second = 1; second < 7; second++) {
            at(second);
            market.heartbeat(grant.id(), 0, Bytes.ZERO);
        }
        RowsInMemory running = copy();
        at(7.5);
        assertThat(market.job(red).state()).isEqualTo(JobState.RUNNING);
        toldAfterARestart();
        at(8);
        for (RowsInMemory kept : List.of(running, copy())) {
            try (Market other = resumed(kept, new Silent(), Observer.NONE)) {
                assertThat(other.job(red).state()).isEqualTo(JobState.RUNNING);
                other.report(grant.id(), end(SubjobEnd.Kind.YIELDED, 10));
                assertThat(other.job(red).nextAtom()).isEqualTo(10);
                assertThat(other.job(red).state()).isEqualTo(JobState.WAITING);
            }
        }
        try (Market other = resumed(copy(), new Silent(), Observer.NONE)) {
            at(10);
            assertThat(other.job(red).state()).isEqualTo(JobState.WAITING);
            assertThat(other.statistics().schedulerAway()).isEqualTo(1);
            assertThat(other.statistics().silent() + other.statistics().overrun())
                    .isZero();
        }
    }

    @Test
    void afterEveryStepTheJournalHoldsTheMarketAsItIs() throws Exception {
        String red = register("red");
        toldAfterARestart();
        at(0.85);
        Grant first = granted(red);
        toldAfterARestart();
        at(1.1);
        market.accept(first.id(), acceptance(0));
        assertThat(rows.all(Table.JOB).get(red)).as("where it ran last").contains(OneSlice.SLICE.id());
        toldAfterARestart();
        at(2);
        market.heartbeat(first.id(), 5, Bytes.gibi(1));
        toldAfterARestart();
        at(2.5);
        market.report(first.id(), end(SubjobEnd.Kind.YIELDED, 10));
        assertThat(market.job(red).nextAtom()).isEqualTo(10);
        assertThat(market.job(red).idleSince()).isEqualTo(time.now());
        toldAfterARestart();

        Grant second = granted(red);
        at(2.6);
        market.accept(second.id(), acceptance(10));
        at(4.6);
        assertThat(heard.revocations).hasSize(1);
        assertThat(market.job(red).state()).isEqualTo(JobState.WAITING);
        toldAfterARestart();

        Reservation reserved =
                market.reserve("gpu0.0", "nightly", start.plusSeconds(8), start.plusSeconds(10), Along.nothing());
        toldAfterARestart();
        assertThat(market.cancel(reserved.id(), Along.nothing())).isEqualTo(reserved);
        toldAfterARestart();
        market.withdraw(red, "this test");
        toldAfterARestart();
    }

    @Test
    void whoHoldsAGrantAndHasNotAcceptedItIsToldOfItAgain() throws Exception {
        String red = register("red");
        at(0.85);
        Grant grant = granted(red);
        assertThat(toldAfterARestart().grants).containsExactly(new Witness.Granted(red, grant));

        market.accept(grant.id(), acceptance(0));
        assertThat(toldAfterARestart().grants).isEmpty();
    }

    @Test
    void whoseJobIsOverIsToldOfItAgainAndNobodyElse() throws Exception {
        String red = register("red");
        String blue = register("blue");
        String green = register("green");
        assertThat(toldAfterARestart().overs).isEmpty();
        market.withdraw(green, "this test");
        at(0.85);
        market.answer(heard.lastWindow().id(), Signals.of(blue, false, 0, Duration.ZERO, Duration.ZERO, "too short"));
        Grant grant = granted(red);
        at(2);
        market.report(grant.id(), end(SubjobEnd.Kind.FINISHED, 1000));

        assertThat(market.job(red).state()).isEqualTo(JobState.FINISHED);
        assertThat(toldAfterARestart().overs)
                .isEqualTo(heard.overs.stream()
                        .sorted(Comparator.comparing(it -> it.job().equals(green)))
                        .toList())
                .hasSize(2);
    }

    @Test
    void aFinishedJobStaysOnNoSliceAfterARestart() throws Exception {
        RowsInMemory kept = new RowsInMemory();
        Grant grant;
        try (Market before = resumed(time, device, LEASES.staying(), kept, heard, heard)) {
            String red = before.register(request("red")).id();
            at(0.85);
            before.answer(
                    heard.lastWindow().id(),
                    Signals.of(red, true, 10, Duration.ofSeconds(2), Duration.ofSeconds(3), "fits"));
            before.accept(heard.lastGrant().id(), acceptance(0));
            at(2.5);
            before.report(heard.lastGrant().id(), end(SubjobEnd.Kind.YIELDED, 10));
            before.answer(
                    heard.lastWindow().id(),
                    Signals.of(red, true, 10, Duration.ofSeconds(2), Duration.ofSeconds(3), "fits"));
            grant = heard.lastGrant();
            before.accept(grant.id(), acceptance(10));
            at(3.5);
            before.report(grant.id(), end(SubjobEnd.Kind.FINISHED, 1000));
        }
        assertThat(grant.resident()).as("what could stay").isEqualTo(Bytes.gibi(1));
        assertThat(grant.residentUntil()).isAfter(time.now());

        Witness told = new Witness(time, device);
        try (Market after = resumed(time, device, LEASES.staying(), kept, told, told)) {
            after.register(request("blue"));
            at(4.5);
            assertThat(told.lastWindow().capacity()).isEqualTo(OneSlice.SLICE.memory());
        }
    }

    @Test
    void aJobWhoseLeaseIsNotInTheJournalWaitsAndIsOfferedWindows() throws Exception {
        String red = register("red");
        at(0.85);
        granted(red);
        RowsInMemory damaged = copy(Table.LEASE);
        Witness told = new Witness(time, device);

        try (Market other = resumed(damaged, told)) {
            assertThat(other.job(red).state()).isEqualTo(JobState.WAITING);
            assertThat(told.offers).extracting(Witness.Offer::job).containsExactly(red);
            try (Market next = resumed(damaged, new Witness(time, device))) {
                assertThat(next.job(red).state()).isEqualTo(JobState.WAITING);
            }
        }
    }

    @Test
    void aLeaseThatAClockAheadHasGivenIsWithdrawnAndItsJobOfferedWindows() throws Exception {
        Instant wrong = start.plusSeconds(3600);
        OneSlice ahead = new OneSlice(Interval.of(wrong.plusSeconds(1), Duration.ofSeconds(6)));
        for (boolean accepted : List.of(false, true)) {
            VirtualTime hourAhead = VirtualTime.create();
            hourAhead.advanceTo(wrong);
            Witness then = new Witness(hourAhead, ahead);
            RowsInMemory kept = new RowsInMemory();
            String red;
            String blue;
            Grant grant;
            try (Market before = resumed(hourAhead, ahead, kept, then, then)) {
                red = before.register(request("red")).id();
                blue = before.register(request("blue")).id();
                hourAhead.advanceTo(wrong.plusMillis(850));
                before.answer(
                        then.lastWindow().id(), Signals.of(blue, false, 0, Duration.ZERO, Duration.ZERO, "too short"));
                before.answer(
                        then.lastWindow().id(),
                        Signals.of(red, true, 10, Duration.ofSeconds(2), Duration.ofSeconds(3), "fits"));
                grant = then.lastGrant();
                if (accepted) {
                    hourAhead.advanceTo(wrong.plusMillis(1100));
                    before.accept(grant.id(), acceptance(0));
                }
            }

            Witness told = new Witness(time, device);
            try (Market after = resumed(kept, told, Observer.NONE)) {
                assertThat(after.job(red).state()).isEqualTo(JobState.WAITING);
                assertThat(told.grants).isEmpty();
                assertThat(told.revocations).hasSize(1);
                assertThat(List.of(after.job(red), after.job(blue)))
                        .allSatisfy(it -> assertThat(it.part().since()).isEqualTo(time.now()));
                assertThat(after.job(red).reliability()).isEqualTo(1);
                assertThatThrownBy(() -> after.heartbeat(grant.id(), 0, Bytes.ZERO))
                        .isInstanceOf(Refused.class)
                        .hasMessageContaining("has ended");
                time.advance(Duration.ofMillis(850));
                assertThat(told.offers).as("its worker may run yet").isEmpty();
                assertThatThrownBy(() -> after.report(grant.id(), end(SubjobEnd.Kind.FAILED, 0)))
                        .isInstanceOf(Refused.class)
                        .hasMessageContaining("has ended");
                time.advance(Duration.ofMillis(1));
                assertThat(told.offers).extracting(Witness.Offer::job).contains(red, blue);
            }
        }
    }

    /** The clock of the next scheduler says that the lease is over, and that the slice is free for an hour. */
    @ParameterizedTest
    @ValueSource(longs = {3_600_000, 5_000, 0, -5_000, -3_600_000})
    void aSliceIsTakenForAsLongAsALeaseOfEarlierCanLastWhateverTheClockSays(long later) throws Exception {
        String red = register("red");
        at(0.85);
        Grant grant = granted(red);
        at(1.5);
        market.accept(grant.id(), acceptance(0));
        Duration length = Duration.between(grant.starts(), grant.ends());
        VirtualTime set = VirtualTime.startingAt(time.now().plusMillis(later));
        Instant began = set.now();
        OneSlice free = new OneSlice(new Interval(began, began.plusSeconds(7200)));
        for (boolean reports : List.of(true, false)) {
            Witness told = new Witness(set, free);
            try (Market after = resumed(set, free, copy(), told, Observer.NONE)) {
                Instant from = set.now();
                after.register(request("blue"));
                set.advance(reports ? Duration.ofSeconds(2) : length);
                if (reports) {
                    assertThat(told.offers).isEmpty();
                    try {
                        after.report(grant.id(), end(SubjobEnd.Kind.YIELDED, 10));
                    } catch (Refused tooLate) {
                        assertThat(tooLate.reason()).isEqualTo(Refused.Reason.GRANT_LOST);
                    }
                    set.advance(Duration.ofMillis(1));
                    assertThat(told.offers).isNotEmpty();
                } else {
                    set.advance(Duration.ofSeconds(20));
                    assertThat(told.offers)
                            .isNotEmpty()
                            .allSatisfy(it -> assertThat(it.window().opens()).isAfterOrEqualTo(from.plus(length)));
                }
            }
        }
    }

    @Test
    void aLeaseThatStartsInALeadIsKept() throws Exception {
        String red = register("red");
        at(0.85);
        Grant grant = granted(red);
        assertThat(grant.starts()).isAfter(time.now());

        assertThat(toldAfterARestart().grants).containsExactly(new Witness.Granted(red, grant));
    }

    private static void assertNonsense(ThrowingCallable action) {
        MarketTest.assertRefused(Refused.Reason.NONSENSE, action).hasMessageContaining("has no atom");
    }

    @Test
    void atomsThatAJobDoesNotHaveAreRefused() throws Exception {
        String red = register("red");
        at(0.85);
        Grant grant = granted(red);
        assertThat(market.tenantOfGrant(grant.id())).isEqualTo("lab");

        assertNonsense(() -> market.accept(grant.id(), acceptance(991)));
        assertNonsense(() -> market.heartbeat(grant.id(), 1001, Bytes.ZERO));
        assertNonsense(() -> market.heartbeat(grant.id(), -1, Bytes.ZERO));
        assertNonsense(() -> market.report(grant.id(), end(SubjobEnd.Kind.YIELDED, 1001)));
        market.accept(grant.id(), acceptance(990));
        market.heartbeat(grant.id(), 1000, Bytes.ZERO);
        market.report(grant.id(), end(SubjobEnd.Kind.YIELDED, 1000));
        assertThat(market.job(red).nextAtom()).isEqualTo(1000);
    }

    @Test
    void aSliceIsOfferedAsSoonAsItsReservationIsCancelled() throws Exception {
        Reservation reserved = market.reserve("gpu0.0", "nightly", start, start.plusSeconds(7), Along.nothing());
        String red = register("red");
        at(2);
        assertThat(heard.offers).isEmpty();

        assertThat(market.cancel(reserved.id(), Along.nothing()).id()).isEqualTo(reserved.id());

        assertThat(heard.offers).extracting(Witness.Offer::job).containsExactly(red);
        assertThat(heard.lastWindow().opens()).isEqualTo(time.now());
    }

    @Test
    void aGrantThatEndsAsItsSliceGoesIsAwaitedAndThenOverInTheJournalToo() throws Exception {
        String red = register("red");
        at(0.85);
        Grant grant = granted(red);
        for (int second = 1; second < 7; second++) {
            at(second);
            market.heartbeat(grant.id(), second, Bytes.gibi(1));
        }
        at(7);
        assertThat(heard.revocations).isEmpty();
        toldAfterARestart();
        at(9);
        assertThat(heard.revocations).hasSize(1);
        toldAfterARestart();
    }

    /** Runs the only job from its first second until it reports that it has spent so long on restore and checkpoint. */
    private void reportedAt(double second, Duration overhead) throws Exception {
        String red = register("red");
        at(0.85);
        Grant grant = granted(red);
        for (double beat = 1; beat < second; beat++) {
            at(beat);
            market.heartbeat(grant.id(), 1, Bytes.gibi(1));
        }
        at(second);
        Duration useful = Duration.ofSeconds(1);
        market.report(
                grant.id(),
                new SubjobEnd(SubjobEnd.Kind.YIELDED, "time", 10, useful, useful.plus(overhead), Bytes.gibi(1)));
    }

    @Test
    void whatIsShorterThanRestoreAndCheckpointIsNotOffered() throws Exception {
        reportedAt(4.5, Duration.ofSeconds(3));
        at(6.9);
        assertThat(heard.offers).hasSize(1);
    }

    @Test
    void whatIsAsLongAsTheShortestWindowIsOfferedAgain() throws Exception {
        reportedAt(6.5, Duration.ofMillis(200));
        assertThat(heard.endings).extracting(it -> it.early()).containsExactly(true);
        assertThat(heard.offers).hasSize(2);
    }
}
