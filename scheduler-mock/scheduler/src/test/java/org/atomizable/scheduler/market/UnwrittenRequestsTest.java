package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.RowsInMemory;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.change.Along;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.incarnation.Incarnation;
import org.atomizable.scheduler.market.job.JobFacts;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.market.job.JobState;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each request to a market whose disk is full: while it is full, when there is room again, and after a restart. */
class UnwrittenRequestsTest {

    private final VirtualTime time = VirtualTime.create();
    private final Instant start = time.now();
    private final OneSlice device = new OneSlice(Interval.of(start.plusSeconds(600), Duration.ofSeconds(6)));
    private final RowsInMemory journal = new RowsInMemory();
    private final LateJournalWriter scribe = new LateJournalWriter(journal);
    private Market market;

    @BeforeEach
    void open() throws Exception {
        market = resumed();
    }

    private Market resumed() throws Exception {
        return Market.resume(
                time,
                device,
                new MarketRules(
                        OfferRules.DEFAULT,
                        SelectionPolicy.usual(),
                        new LeaseRules(Duration.ofSeconds(2), Duration.ofMillis(100)),
                        10),
                new Silent(),
                Observer.NONE,
                Incarnation.begin(journal, time.now()),
                scribe);
    }

    private static JobRequest request(Optional<String> key) {
        return new JobRequest("red", Mode.SJA, "t", 0, Optional.empty(), Optional.of(1000L), 0, key);
    }

    private static <T> Along<T> audited() {
        return (did, done) -> List.of(new Change(Table.AUDIT, did, Optional.of("\"" + did + "\"")));
    }

    private static void assertNotWritten(ThrowingCallable action) {
        MarketTest.assertRefused(Refused.Reason.NOT_WRITTEN, action);
    }

    private List<String> states(Market asked) {
        return asked.jobs().stream().map(it -> it.state().toString()).toList();
    }

    private Map<String, String> audit() {
        return journal.all(Table.AUDIT);
    }

    @Test
    void aRegistrationThatIsRepeatedWithItsKeyMeetsOneAndTheSameJob() throws Exception {
        scribe.fill();
        assertNotWritten(() -> market.register(request(Optional.of("k")), FencingToken.NONE, audited()));
        assertThat(journal.all(Table.JOB)).isEmpty();
        scribe.makeRoom();

        Along<JobFacts> nothing = (did, done) -> fail("nothing was done");
        String job = market.register(request(Optional.of("k")), FencingToken.NONE, nothing)
                .id();

        assertThat(market.jobs()).extracting(JobFacts::id).containsExactly(job);
        assertThat(journal.all(Table.JOB)).containsOnlyKeys(job);
        assertThat(audit()).containsKey("registered");
        assertThat(resumed()
                        .register(request(Optional.of("k")), FencingToken.NONE, nothing)
                        .id())
                .as("in the next life")
                .isEqualTo(job);
    }

    @Test
    void aRegistrationWithoutAKeyIsUndoneIfItsCallerIsToldThatItWasNotWritten() throws Exception {
        scribe.fill();
        assertNotWritten(() -> market.register(request(Optional.empty()), FencingToken.NONE, audited()));
        scribe.makeRoom();

        assertThat(states(market)).containsExactly("WITHDRAWN");
        assertThat(states(resumed())).containsExactly("WITHDRAWN");
        assertThat(audit()).containsOnlyKeys("registered", "undid");
    }

    @Test
    void whatIsRegisteredHasItsAuditEntryInTheSameTransaction() throws Exception {
        scribe.fill();
        assertNotWritten(() -> market.register(request(Optional.of("k")), FencingToken.NONE, audited()));
        assertThat(audit()).isEmpty();
        assertThat(journal.all(Table.JOB)).isEmpty();

        scribe.makeRoom();

        assertThat(audit()).containsOnlyKeys("registered");
        assertThat(journal.all(Table.JOB)).hasSize(1);
    }

    @Test
    void aWithdrawalHasItsEntryToo() throws Exception {
        String job = market.register(request(Optional.of("k")), FencingToken.NONE, Along.nothing())
                .id();
        scribe.fill();
        assertNotWritten(() -> market.withdraw(job, "ops", audited()));
        scribe.makeRoom();

        assertThat(states(resumed())).containsExactly("WITHDRAWN");
        assertThat(audit()).containsOnlyKeys("withdrew");
        assertThat(market.withdraw(job, "ops", (did, done) -> fail("nothing was done"))
                        .state())
                .isEqualTo(JobState.WITHDRAWN);
    }

    @Test
    void aReservationThatWasNotWrittenIsUndoneAndCanBeMadeAgain() throws Exception {
        Instant to = start.plusSeconds(60);
        scribe.fill();
        assertNotWritten(() -> market.reserve(OneSlice.SLICE.id(), "fan", start, to, audited()));
        scribe.makeRoom();
        assertThat(market.bookings()).isEmpty();
        assertThat(journal.all(Table.RESERVATION)).isEmpty();
        assertThat(audit()).containsOnlyKeys("reserved", "undid");

        Reservation made = market.reserve(OneSlice.SLICE.id(), "fan", start, to, audited());

        scribe.fill();
        assertNotWritten(() -> market.reserve(OneSlice.SLICE.id(), "fan", start, to, audited()));
        scribe.makeRoom();
        assertThat(market.bookings()).as("a repeated one undoes nothing").containsExactly(made);
    }

    @Test
    void aCancellationThatWasNotWrittenIsOnceThereIsRoom() throws Exception {
        String id = market.reserve(OneSlice.SLICE.id(), "fan", start, start.plusSeconds(60), Along.nothing())
                .id();
        scribe.fill();
        assertNotWritten(() -> market.cancel(id, audited()));
        assertThat(journal.all(Table.RESERVATION)).containsOnlyKeys(id);
        scribe.makeRoom();

        assertThat(resumed().bookings()).isEmpty();
        assertThat(audit()).containsOnlyKeys("cancelled");
    }
}
