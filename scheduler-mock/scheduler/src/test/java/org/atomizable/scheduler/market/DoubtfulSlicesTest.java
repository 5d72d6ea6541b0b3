package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.journal.RowsInMemory;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.LeaseState;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.incarnation.Incarnation;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedulers that follow each other on one journal, each by a clock of its own. A worker of an earlier one may still run. */
class DoubtfulSlicesTest {

    private static final Instant BEGIN = VirtualTime.create().now().plus(Duration.ofDays(1));

    private final RowsInMemory rows = new RowsInMemory();
    private VirtualTime time = VirtualTime.create();
    private final Silent heard = new Silent();
    private Optional<Market> market = Optional.empty();

    /** The next scheduler starts, by a clock that shows so much more than the beginning. */
    private Market starts(Duration later) throws Exception {
        market.ifPresent(Market::close);
        time = VirtualTime.startingAt(BEGIN.plus(later));
        heard.offers.clear();
        Market started = Market.resume(
                time,
                new OneSlice(Interval.of(time.now(), Duration.ofHours(5))),
                new MarketRules(
                        OfferRules.DEFAULT,
                        SelectionPolicy.usual(),
                        new LeaseRules(Duration.ofSeconds(2), Duration.ofMillis(100)),
                        5),
                heard,
                Observer.NONE,
                Incarnation.begin(rows, time.now()),
                JournalWriter.atOnce(rows));
        market = Optional.of(started);
        return started;
    }

    @AfterEach
    void close() {
        market.ifPresent(Market::close);
    }

    private String register(String name) throws Refused {
        JobRequest request =
                new JobRequest(name, Mode.SJA, "lab", 0, Optional.empty(), Optional.of(1000L), 0, Optional.of(name));
        return market.orElseThrow().register(request).id();
    }

    /** The only job wins a window, and runs for half a second. */
    private Grant running() throws Refused {
        String job = register("red");
        while (heard.offers.isEmpty()) {
            time.advance(Duration.ofMillis(10));
        }
        Duration useful = Duration.ofSeconds(2);
        Market now = market.orElseThrow();
        now.answer(heard.offers.get(0).id(), Signals.of(job, true, 10, useful, useful, "fits"));
        Grant grant = heard.grants.get(0);
        time.advanceTo(grant.starts().plusMillis(500));
        now.accept(grant.id(), new Acceptance(0, 10, Bytes.gibi(1), useful));
        return grant;
    }

    private static Duration length(Grant grant) {
        return Duration.between(grant.starts(), grant.ends());
    }

    /** Nothing is offered that opens within so long from now. */
    private void assertTakenFor(Duration length) {
        Instant from = time.now();
        time.advance(length.plusSeconds(20));
        assertThat(heard.offers)
                .isNotEmpty()
                .allSatisfy(it -> assertThat(it.opens()).isAfterOrEqualTo(from.plus(length)));
    }

    private void assertFree() {
        time.advance(Duration.ofSeconds(1));
        assertThat(heard.offers).isNotEmpty();
    }

    /** The second scheduler hears nothing of the holder and gives the lease up; the third one starts while it may run. */
    @ParameterizedTest
    @ValueSource(longs = {-3600, -5, 0, 3600})
    void aSliceStaysTakenThroughASecondStartByWhateverClockItsLeaseWasGiven(long seconds) throws Exception {
        starts(Duration.ofSeconds(seconds));
        Grant grant = running();
        starts(Duration.ofSeconds(1));
        register("blue");
        time.advance(Duration.ofMillis(4500));
        assertThat(heard.offers).isEmpty();

        starts(Duration.ofSeconds(6));

        assertTakenFor(length(grant));
    }

    @ParameterizedTest
    @ValueSource(longs = {-3600, 3600})
    void aSliceIsFreeForTheNextSchedulersOnceItsHolderHasSaidSo(long seconds) throws Exception {
        starts(Duration.ofSeconds(seconds));
        Grant grant = running();
        Market second = starts(Duration.ofSeconds(1));
        register("blue");
        time.advance(Duration.ofMillis(4500));
        SubjobEnd end = new SubjobEnd(
                SubjobEnd.Kind.YIELDED, "time", 0, Duration.ofSeconds(1), Duration.ofSeconds(2), Bytes.gibi(1));
        assertThatThrownBy(() -> second.report(grant.id(), end)).hasMessageContaining("has ended");

        starts(Duration.ofSeconds(6));

        assertFree();
    }

    @Test
    void aSliceIsFreeForTheNextSchedulersOnceOneHasWaited() throws Exception {
        starts(Duration.ofHours(-1));
        Grant grant = running();
        starts(Duration.ofSeconds(1));
        register("blue");
        time.advance(length(grant).plusSeconds(1));

        starts(Duration.ofSeconds(20));

        assertFree();
    }

    @ParameterizedTest
    @ValueSource(longs = {-3600, 0})
    void aLeaseOfAJobThatWasWithdrawnMayRunYetWhenTheNextSchedulerStarts(long seconds) throws Exception {
        Market first = starts(Duration.ofSeconds(seconds));
        Grant grant = running();
        first.withdraw(register("red"), "this test");

        starts(Duration.ofSeconds(1));
        register("blue");

        assertTakenFor(length(grant));
    }

    @Test
    void aLeaseThatWasWithdrawnIsOverAtItsEnd() throws Exception {
        Market first = starts(Duration.ZERO);
        Grant grant = running();
        first.withdraw(register("red"), "this test");
        register("blue");
        time.advanceTo(grant.ends().plusSeconds(1));

        starts(Duration.ofHours(-1));

        assertFree();
    }

    @Test
    void leasesThatWereTakenBackTogetherCountTogether() {
        Instant now = BEGIN.plus(Duration.ofHours(1));
        List<Lease> kept = List.of(takenBack("one", 0, 5), takenBack("two", 5, 8));
        DoubtfulSlices doubtful = new DoubtfulSlices();

        doubtful.begin(kept, Duration.ofSeconds(1), now);

        assertThat(doubtful.until()).containsExactly(Map.entry(OneSlice.SLICE.id(), now.plusSeconds(9)));
        assertThat(doubtful.reported("two")).isEmpty();
        assertThat(doubtful.reported("one")).contains(OneSlice.SLICE.id());
        assertThat(doubtful.until()).isEmpty();
    }

    private static Lease takenBack(String id, long from, long to) {
        Grant grant = new Grant(
                id,
                "window",
                OneSlice.SLICE,
                Bytes.gibi(1),
                BEGIN.plusSeconds(from),
                BEGIN.plusSeconds(to),
                new FencingToken(1),
                Duration.ofSeconds(2));
        return new Lease(
                grant,
                "red",
                LeaseState.REVOKED,
                BEGIN,
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Lease.Ended(BEGIN, LeaseEvent.WITHDRAW)),
                true);
    }
}
