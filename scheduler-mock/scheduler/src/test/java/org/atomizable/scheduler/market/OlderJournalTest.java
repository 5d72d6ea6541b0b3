package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.incarnation.Incarnation;
import org.atomizable.scheduler.market.job.JobFacts;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.market.job.JobState;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A journal that commit 782b61e wrote, before the market was divided into packages. Its scheduler was killed while job
 * "pi" held a grant that it had won by a bid.
 */
class OlderJournalTest {

    private static final Slice SLICE = new Slice("gpu0.0", new SliceKind("3g.20gb"), new Bytes(20_937_965_568L));
    private static final String GRANT = "grant-1-16";
    private static final long TOKEN = 1_795_374_575_435L;

    @TempDir
    Path directory;

    private final VirtualTime time = VirtualTime.startingAt(Instant.parse("2026-11-22T19:09:49Z"));
    private final Silent heard = new Silent();
    private SqliteJournal journal;
    private Market market;

    @BeforeEach
    void resume() throws Exception {
        Path file =
                Files.copy(Path.of("src/test/resources/journals/before-modules.db"), directory.resolve("journal.db"));
        journal = SqliteJournal.open(file, time);
        market = Market.resume(
                time,
                new AlwaysFree(List.of(SLICE)),
                new MarketRules(OfferRules.DEFAULT, SelectionPolicy.usual(), LeaseRules.DEFAULT, 10),
                heard,
                Observer.NONE,
                Incarnation.begin(journal, time.now()),
                JournalWriter.atOnce(journal));
    }

    @AfterEach
    void close() {
        market.close();
        journal.close();
    }

    private JobFacts job(String name) {
        return market.jobs().stream()
                .filter(it -> it.request().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void jobsGrantsAndReservationsAreThere() {
        assertThat(job("waiting").request().mode()).isEqualTo(Mode.SJA);
        assertThat(job("waiting").request().tenant()).isEqualTo("red");
        assertThat(job("waiting").state()).isEqualTo(JobState.WAITING);
        assertThat(job("pi").request().mode()).isEqualTo(Mode.JASDA);
        assertThat(job("pi").state()).isEqualTo(JobState.RUNNING);
        assertThat(job("pi").newestToken()).isEqualTo(new FencingToken(TOKEN));
        assertThat(market.bookings()).extracting(Reservation::label).containsExactly("nightly");
    }

    @Test
    void theGrantThatWasHeldCanBeReportedAndItsDeclarationIsJudged() throws Exception {
        market.report(
                GRANT,
                new SubjobEnd(
                        SubjobEnd.Kind.YIELDED,
                        "all-atoms-done",
                        10,
                        Duration.ofMillis(100),
                        Duration.ofMillis(200),
                        Bytes.mebi(1)));

        assertThat(job("pi").nextAtom()).isEqualTo(10);
        assertThat(job("pi").state()).isEqualTo(JobState.WAITING);
        // It had declared 146 atoms.
        assertThat(job("pi").reliability()).isLessThan(1);
    }

    @Test
    void theTokenOfTheNextGrantIsGreater() throws Exception {
        market.withdraw(job("waiting").id(), "this test");
        JobRequest again =
                new JobRequest("pi", Mode.SJA, "nobody", 0, Optional.empty(), Optional.of(400L), 0, Optional.empty());
        String pi = market.register(again).id();
        while (heard.offers.isEmpty()) {
            // The worker of the old grant may run yet.
            time.advance(Duration.ofMillis(100));
        }
        Window window = heard.offers.get(heard.offers.size() - 1);
        Duration useful = window.length().dividedBy(2);

        market.answer(window.id(), Signals.of(pi, true, 5, useful, useful.plusMillis(10), "fits"));

        Grant next = heard.grants.get(heard.grants.size() - 1);
        assertThat(next.id()).isNotEqualTo(GRANT);
        assertThat(next.token().value()).isGreaterThan(TOKEN);
    }
}
