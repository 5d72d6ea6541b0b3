package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.device.Repartitionable;
import org.atomizable.scheduler.device.Repartitions;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.device.Troubles;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.answer.JobAnswer;
import org.atomizable.scheduler.market.change.Along;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.incarnation.Incarnation;
import org.atomizable.scheduler.market.job.JobFacts;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.market.pressure.MemoryPressure;
import org.atomizable.scheduler.market.pressure.NodePressure;
import org.atomizable.scheduler.market.pressure.PressureRecord;

/**
 * The public entry point of a market. It handles requests of agents one at a time, and timers move it on by itself.
 *
 * <p>Safe for use by several threads. Everything happens under one lock, including the calls of mailbox and observer.
 * Repeating a call has no further effect (idempotent).
 */
public final class Market implements AutoCloseable {

    private final TimeSource time;
    private final SliceSource source;
    private final JournalWriter writer;
    private final MarketState state;
    private final MarketLoop loop;

    /** Opens a market that remembers nothing; nothing is announced before the first job registers. */
    public Market(TimeSource time, SliceSource source, MarketRules rules, Mailbox mailbox, Observer observer) {
        this(
                time,
                source,
                MarketState.of(time, source, rules, mailbox, observer, Incarnation.UNCOUNTED),
                JournalWriter.atOnce(Journal.none()));
    }

    private Market(TimeSource time, SliceSource source, MarketState state, JournalWriter writer) {
        this.time = time;
        this.source = source;
        this.writer = writer;
        this.state = state;
        this.loop = new MarketLoop(this, time, writer, state);
        if (source instanceof Repartitionable repartitionable) {
            repartitionable.whenRepartitioned(loop::tick);
        }
    }

    /**
     * Opens a market that continues from the end of a journal: jobs, grants, tokens and accounts are restored, and
     * windows are announced again. No message is sent before its change is written.
     *
     * @param writer writes into that journal; its creator closes it
     */
    public static Market resume(
            TimeSource time,
            SliceSource source,
            MarketRules rules,
            Mailbox mailbox,
            Observer observer,
            Incarnation incarnation,
            JournalWriter writer)
            throws JournalException {
        MarketState state = MarketState.of(time, source, rules, mailbox, observer, incarnation.number());
        Market market = new Market(time, source, state, writer);
        market.loop.restore(RecoveredState.read(incarnation.journal()));
        return market;
    }

    /**
     * Registers a job, or returns the one that was registered with the same key.
     *
     * <p>Within a tenant, a name belongs to the job that was registered last under it. An active job of the same name
     * is withdrawn and its grant is revoked. The tokens continue to increase, so that the older worker is fenced.
     */
    public JobFacts register(JobRequest request) throws Refused {
        return register(request, FencingToken.NONE, Along.nothing());
    }

    /**
     * Registers a job, and writes something along with it.
     *
     * @param seen the newest token that the job's store has seen: those of its grants are greater
     */
    public JobFacts register(JobRequest request, FencingToken seen, Along<JobFacts> along) throws Refused {
        Registrations registrations = state.requests().registrations();
        MarketLoop.Request<MarketLoop.Done<JobFacts>> registering = now -> {
            boolean anew = !registrations.knows(request);
            return new MarketLoop.Done<>(registrations.register(request, seen, now), anew);
        };
        if (request.key().isPresent()) {
            return loop.moving("registered", along, registering);
        }
        // Without a key the caller cannot ask for the same job again, so it must not stay.
        return loop.moving(
                "registered",
                along,
                registering,
                (job, now) -> registrations.withdraw(job.id(), "the scheduler, which could not write it down", now));
    }

    /**
     * Takes a job back; its grant, if it holds one, is revoked.
     *
     * @param by who does it, in words for the job's owner
     */
    public JobFacts withdraw(String job, String by) throws Refused {
        return withdraw(job, by, Along.nothing());
    }

    /** Takes a job back, and writes something along with it. */
    public JobFacts withdraw(String job, String by, Along<JobFacts> along) throws Refused {
        Registrations registrations = state.requests().registrations();
        return loop.moving("withdrew", along, now -> {
            boolean active = registrations.facts(job).state().active();
            return new MarketLoop.Done<>(registrations.withdraw(job, by, now), active);
        });
    }

    /** Records a job's answer to a window. Only the last answer before the clearing counts. */
    public void answer(String window, JobAnswer answer) throws Refused {
        loop.moving(now -> state.requests().answers().take(window, answer, now));
    }

    /**
     * Reserves a slice for something else, and writes something along with it; from then on no window is made of it.
     *
     * @param from one that is past means now
     */
    public Reservation reserve(String slice, String label, Instant from, Instant to, Along<Reservation> along)
            throws Refused {
        Bookings bookings = state.requests().bookings();
        return loop.moving(
                "reserved",
                along,
                now -> {
                    List<Reservation> before = bookings.all();
                    Reservation booking = bookings.reserve(slice, label, from, to, now);
                    return new MarketLoop.Done<>(booking, !before.contains(booking));
                },
                (booking, now) -> bookings.cancel(booking.id()));
    }

    /** Gives a reserved slice back, and writes something along with it. */
    public Reservation cancel(String reservation, Along<Reservation> along) throws Refused {
        return loop.moving(
                "cancelled",
                along,
                now -> new MarketLoop.Done<>(state.requests().bookings().cancel(reservation), true));
    }

    /** Returns the reservations that were asked for, in order. */
    public synchronized List<Reservation> bookings() {
        return state.requests().bookings().all();
    }

    /** Returns what became of a window, if it was cleared not long ago. */
    public synchronized Cleared cleared(String window) throws Refused {
        return state.views().cleared(window);
    }

    /** Records which subjob a holder runs. */
    public void accept(String grant, Acceptance told) throws Refused {
        loop.moving(now -> state.requests().grants().accept(grant, told, now));
    }

    /**
     * Records a heartbeat.
     *
     * @param nextAtom the first atom not done yet
     * @param memory the most memory used since the last one; more than was granted ends the grant
     */
    public void heartbeat(String grant, long nextAtom, Bytes memory) throws Refused {
        heartbeat(grant, nextAtom, memory, Optional.empty());
    }

    /**
     * Records a heartbeat.
     *
     * @param freed how much the job gave back because it was asked to; empty if it was not asked, or has not answered
     */
    public void heartbeat(String grant, long nextAtom, Bytes memory, Optional<Bytes> freed) throws Refused {
        loop.moving(now -> {
            boolean beat = state.requests().grants().heartbeat(grant, nextAtom, memory, now);
            if (state.requests().pressure().isPresent()) {
                state.requests().pressure().get().memoryReported(grant, memory, freed, now);
            }
            return beat;
        });
    }

    /** Records how a subjob ended. */
    public void report(String grant, SubjobEnd told) throws Refused {
        loop.moving(now -> state.requests().grants().report(grant, told, now));
    }

    /** Returns whose a grant is, which never changes. */
    public synchronized String tenantOfGrant(String grant) throws Refused {
        return state.requests().grants().tenant(grant);
    }

    /** Returns which job a grant is, or was, of. */
    public synchronized String jobOfGrant(String grant) throws Refused {
        return state.requests().grants().job(grant);
    }

    /** Returns a job as it stands. */
    public synchronized JobFacts job(String id) throws Refused {
        return state.requests().registrations().facts(id);
    }

    /** Returns what happened to a job lately. */
    public synchronized JobHistory history(String id) throws Refused {
        return state.requests().registrations().history(id);
    }

    /** Returns how scarce the memory of the node is; empty if it is not watched. */
    public synchronized Optional<NodePressure> nodePressure() {
        return state.requests().pressure().map(MemoryPressure::now);
    }

    /** Returns in words why scarce memory keeps a job without a slice; empty if it does not. */
    public synchronized Optional<String> heldUp(String job) {
        return state.requests().pressure().flatMap(it -> it.holdsUp(job, source.slices()));
    }

    /** Returns how often something was done because memory was scarce since the start, by the name of what was done. */
    public synchronized Map<String, Long> pressureCounts() {
        return state.views().pressure().counts();
    }

    /** Returns what was done lately because memory was scarce, oldest first. */
    public synchronized List<PressureRecord> pressure() {
        return state.views().pressure().all();
    }

    /** Returns every job that is known, in order of registration. */
    public synchronized List<JobFacts> jobs() {
        return state.requests().registrations().facts();
    }

    /** Tells whether nothing can be written at present, and so nothing is granted. */
    public boolean stuck() {
        return writer.stuck();
    }

    /** Returns the slices that windows are made of. */
    public List<Slice> slices() {
        return source.slices();
    }

    /** Returns which GPU a slice is a part of. */
    public String gpu(String slice) {
        return source.gpu(slice);
    }

    /** Returns the name of a cluster's own scheduler that has the slices; empty if workers run beside their agents. */
    public Optional<String> engine() {
        return source.engine();
    }

    /** Returns the slices that could be created by repartitioning GPUs. */
    public List<Slice> possible() {
        return source instanceof Repartitionable repartitionable ? repartitionable.possible() : List.of();
    }

    /** Returns what happened so far. */
    public synchronized Statistics statistics() {
        return state.views().statistics(time.now());
    }

    /** Returns how slices were used lately, in order. */
    public synchronized List<UtilizationSample> trend() {
        return state.views().history().readings();
    }

    /** Returns what went wrong with GPUs so far. */
    public Troubles troubles() {
        return source.troubles();
    }

    /** Returns the repartitions so far; empty if the slice source cannot be repartitioned. */
    public Optional<Repartitions> repartitions() {
        return source instanceof Repartitionable repartitionable
                ? Optional.of(repartitionable.repartitions())
                : Optional.empty();
    }

    /** Returns the reservations, announced windows and subjobs of a period, in order of the beginnings. */
    public synchronized List<TimelineSpan> timeline(Interval stretch) {
        return state.views().timeline(stretch, time.now());
    }

    /** Stops announcing and stops its timer; whatever is said from now on is still taken down. */
    @Override
    public void close() {
        loop.close();
    }
}
