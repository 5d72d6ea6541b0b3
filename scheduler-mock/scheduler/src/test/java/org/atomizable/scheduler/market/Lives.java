package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.incarnation.Incarnation;
import org.atomizable.scheduler.market.job.JobRequest;

/**
 * Well-meaning agents of a scheduler that is killed again and again, between any two of its writes, and resumed from its journal. The
 * laws are held against what agents were told, in whatever life.
 */
final class Lives implements Mailbox {

    private static final int LIKELY_DEATH = 25;

    /** What an agent believes to hold. */
    private static final class Held {
        final String job;
        final Grant grant;
        Instant heard;

        Held(String job, Grant grant, Instant heard) {
            this.job = job;
            this.grant = grant;
            this.heard = heard;
        }
    }

    private final TimeSource time;
    private final SliceSource source;
    private final MarketRules rules;
    private final Journal journal;
    private final Random chance;
    private final Map<String, Grant> everGranted = new HashMap<>();
    private final Map<String, Long> tokens = new HashMap<>();
    private final Map<String, Held> held = new HashMap<>();
    Market market;
    int lives;
    int reports;

    Lives(TimeSource time, SliceSource source, MarketRules rules, Journal journal, long seed) throws JournalException {
        this.time = time;
        this.source = source;
        this.rules = rules;
        this.journal = journal;
        this.chance = new Random(seed);
        this.market = resume();
    }

    private Market resume() throws JournalException {
        lives++;
        Instant now = time.now();
        held.values().forEach(it -> it.heard = now);
        return Market.resume(
                time, source, rules, this, Observer.NONE, Incarnation.begin(journal, time.now()), new Mortal());
    }

    /** Writes at once, or dies before it, or between the writing and the telling. */
    private final class Mortal implements JournalWriter {

        private boolean dead;

        @Override
        public Submitted submit(List<Change> changes, Runnable afterwards) {
            if (dead) {
                return Lives::unanswered;
            }
            boolean dies = !changes.isEmpty() && chance.nextInt(LIKELY_DEATH) == 0;
            try {
                if (dies && chance.nextBoolean()) {
                    die();
                    return Lives::unanswered;
                }
                journal.write(changes);
                if (dies) {
                    die();
                    return Lives::unanswered;
                }
            } catch (JournalException impossible) {
                throw new AssertionError(impossible);
            }
            afterwards.run();
            return () -> {};
        }

        private void die() {
            dead = true;
            time.schedule(Duration.ofMillis(chance.nextInt(3000)), Lives.this::rise);
        }

        @Override
        public boolean stuck() {
            return dead;
        }

        @Override
        public void close() {}
    }

    private static void unanswered() throws JournalException {
        throw JournalException.damaged(Table.META, "dead", new Exception("killed"));
    }

    private void rise() {
        try {
            market.close();
            market = resume();
        } catch (JournalException impossible) {
            throw new AssertionError(impossible);
        }
    }

    void register(String name) {
        JobRequest request = new JobRequest(
                name, Mode.SJA, "t", 0, Optional.empty(), Optional.of(1000L), 0, Optional.of("key of " + name));
        try {
            market.register(request);
        } catch (Refused unanswered) {
            // Again, with the same key, until it is known.
            time.schedule(Duration.ofMillis(500), () -> register(name));
        }
    }

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        Duration useful = window.length().dividedBy(2);
        time.schedule(
                Duration.ofMillis(10),
                () -> quietly(it ->
                        it.answer(window.id(), Signals.of(job, true, 5, useful, useful.plusMillis(10), "wants it"))));
    }

    @Override
    public void granted(String job, Grant grant) {
        Grant before = everGranted.putIfAbsent(grant.id(), grant);
        if (before != null) {
            assertThat(grant).as("told twice").isEqualTo(before);
            return;
        }
        long token = grant.token().value();
        Long newest = tokens.put(job, token);
        assertThat(newest == null || newest < token)
                .as("token %s of %s after %s", token, job, newest)
                .isTrue();
        Instant now = time.now();
        for (Held other : held.values()) {
            boolean overlaps = other.grant.ends().isAfter(grant.starts())
                    && (other.grant.slice().equals(grant.slice()) || other.job.equals(job));
            boolean mayBeLost = !other.heard.plus(other.grant.patience()).isAfter(now);
            assertThat(overlaps && !mayBeLost)
                    .as("%s of %s while %s of %s is held", grant, job, other.grant, other.job)
                    .isFalse();
        }
        held.put(grant.id(), new Held(job, grant, now));
        Duration length = Duration.between(grant.starts(), grant.ends());
        Duration until = Duration.between(now, grant.ends());
        Acceptance acceptance = new Acceptance(0, 5, Bytes.mebi(1), length.dividedBy(2));
        time.schedule(Duration.ofMillis(5), () -> say(grant, it -> it.accept(grant.id(), acceptance)));
        for (Duration beat = Duration.ofMillis(300); beat.compareTo(until) < 0; beat = beat.plusMillis(300)) {
            time.schedule(beat, () -> say(grant, it -> it.heartbeat(grant.id(), 0, Bytes.mebi(1))));
        }
        SubjobEnd end = new SubjobEnd(
                SubjobEnd.Kind.YIELDED, "", reports % 1000, Duration.ZERO, length.dividedBy(2), Bytes.mebi(1));
        time.schedule(until.multipliedBy(3).dividedBy(4), () -> report(grant, end));
    }

    private void report(Grant grant, SubjobEnd end) {
        // Whoever reports holds nothing any more, whether he is heard or not.
        if (held.remove(grant.id()) != null) {
            reportUntilAnswered(grant, end);
        }
    }

    private void reportUntilAnswered(Grant grant, SubjobEnd end) {
        try {
            market.report(grant.id(), end);
            reports++;
        } catch (Refused refused) {
            if (refused.reason() == Refused.Reason.NOT_WRITTEN) {
                time.schedule(Duration.ofMillis(200), () -> reportUntilAnswered(grant, end));
            }
        }
    }

    @Override
    public void revoked(String job, String grant, LeaseEvent why) {
        held.remove(grant);
    }

    @Override
    public void forgotten(String job) {}

    private interface Word {
        void to(Market market) throws Refused;
    }

    private void quietly(Word word) {
        try {
            word.to(market);
        } catch (Refused expected) {
            // The window of another life, or a dead scheduler.
        }
    }

    private void say(Grant grant, Word word) {
        Held mine = held.get(grant.id());
        if (mine == null) {
            return;
        }
        try {
            word.to(market);
            mine.heard = time.now();
        } catch (Refused refused) {
            if (refused.reason() != Refused.Reason.NOT_WRITTEN) {
                held.remove(grant.id());
            }
        }
    }
}
