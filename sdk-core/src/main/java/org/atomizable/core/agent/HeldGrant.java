package org.atomizable.core.agent;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.core.report.Seen;
import org.jspecify.annotations.Nullable;

/** A grant that the agent holds, the worker that runs it, and that worker's progress. */
final class HeldGrant implements Worker.Progress {

    private final Grant grant;
    private final Sightings sightings;
    private volatile @Nullable Worker worker;
    private volatile @Nullable Subjob subjob;
    private volatile boolean lost;
    private volatile boolean over;
    private volatile boolean returned;
    private volatile boolean givenBack;
    private volatile String why = "";
    private volatile Optional<Seen> seenWhenLost = Optional.empty();
    private volatile Optional<Duration> startUp = Optional.empty();
    private volatile long nextAtom;
    private Bytes memory = Bytes.ZERO;
    private TimeSource.Timer heartbeat = () -> {};
    private TimeSource.Timer yielding = () -> {};
    private TimeSource.Timer end = () -> {};
    private TimeSource.Timer nearEnd = () -> {};

    HeldGrant(Grant grant, long nextAtom, TimeSource time) {
        this.grant = grant;
        this.nextAtom = nextAtom;
        this.sightings = new Sightings(grant.slice().kind(), nextAtom, time);
    }

    Grant grant() {
        return grant;
    }

    Optional<Worker> worker() {
        return Optional.ofNullable(worker);
    }

    void servedBy(Worker launched) {
        worker = launched;
        if (over) {
            launched.kill();
        }
    }

    /** A worker had to be started for it, which took so long. */
    void startedIn(Duration took) {
        startUp = Optional.of(took);
    }

    /** Returns the start of its worker's process as a sample of a phase; nothing if none had to be started. */
    List<Sample> startUpSamples() {
        return startUp.map(it -> new Sample(grant.slice().kind(), Phase.START_UP, it, Bytes.ZERO)).stream()
                .toList();
    }

    /**
     * The scheduler has taken the grant back: nothing that its worker does may count any more.
     *
     * @param because why, in the scheduler's words; empty if it said nothing
     */
    void lose(String because) {
        if (!lost) {
            why = because;
            seenWhenLost = Optional.of(sightings.seen());
        }
        lost = true;
        if (subjob != null) {
            worker().ifPresent(Worker::kill);
        }
        // A worker that has begun nothing is kept: if it were stopped for having started slowly, none would ever be
        // there.
    }

    /** The grant's end has come, whether the scheduler can say so or not. */
    void overdue() {
        if (!returned && !givenBack) {
            lose("overrun");
        }
    }

    /**
     * Gives the grant up shortly before its end if its worker has not begun an atom: the worker is still starting or restoring, and its guard
     * will let no atom begin any more. The worker is kept until it is ready, so that the next grant finds it warm.
     *
     * @return whether the grant is to be handed back
     */
    boolean giveBack() {
        if (givenBack || lost || returned || sightings.anAtomBegan()) {
            return false;
        }
        givenBack = true;
        heartbeat.cancel();
        end.cancel();
        worker().ifPresent(Worker::yieldSoon);
        return true;
    }

    /** Tells whether the grant was handed back while its worker was still getting ready. */
    boolean givenBack() {
        return givenBack;
    }

    /** Its worker has come back, and so cannot overrun the grant any more. */
    void returned() {
        returned = true;
    }

    boolean lost() {
        return lost;
    }

    /** Why it was lost. */
    String lostBecause() {
        return why;
    }

    /** What was seen of its subjob until the grant was lost, or until now. */
    Seen seen() {
        return seenWhenLost.orElseGet(sightings::seen);
    }

    /** Comes from the worker's thread, while the agent's takes the memory. */
    @Override
    public synchronized void at(long next, Bytes used) {
        sightings.at(next, used);
        nextAtom = next;
        memory = memory.max(used);
    }

    @Override
    public void entered(Phase phase) {
        sightings.entered(phase);
    }

    long nextAtom() {
        return nextAtom;
    }

    synchronized Bytes takeMemory() {
        Bytes most = memory;
        memory = Bytes.ZERO;
        return most;
    }

    void beat(TimeSource.Timer next) {
        heartbeat = next;
    }

    /** Whether it was lost because its time was up, as opposed to some other reason of the scheduler's. */
    boolean timeWasUp() {
        return why.equals("overrun");
    }

    Optional<Subjob> subjob() {
        return Optional.ofNullable(subjob);
    }

    /** A subjob begins; its worker is asked to stop at a safe point when only the time for the last checkpoint is left. */
    void begins(Subjob begun, TimeSource time) {
        subjob = begun;
        Duration left = Duration.between(time.now(), grant.ends());
        yielding = time.schedule(
                left.minus(begun.reserve().beforeCheckpoint()), () -> worker().ifPresent(Worker::yieldSoon));
    }

    /** Something is to happen shortly before its end. */
    void nearsItsEnd(TimeSource.Timer then) {
        nearEnd.cancel();
        nearEnd = then;
    }

    void ends(TimeSource.Timer atItsEnd) {
        end = atItsEnd;
    }

    void end() {
        over = true;
        heartbeat.cancel();
        end.cancel();
        yielding.cancel();
        nearEnd.cancel();
        worker().ifPresent(Worker::close);
    }
}
