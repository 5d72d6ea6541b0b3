package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.clear.WeightedRemaining;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.journal.RowsInMemory;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.answer.Signal;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.incarnation.Incarnation;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One slice that is always free, and jobs that are slower than they say. */
class DoubtedJobsTest {

    private static final LeaseRules LEASES = new LeaseRules(Duration.ofMinutes(1), Duration.ofMillis(100));

    private static final Duration OVERHEAD = Duration.ofMillis(100);

    private final VirtualTime time = VirtualTime.create();
    private final RowsInMemory rows = new RowsInMemory();
    private final Map<String, Says> says = new HashMap<>();
    private final Set<String> granted = new HashSet<>();
    private final List<String> winners = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();
    private Market market;

    /** How long a hundred atoms take, in seconds, by a job's own words and in truth. */
    private record Says(double seconds, double truth, boolean firstLook) {}

    private final Silent mailbox = new Silent() {
        @Override
        public void offered(String job, Window window, Instant answersBy) {
            time.schedule(Duration.ofMillis(1), () -> answer(job, window));
        }

        @Override
        public void granted(String job, Grant grant) {
            // After a restart it is told again.
            if (granted.add(grant.id())) {
                time.schedule(Duration.between(time.now(), grant.starts()), () -> run(job, grant));
            }
        }
    };

    private final Observer observer = new Observer() {
        @Override
        public void cleared(Cleared cleared) {
            cleared.winners().forEach(it -> {
                winners.add(it.job());
                reasons.add(cleared.why());
            });
        }
    };

    @BeforeEach
    void open() throws Exception {
        market = market(SelectionPolicy.usual());
    }

    @AfterEach
    void close() {
        market.close();
    }

    private Market market(SelectionPolicy policy) throws Exception {
        return Market.resume(
                time,
                new AlwaysFree(List.of(OneSlice.SLICE)),
                new MarketRules(OfferRules.DEFAULT, policy, LEASES, 10),
                mailbox,
                observer,
                Incarnation.begin(rows, time.now()),
                JournalWriter.atOnce(rows));
    }

    private void register(String name, String tenant, Says word) throws Refused {
        says.put(name, word);
        market.register(
                new JobRequest(name, Mode.SJA, tenant, 0, Optional.empty(), Optional.of(1000L), 0, Optional.empty()));
    }

    private Says says(String job) throws Refused {
        return says.get(market.job(job).request().name());
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    private void answer(String job, Window window) {
        try {
            Says word = says(job);
            Duration useful = seconds(word.seconds());
            Duration total = useful.plus(OVERHEAD);
            Optional<Bytes> needed = Optional.empty();
            market.answer(window.id(), new Signal(job, true, 100, useful, total, "fits", needed, word.firstLook()));
        } catch (Refused late) {
            // The scheduler was started again, or the job was.
        }
    }

    private void run(String job, Grant grant) {
        try {
            long next = market.job(job).nextAtom() + 100;
            Duration took = seconds(says(job).truth()).plus(OVERHEAD);
            SubjobEnd.Kind kind = next == 1000 ? SubjobEnd.Kind.FINISHED : SubjobEnd.Kind.YIELDED;
            SubjobEnd end = new SubjobEnd(kind, "", next, took.minus(OVERHEAD), took, Bytes.gibi(1));
            time.schedule(took, () -> report(grant, end));
        } catch (Refused unexpected) {
            throw new IllegalStateException("an orderly job was refused", unexpected);
        }
    }

    private void report(Grant grant, SubjobEnd end) {
        try {
            market.report(grant.id(), end);
        } catch (Refused lost) {
            // The job was registered again.
        }
    }

    private void registerLiarAndHonest() throws Refused {
        register("liar", "t", new Says(0.1, 3.9, false));
        register("honest", "t", new Says(1, 1, false));
    }

    @Test
    void whoUnderstatesIsFoundOutByItsFirstLease() throws Exception {
        registerLiarAndHonest();
        time.advance(Duration.ofMinutes(1));
        assertThat(winners.get(0)).isEqualTo("liar");
        assertThat(winners.subList(1, 11)).containsOnly("honest");
        assertThat(reasons.get(0)).isEqualTo("least work left, 1 s, of 2");
        assertThat(reasons.get(1)).isEqualTo("least work left, 10 s, of 2");
        // Of 3.9 s in a window of 10 s, 2 · (3.9 s - 2.5 s) are evident, where 0.1 s were said.
        assertThat(reasons.get(11)).isEqualTo("least work left, 25 s (28.0 times its own estimate), of 1");
    }

    @Test
    void aRestartOfTheSchedulerForgetsNeitherTheClaimNorTheDoubt() throws Exception {
        registerLiarAndHonest();
        for (int restart = 0; restart < 8; restart++) {
            time.advance(Duration.ofMillis(1500));
            market.close();
            market = market(SelectionPolicy.usual());
        }
        assertThat(winners).hasSizeGreaterThan(4);
        assertThat(winners.get(0)).isEqualTo("liar");
        assertThat(winners.subList(1, winners.size())).containsOnly("honest");
    }

    @Test
    void anAgentThatStartsAgainIsNoNewJob() throws Exception {
        register("liar", "t", new Says(0.1, 3.9, false));
        time.advance(Duration.ofSeconds(5));
        int before = reasons.size();
        register("liar", "t", new Says(0.1, 3.9, false));
        time.advance(Duration.ofSeconds(1));
        assertThat(reasons.get(before)).contains("(28.0 times its own estimate)");
    }

    @Test
    void firstLooksAreServedFirstForThreeGrants() throws Exception {
        register("look", "t", new Says(1, 1, true));
        register("short", "t", new Says(0.1, 0.1, false));
        time.advance(Duration.ofSeconds(10));
        assertThat(winners).startsWith("look", "look", "look", "short");
    }

    @Test
    void aWeightedPolicyPrefersTheTenantThatHasHadLess() throws Exception {
        market.close();
        market = market(new WeightedRemaining());
        register("rich", "a", new Says(1, 1, false));
        register("poor", "b", new Says(1.5, 1.5, false));
        time.advance(Duration.ofSeconds(5));
        assertThat(winners).startsWith("rich", "poor");
        assertThat(reasons.get(0)).isEqualTo("least work left for its weight, 10 s for 2.00, of 2");
        assertThat(reasons.get(1)).isEqualTo("least work left for its weight, 15 s for 2.00, of 2");
    }
}
