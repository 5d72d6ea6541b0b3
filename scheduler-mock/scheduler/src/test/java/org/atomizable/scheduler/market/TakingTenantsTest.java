package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.Bytes;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.journal.RowsInMemory;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.answer.Bids;
import org.atomizable.scheduler.market.answer.JobAnswer;
import org.atomizable.scheduler.market.answer.Signal;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.event.GrantEnded;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.incarnation.Incarnation;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One tenant's jobs hold slices and commit nothing, beside those of one that works. */
class TakingTenantsTest {

    private static final double A_MILLISECOND = 1e-3 / 600;
    private static final String TAKER = "taker";
    private static final String WORKER = "worker";
    private static final LeaseRules LEASES = new LeaseRules(Duration.ofMinutes(1), Duration.ofMillis(100));

    /** How the taker goes about it. */
    enum Way {
        /** Its jobs never know their time per atom. */
        FIRST_LOOKS,
        /** Each lease is that of a job that was registered for it. */
        NEW_NAMES,
        /** Its jobs promise much, and fail. */
        FAILS,
        /** Its jobs say nothing until their leases end. */
        SILENT
    }

    private final VirtualTime time = VirtualTime.create();
    private final RowsInMemory rows = new RowsInMemory();
    private final Map<String, Double> held = new HashMap<>();
    private Mode mode = Mode.SJA;
    private Way way = Way.SILENT;
    private int registered;
    private Market market;

    private final Silent mailbox = new Silent() {
        @Override
        public void offered(String job, Window window, Instant answersBy) {
            time.schedule(Duration.ofMillis(1), () -> answer(job, window));
        }

        @Override
        public void granted(String job, Grant grant) {
            Duration until = Duration.between(time.now(), grant.ends()).minusMillis(50);
            time.schedule(Duration.ofMillis(1), () -> accept(job, grant));
            time.schedule(until, () -> report(job, grant));
        }
    };

    private final Set<String> leftOut = new HashSet<>();

    private final Observer observer = new Observer() {
        @Override
        public void cleared(Cleared cleared) {
            cleared.asked().heard().stream()
                    .filter(it -> it.because().contains("left out"))
                    .forEach(it -> leftOut.add(it.tenant()));
        }

        @Override
        public void ended(GrantEnded ended) {
            Duration length = Duration.between(
                    ended.lease().grant().starts(),
                    ended.lease().ended().orElseThrow().at());
            held.merge(ended.tenant(), length.toMillis() / 1e3, Double::sum);
        }
    };

    @ParameterizedTest
    @CsvSource({
        "SJA, FIRST_LOOKS", "SJA, NEW_NAMES", "SJA, FAILS", "SJA, SILENT",
        "JASDA, FIRST_LOOKS", "JASDA, NEW_NAMES", "JASDA, FAILS", "JASDA, SILENT"
    })
    void whoOnlyTakesGetsNoMoreThanItsShare(Mode by, Way taking) throws Exception {
        mode = by;
        way = taking;
        open();
        for (int i = 0; i < 3; i++) {
            register(WORKER);
            register(TAKER);
        }
        // Until three leases of its are over, nothing is known of it.
        time.advance(Duration.ofMinutes(2));
        held.clear();
        time.advance(Duration.ofMinutes(20));
        assertShared();
        assertThat(leftOut).as("whom explanations of windows name").containsExactly(TAKER);
        // What is known of it outlives the scheduler.
        market.close();
        open();
        held.clear();
        time.advance(Duration.ofMinutes(20));
        assertShared();
        market.close();
    }

    private void assertShared() {
        double share = held.getOrDefault(TAKER, 0.0) / (held.getOrDefault(TAKER, 0.0) + held.getOrDefault(WORKER, 0.0));
        assertThat(share)
                .as("the taker's part of all lease seconds: %s", held)
                .isLessThanOrEqualTo(0.5 + A_MILLISECOND);
    }

    @ParameterizedTest
    @CsvSource({"SJA", "JASDA"})
    void whereNobodyElseWantsWindowsTheyAreItsOwn(Mode by) throws Exception {
        mode = by;
        way = Way.FAILS;
        open();
        register(TAKER);
        register(TAKER);
        time.advance(Duration.ofMinutes(5));
        assertThat(held.get(TAKER)).isGreaterThan(200);
        assertThat(leftOut).isEmpty();
        market.close();
    }

    private void open() throws Exception {
        market = Market.resume(
                time,
                new AlwaysFree(List.of(OneSlice.SLICE)),
                new MarketRules(OfferRules.DEFAULT, SelectionPolicy.usual(), LEASES, 100),
                mailbox,
                observer,
                Incarnation.begin(rows, time.now()),
                JournalWriter.atOnce(rows));
    }

    private void register(String tenant) throws Refused {
        String name = tenant + "-" + registered++;
        market.register(
                new JobRequest(name, mode, tenant, 0, Optional.empty(), Optional.of(1000_000L), 0, Optional.empty()));
    }

    private boolean takes(String job) throws Refused {
        return market.job(job).request().tenant().equals(TAKER);
    }

    private void answer(String job, Window window) {
        try {
            boolean look = takes(job) && way != Way.FAILS;
            Duration total = window.length().minusMillis(200);
            Duration useful = total.minusMillis(takes(job) ? 1 : 500);
            JobAnswer answer = mode == Mode.SJA
                    ? new Signal(job, true, takes(job) ? 1000 : 10, useful, total, "fits", Optional.empty(), look)
                    : new Bids(job, List.of(variant(job, total, useful, look)), "fits");
            market.answer(window.id(), answer);
        } catch (Refused late) {
            // Somebody else has got it.
        }
    }

    private BidVariant variant(String job, Duration total, Duration useful, boolean look) throws Refused {
        double worth = (double) useful.toNanos() / total.toNanos();
        return new BidVariant(
                "v",
                Optional.empty(),
                market.job(job).nextAtom(),
                10,
                Duration.ZERO,
                total,
                Bytes.mebi(100),
                useful.toMillis() / 1e3,
                new Features<>(Map.of(JobFeature.USEFUL_SHARE, worth)),
                worth,
                look);
    }

    private void accept(String job, Grant grant) {
        try {
            if (!takes(job) || way == Way.FAILS) {
                Instant from = time.now().isAfter(grant.starts()) ? time.now() : grant.starts();
                Duration total = Duration.between(from, grant.ends()).minusMillis(100);
                market.accept(grant.id(), new Acceptance(market.job(job).nextAtom(), 10, Bytes.mebi(100), total));
            }
        } catch (Refused over) {
            // The lease ended meanwhile.
        }
    }

    private void report(String job, Grant grant) {
        try {
            boolean takes = takes(job);
            if (takes && way == Way.NEW_NAMES) {
                market.withdraw(job, TAKER);
                register(TAKER);
            } else if (!takes || way != Way.SILENT) {
                long next = market.job(job).nextAtom() + (takes ? 0 : 10);
                SubjobEnd.Kind kind = takes ? SubjobEnd.Kind.FAILED : SubjobEnd.Kind.YIELDED;
                Duration took = Duration.ofSeconds(1);
                market.report(grant.id(), new SubjobEnd(kind, "", next, took, took, Bytes.mebi(100)));
            }
        } catch (Refused over) {
            // The lease had ended.
        }
    }
}
