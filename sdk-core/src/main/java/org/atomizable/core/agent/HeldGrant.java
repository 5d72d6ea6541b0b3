package org.atomizable.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.core.report.Reports;
import org.atomizable.core.report.Seen;
import org.jspecify.annotations.Nullable;

/** A grant that the agent holds, the worker that runs it, and that worker's progress. */
public final class HeldGrant implements Worker.Progress {

    /** It was lost because its end had come: its subjob was cut. */
    public static final String TIME_IS_UP = "cut";

    /** Something of its subjob used the slice after its end; by the same word older schedulers took grants away at their end. */
    private static final String OVERRUN = "overrun";

    /** A sign of life was refused, and nobody said why. */
    private static final String REFUSED = "silent";

    /** It was lost because its first look took as long as one may take, or because its worker did not come back. */
    public static final String STUCK = "stuck";

    private final Grant grant;
    private final Sightings sightings;
    private volatile @Nullable Worker worker;
    private volatile @Nullable Subjob subjob;
    private volatile boolean lost;
    private volatile boolean revoked;
    private volatile boolean over;
    private volatile boolean returned;
    private volatile boolean givenBack;
    private volatile boolean stoppedInTime;
    private volatile String why = "";
    private volatile Optional<Seen> seenWhenLost = Optional.empty();
    private volatile Optional<String> whereStopped = Optional.empty();
    private volatile List<Sample> preparation = List.of();
    private volatile long nextAtom;
    private Bytes memory = Bytes.ZERO;
    private Optional<Bytes> freed = Optional.empty();
    private volatile boolean suspended;
    private volatile Optional<PressureOrder> lasting = Optional.empty();
    private final AtomicBoolean endTold = new AtomicBoolean();
    private final HeldGrantTimers timers = new HeldGrantTimers();

    public HeldGrant(Grant grant, long nextAtom, TimeSource time) {
        this.grant = grant;
        this.nextAtom = nextAtom;
        this.sightings = new Sightings(grant.slice().kind(), nextAtom, time);
    }

    public Grant grant() {
        return grant;
    }

    public Optional<Worker> worker() {
        return Optional.ofNullable(worker);
    }

    public void servedBy(Worker launched) {
        worker = launched;
        lasting.ifPresent(it -> it.tell(launched));
        if (over) {
            launched.kill();
        }
    }

    /** A worker had to be started for it, which took so long. */
    public void startedIn(Duration took) {
        preparation = List.of(new Sample(grant.slice().kind(), Phase.START_UP, took, Bytes.ZERO));
    }

    /** Its worker was got ready before, which cost this. */
    public void prepared(List<Sample> costs) {
        preparation = List.copyOf(costs);
    }

    /** Returns what it cost to get its worker ready, such as the start of its process; nothing if it was there. */
    public List<Sample> startUpSamples() {
        return preparation;
    }

    /** The scheduler has taken the grant back, for the reason {@code because} in its words, and takes no report of it. */
    public void revoke(String because) {
        revoked = true;
        lose(because);
    }

    /** Tells whether the scheduler has taken it back. */
    public boolean revoked() {
        return revoked;
    }

    /** The grant is over: nothing that its worker does may count any more. {@code because} is empty if nobody said why. */
    public void lose(String because) {
        if (!lost) {
            why = because;
            seenWhenLost = Optional.of(sightings.seen());
        }
        lost = true;
        if (subjob != null) {
            worker().ifPresent(Worker::kill);
        }
        // One that has begun nothing is kept: stopped for having started slowly, none would ever be there.
    }

    /** The scheduler refused a sign of life. It may have started by another clock, and is told when its slice is free. */
    public void refused(Instant now) {
        if (now.isBefore(grant.ends())) {
            lose(REFUSED);
        } else {
            overdue();
        }
    }

    /** The grant's end has come, whether the scheduler can say so or not. */
    public void overdue() {
        if (!returned && !givenBack) {
            lose(TIME_IS_UP);
        }
    }

    /** Its worker has not come back long after its end, and is not waited for any more. */
    public void giveUp() {
        if (subjob != null && !returned && !over) {
            // Asked a second time, it logs its stack.
            worker().ifPresent(Worker::yieldSoon);
            whereStopped = worker().flatMap(Worker::whereabouts);
            lose(STUCK);
            why = STUCK;
        }
    }

    /**
     * Stops its subjob before its end, so that the grant can be handed back in time.
     *
     * @param because {@link #TIME_IS_UP} or {@link #STUCK}
     * @param evenAtoms whether to stop it even if an atom has begun
     */
    public void stopInTime(String because, boolean evenAtoms) {
        if (!returned && !lost && (evenAtoms || !sightings.anAtomBegan())) {
            stoppedInTime = true;
            whereStopped = worker().flatMap(Worker::whereabouts);
            lose(because);
        }
    }

    /** Returns the line of the job's code at which it was stopped before its end, if that is known. */
    public Optional<String> whereStopped() {
        return whereStopped;
    }

    /** Tells whether its first look took as long as one may take, or whether its worker did not come back. */
    public boolean isStuck() {
        return why.equals(STUCK);
    }

    /** Tells whether its first look was stopped before the grant's end, so that the grant is to be handed back. */
    public boolean isToBeHandedBack() {
        return stoppedInTime && isStuck();
    }

    /** Its worker tells that its subjob was stopped for the grant's end, or that it used the slice longer. */
    public void stoppedAs(FailureKind kind) {
        if (kind == FailureKind.CUT || kind == FailureKind.OVERRUN) {
            lose(TIME_IS_UP);
            // The worker has seen when its last process ended; the agent has only asked it to stop.
            if (kind == FailureKind.OVERRUN && why.equals(TIME_IS_UP)) {
                why = OVERRUN;
            }
        }
    }

    /** Says to a person how its subjob was stopped. */
    public String howStopped() {
        return stoppedAs().map(Reports::stopped).orElse("the grant was taken back before its subjob ended");
    }

    /** Returns how its subjob was stopped, if that is to be reported: the scheduler waits for it. */
    public Optional<FailureKind> stoppedAs() {
        if (!lost || revoked) {
            return Optional.empty();
        }
        return switch (why) {
            case TIME_IS_UP, REFUSED -> Optional.of(FailureKind.CUT);
            case OVERRUN -> Optional.of(FailureKind.OVERRUN);
            default -> Optional.empty();
        };
    }

    /**
     * Gives the grant up shortly before its end if its subjob has not begun, since its worker is still starting. The worker
     * is kept until it is ready, so that the next grant finds it warm.
     *
     * @return whether the grant is to be handed back
     */
    public boolean giveBack() {
        if (givenBack || lost || subjob != null) {
            return false;
        }
        givenBack = true;
        timers.cancel(HeldGrantTimers.Due.HEARTBEAT);
        timers.cancel(HeldGrantTimers.Due.END);
        return true;
    }

    /** Its node is short of memory. Returns whether the grant is to be given up, if its subjob has not begun. */
    public boolean pressed(PressureOrder order) {
        suspended = order.suspends(suspended);
        lasting = order.lasts() ? Optional.of(order) : lasting;
        worker().ifPresent(order::tell);
        return order.gives();
    }

    /** Tells whether the grant was handed back while its worker was still getting ready. */
    public boolean givenBack() {
        return givenBack;
    }

    /** Its worker's end is told to the agent; returns whether for the first time. */
    public boolean tellsEnd() {
        return endTold.compareAndSet(false, true);
    }

    /** Its worker has come back, and so cannot overrun the grant any more. */
    public void returned() {
        returned = true;
    }

    public boolean lost() {
        return lost;
    }

    /** Why it was lost. */
    public String lostBecause() {
        return why;
    }

    /** Returns the observations of its subjob until the grant was lost, or until now. */
    public Seen seen() {
        return seenWhenLost.orElseGet(sightings::seen);
    }

    /** Returns the same with what its worker reported after all. */
    public Seen seenWith(Report late) {
        return seen().reported(late.samples());
    }

    @Override
    public void at(long next, Bytes used) {
        at(next, used, 0);
    }

    /** The same, told so many nanoseconds later. By the worker's thread, while the agent's takes the memory. */
    synchronized void at(long next, Bytes used, long late) {
        sightings.at(next, used, late);
        nextAtom = next;
        memory = memory.max(used);
    }

    @Override
    public void entered(Phase phase) {
        entered(phase, 0);
    }

    /** The same, told so many nanoseconds later. */
    void entered(Phase phase, long late) {
        sightings.entered(phase, late);
    }

    @Override
    public synchronized void shrunk(Bytes bytes) {
        freed = Optional.of(freed.orElse(Bytes.ZERO).plus(bytes));
    }

    /** Returns how much its job has given back since this was last called; empty if it was not asked, or has not answered. */
    public synchronized Optional<Bytes> takeFreed() {
        Optional<Bytes> taken = freed;
        freed = Optional.empty();
        return taken;
    }

    public long nextAtom() {
        return nextAtom;
    }

    public synchronized Bytes takeMemory() {
        Bytes most = memory;
        memory = Bytes.ZERO;
        return most;
    }

    public void beat(TimeSource.Timer next) {
        timers.set(HeldGrantTimers.Due.HEARTBEAT, next);
    }

    /** Whether it was lost because its time was up, as opposed to some other reason of the scheduler's. */
    public boolean timeWasUp() {
        return why.equals(TIME_IS_UP) || why.equals(OVERRUN) || isStuck();
    }

    public Optional<Subjob> subjob() {
        return Optional.ofNullable(subjob);
    }

    /** A subjob begins; its worker is asked to stop at a safe point when only the time for the last checkpoint is left. */
    public void begins(Subjob begun, TimeSource time) {
        subjob = begun;
        Duration left = Duration.between(time.now(), grant.ends());
        timers.set(
                HeldGrantTimers.Due.YIELD,
                time.schedule(
                        left.minus(begun.reserve().beforeCheckpoint()), () -> worker().ifPresent(Worker::yieldSoon)));
    }

    /** Its worker is asked once more to stop, and so to tell where it is. */
    public void asksAgain(TimeSource.Timer then) {
        timers.set(HeldGrantTimers.Due.YIELD_AGAIN, then);
    }

    /** Something is to happen shortly before its end. */
    public void nearsItsEnd(TimeSource.Timer then) {
        timers.cancel(HeldGrantTimers.Due.NEAR_END);
        timers.set(HeldGrantTimers.Due.NEAR_END, then);
    }

    public void ends(TimeSource.Timer atItsEnd) {
        timers.set(HeldGrantTimers.Due.END, atItsEnd);
    }

    /** After its end, its worker is waited for until then. */
    public void isAwaited(TimeSource.Timer until) {
        timers.set(HeldGrantTimers.Due.GIVEN_UP, until);
        if (over) {
            until.cancel();
        }
    }

    public void end() {
        over = true;
        timers.cancelAll();
        if (suspended) {
            // A worker that is kept warm would keep its memory too.
            worker().ifPresent(Worker::kill);
        }
        worker().ifPresent(Worker::close);
    }
}
