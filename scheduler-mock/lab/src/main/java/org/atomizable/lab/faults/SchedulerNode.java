package org.atomizable.lab.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.core.agent.Places;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.MarketRules;
import org.atomizable.scheduler.market.event.GrantEnded;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.incarnation.Incarnation;
import org.atomizable.scheduler.market.job.JobEnd;
import org.atomizable.scheduler.market.job.JobFacts;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.server.Messages;

/** The scheduler: the real market, which is killed and recovers from its journal. */
final class SchedulerNode implements Mailbox, Observer {

    static final OfferRules OFFERS = OfferRules.DEFAULT;
    private static final LeaseRules LEASES = new LeaseRules(Duration.ofSeconds(3), Duration.ofMillis(100));
    private static final int MOST_JOBS = 100;
    private static final String WHO = "scheduler";

    private final World world;
    private final SliceSource slices;
    private final NodeClock node;
    private final SplittableRandom chance;
    private final JournalRows rows = new JournalRows();
    private final BiConsumer<String, EventMessage> events;
    private final Map<String, Grant> told = new HashMap<>();
    private final Ages ages;
    private NodeClock clock;
    private Optional<Market> market = Optional.empty();
    private Optional<VirtualWriter> writer = Optional.empty();
    private long numbers;
    private Duration downFor = Duration.ofSeconds(1);
    private boolean clockWasSet;
    private boolean countIsLost;

    SchedulerNode(World world, SliceSource slices, NodeClock node, BiConsumer<String, EventMessage> events) {
        this.world = world;
        this.slices = slices;
        this.node = node;
        this.clock = node;
        this.events = events;
        this.chance = world.scenario().stream("journal");
        this.ages = new Ages(world.witness());
    }

    private MarketRules rules() {
        SelectionPolicy policy = world.seams().of(SelectionPolicy.class, SelectionPolicy.usual());
        return new MarketRules(OFFERS, ages.watching(policy), LEASES, MOST_JOBS);
    }

    void start() {
        clock = node.anchored();
        if (clockWasSet) {
            ages.restart();
            clockWasSet = false;
        }
        VirtualWriter made = new VirtualWriter(world.time(), rows, chance, this::die);
        writer = Optional.of(made);
        try {
            if (countIsLost) {
                world.witness().losesCount(clock.now());
                countIsLost = false;
            }
            Incarnation life = Incarnation.begin(world.seams().of(Journal.class, rows), clock.now());
            world.log().mark(WHO, 's', "starts for the %s. time", life.number());
            market = Optional.of(Market.resume(
                    clock, slices, rules(), this, this, life, world.seams().of(JournalWriter.class, made)));
        } catch (JournalException defect) {
            throw new IllegalStateException(defect);
        }
    }

    /** Returns the market, if the scheduler is there. */
    Optional<Market> market() {
        return market;
    }

    /** Returns where it can offer windows. */
    Places places() {
        return new Places(slices.slices(), OFFERS.limit());
    }

    /** Returns what its clock shows. */
    Instant now() {
        return clock.now();
    }

    /** Returns what its journal has made durable. */
    JournalRows rows() {
        return rows;
    }

    void fail(boolean journal) {
        writer.ifPresent(it -> it.fail(journal));
    }

    /** Sets the clock of its node to this much later than at the start; it sees that when it starts again. */
    void setClock(Duration later) {
        node.set(later);
        clockWasSet = true;
        world.witness().clockSet();
    }

    /** It dies now or of its next write, and is started again. */
    void crash(int how, Duration down) {
        downFor = down;
        if (how % 3 == 1) {
            writer.ifPresent(it -> it.dieAtNextWrite(VirtualWriter.Death.BEFORE_WRITING));
        } else if (how % 3 == 2) {
            writer.ifPresent(it -> it.dieAtNextWrite(VirtualWriter.Death.BEFORE_TELLING));
        } else {
            die();
        }
    }

    /** It dies now, and is started again from an older journal. */
    void putBack(JournalRows older, JournalRows.Copied how, Duration down) {
        crash(0, down);
        rows.putBack(older, how);
        world.log().say(WHO, "has an older journal, %s", how);
        world.witness().forgets(grant -> rows.value(Table.LEASE, grant).isEmpty());
        countIsLost |= how == JournalRows.Copied.MOVED;
    }

    private void die() {
        market.ifPresent(dying -> {
            world.log().mark(WHO, 'x', "dies");
            boolean written = writer.filter(VirtualWriter::isIdle).isPresent();
            if (written) {
                compare(dying);
            }
            clock.stop();
            dying.close();
            writer.ifPresent(VirtualWriter::die);
            market = Optional.empty();
            world.time().schedule(downFor, this::start);
        });
    }

    /** Checks that a recovery from the journal now would give the present state. */
    private void compare(Market dying) {
        JournalRows copy = rows.copy();
        try (Market other = Market.resume(
                clock,
                slices,
                rules(),
                new Deaf(),
                Observer.NONE,
                Incarnation.begin(world.seams().of(Journal.class, copy), clock.now()),
                JournalWriter.atOnce(copy))) {
            List<String> before = facts(dying);
            List<String> after = facts(other);
            if (!before.equals(after)) {
                world.broken(Invariant.JOURNAL_IS_STATE, "recovered %s, but there was %s".formatted(after, before));
            }
        } catch (JournalException defect) {
            throw new IllegalStateException(defect);
        }
    }

    private static List<String> facts(Market market) {
        List<String> facts = new ArrayList<>();
        for (JobFacts job : market.jobs()) {
            // The first token of a job, and that of one that is forgotten, is above those of earlier processes.
            boolean none = job.part().grants() == 0 || !job.state().active();
            long token = none ? 0 : job.newestToken().value();
            facts.add("%s %s next %s token %s peak %s safe point %s"
                    .formatted(job.id(), job.state(), job.nextAtom(), token, job.peak(), job.safePoint()));
        }
        return facts;
    }

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        numbers++;
        events.accept(job, new EventMessage(numbers, "window", Messages.offered(window, answersBy), null, null));
    }

    @Override
    public void granted(String job, Grant grant) {
        numbers++;
        Grant before = told.putIfAbsent(grant.id(), grant);
        if (before != null && !before.equals(grant)) {
            world.broken(Invariant.NO_DEFECT, "%s and %s have one id".formatted(before, grant));
        }
        world.log()
                .mark(
                        WHO,
                        'g',
                        "grants %s on %s to %s, token %s, %s to %s",
                        grant.id(),
                        grant.slice().id(),
                        job,
                        grant.token().value(),
                        grant.starts(),
                        grant.ends());
        if (rows.value(Table.LEASE, grant.id()).isEmpty()) {
            world.broken(Invariant.WRITTEN_FIRST, "%s is told, and not in the journal".formatted(grant.id()));
        }
        if (before == null) {
            world.witness().granted(name(job), grant, clock.off());
            ages.wins(job, grant.starts());
        }
        events.accept(job, new EventMessage(numbers, "grant", null, Messages.issued(grant), null));
    }

    private String name(String job) {
        String row = rows.value(Table.JOB, job);
        int at = row.indexOf("\"name\":\"job-");
        return at < 0 ? job : row.substring(at + 8, row.indexOf('"', at + 8));
    }

    @Override
    public void revoked(String job, String grant, LeaseEvent why) {
        numbers++;
        world.log().mark(WHO, 'r', "revokes %s of %s: %s", grant, job, why);
        events.accept(job, new EventMessage(numbers, "revoked", null, null, Messages.revoked(grant, why)));
    }

    @Override
    public void ended(String job, JobEnd end) {
        numbers++;
        world.log().say(WHO, "ends %s: %s", job, end.how());
        events.accept(job, new EventMessage(numbers, "ended", null, null, null, Messages.ended(end)));
    }

    @Override
    public void forgotten(String job) {
        world.log().say(WHO, "forgets %s", job);
    }

    @Override
    public void ended(GrantEnded ended) {
        boolean reported = ended.lease().end().isPresent();
        world.witness().ended(ended.lease().grant().id(), reported);
    }

    /** Hears nothing. */
    private static final class Deaf implements Mailbox {
        @Override
        public void offered(String job, Window window, Instant answersBy) {}

        @Override
        public void granted(String job, Grant grant) {}

        @Override
        public void revoked(String job, String grant, LeaseEvent why) {}

        @Override
        public void forgotten(String job) {}
    }
}
