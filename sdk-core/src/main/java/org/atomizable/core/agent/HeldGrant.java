package org.atomizable.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
    static final String TIME_IS_UP = "cut";

    /** Something of its subjob used the slice after its end; by the same word older schedulers took grants away at their end. */
    private static final String OVERRUN = "overrun";

    /** A sign of life was refused, and nobody said why. */
    private static final String REFUSED = "silent";

    /** It was lost because its first look took as long as one may take, or because its worker did not come back. */
    static final String STUCK = "stuck";

    private static final Duration LOOKS_AGAIN = Duration.ofMillis(500);

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
    private final Map<Due, TimeSource.Timer> timers = new EnumMap<>(Due.class);

    /** The actions that can be due while it is held. */
    enum Due {
        HEARTBEAT,
        /** The worker is asked to stop at its next safe point. */
        YIELD,
        /** It is asked again, if it has not stopped, and so to tell where it is. */
        YIELD_AGAIN,
        /** Little time is left. */
        NEAR_END,
        END,
        /** After its end its worker was waited for. */
        GIVEN_UP
    }

    HeldGrant(Grant grant, long nextAtom, TimeSource time) {
        this.grant = grant;
        this.nextAtom = nextAtom;
        this.sightings = new Sightings(grant.slice().kind(), nextAtom, time);
    }

    public Grant grant() {
        return grant;
    }

    Optional<Worker> worker() {
        return Optional.ofNullable(worker);
    }

    public void servedBy(Worker launched) {
        worker = launched;
        lasting.ifPresent(it -> it.tell(launched));
        if (over) {
            launched.kill();
        }
    }

    /**
     * Waits for its start. One that is lost meanwhile is not waited for: a scheduler's clock that was set may have put its start into the far
     * future.
     */
    public void awaitStart(TimeSource time) throws InterruptedException {
        Duration left = Duration.between(time.now(), grant.starts());
        while (!left.isNegative() && !left.isZero() && !lost && !givenBack) {
            time.sleep(left.compareTo(LOOKS_AGAIN) < 0 ? left : LOOKS_AGAIN);
            left = Duration.between(time.now(), grant.starts());
        }
    }

    /** A worker had to be started for it, which took so long. */
    public void startedIn(Duration took) {
        preparation = List.of(new Sample(grant.slice().kind(), Phase.START_UP, took, Bytes.ZERO));
    }

    /** Its worker was got ready before, which cost this. */
    void prepared(List<Sample> costs) {
        preparation = List.copyOf(costs);
    }

    /** Returns what it cost to get its worker ready, such as the start of its process; nothing if it was there. */
    List<Sample> startUpSamples() {
        return preparation;
    }

    /** The scheduler has taken the grant back, for the reason {@code because} in its words, and takes no report of it. */
    void revoke(String because) {
        revoked = true;
        lose(because);
    }

    /** Tells whether the scheduler has taken it back. */
    boolean revoked() {
        return revoked;
    }

    /** The grant is over: nothing that its worker does may count any more. {@code because} is empty if nobody said why. */
    void lose(String because) {
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
    void refused(Instant now) {
        if (now.isBefore(grant.ends())) {
            lose(REFUSED);
        } else {
            overdue();
        }
    }

    /** The grant's end has come, whether the scheduler can say so or not. */
    void overdue() {
        if (!returned && !givenBack) {
            lose(TIME_IS_UP);
        }
    }

    /** Its worker has not come back long after its end, and is not waited for any more. */
    void giveUp() {
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
    void stopInTime(String because, boolean evenAtoms) {
        if (!returned && !lost && (evenAtoms || !sightings.anAtomBegan())) {
            stoppedInTime = true;
            whereStopped = worker().flatMap(Worker::whereabouts);
            lose(because);
        }
    }

    /** Returns the line of the job's code at which it was stopped before its end, if that is known. */
    Optional<String> whereStopped() {
        return whereStopped;
    }

    /** Tells whether its first look took as long as one may take, or whether its worker did not come back. */
    public boolean isStuck() {
        return why.equals(STUCK);
    }

    /** Tells whether its first look was stopped before the grant's end, so that the grant is to be handed back. */
    boolean isToBeHandedBack() {
        return stoppedInTime && isStuck();
    }

    /** Its worker tells that its subjob was stopped for the grant's end, or that it used the slice longer. */
    void stoppedAs(FailureKind kind) {
        if (kind == FailureKind.CUT || kind == FailureKind.OVERRUN) {
            lose(TIME_IS_UP);
            // The worker has seen when its last process ended; the agent has only asked it to stop.
            if (kind == FailureKind.OVERRUN && why.equals(TIME_IS_UP)) {
                why = OVERRUN;
            }
        }
    }

    /** Says to a person how its subjob was stopped. */
    String howStopped() {
        return stoppedAs().map(Reports::stopped).orElse("the grant was taken back before its subjob ended");
    }

    /** Returns how its subjob was stopped, if that is to be reported: the scheduler waits for it. */
    Optional<FailureKind> stoppedAs() {
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
    boolean giveBack() {
        if (givenBack || lost || subjob != null) {
            return false;
        }
        givenBack = true;
        cancel(Due.HEARTBEAT);
        cancel(Due.END);
        return true;
    }

    /** Its node is short of memory. Returns whether the grant is to be given up, if its subjob has not begun. */
    boolean pressed(PressureOrder order) {
        suspended = order.suspends(suspended);
        lasting = order.lasts() ? Optional.of(order) : lasting;
        worker().ifPresent(order::tell);
        return order.gives();
    }

    /** Tells whether the grant was handed back while its worker was still getting ready. */
    boolean givenBack() {
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

    boolean lost() {
        return lost;
    }

    /** Why it was lost. */
    String lostBecause() {
        return why;
    }

    /** Returns the observations of its subjob until the grant was lost, or until now. */
    Seen seen() {
        return seenWhenLost.orElseGet(sightings::seen);
    }

    /** Returns the same with what its worker reported after all. */
    Seen seenWith(Report late) {
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
    synchronized Optional<Bytes> takeFreed() {
        Optional<Bytes> taken = freed;
        freed = Optional.empty();
        return taken;
    }

    long nextAtom() {
        return nextAtom;
    }

    synchronized Bytes takeMemory() {
        Bytes most = memory;
        memory = Bytes.ZERO;
        return most;
    }

    /** Whether it was lost because its time was up, as opposed to some other reason of the scheduler's. */
    boolean timeWasUp() {
        return why.equals(TIME_IS_UP) || why.equals(OVERRUN) || isStuck();
    }

    Optional<Subjob> subjob() {
        return Optional.ofNullable(subjob);
    }

    /** A subjob begins; its worker is asked to stop at a safe point when only the time for the last checkpoint is left. */
    void begins(Subjob begun, TimeSource time) {
        subjob = begun;
        Duration left = Duration.between(time.now(), grant.ends());
        sets(
                Due.YIELD,
                time.schedule(
                        left.minus(begun.reserve().beforeCheckpoint()), () -> worker().ifPresent(Worker::yieldSoon)));
    }

    /** Something becomes due, in place of what was. Nothing does once it is over. */
    void sets(Due due, TimeSource.Timer timer) {
        synchronized (timers) {
            cancel(due);
            timers.put(due, timer);
        }
        if (over) {
            timer.cancel();
        }
    }

    private void cancel(Due due) {
        synchronized (timers) {
            Optional.ofNullable(timers.get(due)).ifPresent(TimeSource.Timer::cancel);
        }
    }

    void end() {
        over = true;
        synchronized (timers) {
            timers.values().forEach(TimeSource.Timer::cancel);
        }
        if (suspended) {
            // A worker that is kept warm would keep its memory too.
            worker().ifPresent(Worker::kill);
        }
        worker().ifPresent(Worker::close);
    }
}
