package org.atomizable.core.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.core.worker.channel.WorkerEvent;
import org.atomizable.core.worker.warm.IdleWorker;
import org.atomizable.core.worker.warm.MemoryBudget;
import org.atomizable.core.worker.warm.Rung;
import org.atomizable.profiler.sample.TreeMemory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes that wait for their next subjob, several per slice: one for each job whose instance stays there, and others that hold
 * nothing on the slice. All of them together keep to a budget of this host's memory; if that is zero, none waits.
 *
 * <p>A worker holds memory of a slice between subjobs only if the newest grant of its job there has allowed that, at most so much, and not
 * longer: it is ended here, and by its guardian if this process cannot.
 * May be used by any thread. A process is started, spoken to and ended outside the lock.
 */
final class WorkerPool implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerPool.class);

    /** A job whose class does not load in that time gets its worker in a grant, whose end stops it. */
    private static final Duration MOST_TO_CLIMB = Duration.ofMinutes(2);

    /** One kill from outside is not the job's fault. After so many, the job may be the cause. */
    private static final int MOST_LOST = 3;

    /** So long before its end a stay is ended, so that the slice is free by then. */
    private static final Duration MARGIN = Duration.ofMillis(500);

    /** How much of a slice a worker may use between subjobs, and until when. */
    record Stay(Bytes most, Instant until) {

        private static final Stay NONE = new Stay(Bytes.ZERO, Instant.EPOCH);

        boolean ends() {
            return until.isBefore(Instant.MAX);
        }
    }

    /** A job on a slice. */
    private record Place(String slice, ChildJob job) {}

    /** A process and how ready it is for the job that it was used or made ready for last. */
    record Ready(ChildProcess child, Warmth warmth) {}

    private record Idle(Place place, Ready ready, Bytes memory, Instant since) {

        String id() {
            return Long.toString(ready.child().pid());
        }

        boolean holdsSlice() {
            return ready.warmth().state().holdsSlice();
        }
    }

    /** Starts the process of a slice. */
    interface Starter {
        /** Starts it; the end is that of the grant that it is for, empty if there is none yet. */
        ChildProcess start(Slice slice, Optional<Instant> end) throws WorkerException, InterruptedException;
    }

    private final Starter starter;
    private final MemoryBudget budget;
    private final TimeSource time;
    private final List<Idle> idle = new ArrayList<>();
    private final Map<Place, CompletableFuture<Void>> climbing = new ConcurrentHashMap<>();
    private final Map<Place, Stay> allowed = new HashMap<>();
    private final Map<Place, Bytes> most = new HashMap<>();
    private final Map<ChildJob, Duration> saves = new HashMap<>();
    private final Set<ChildJob> unfit = new HashSet<>();
    private final Map<ChildJob, Integer> lost = new ConcurrentHashMap<>();
    private boolean closed;

    WorkerPool(Starter starter, MemoryBudget budget, TimeSource time) {
        this.starter = starter;
        this.budget = budget;
        this.time = time;
    }

    /** Returns a process for a subjob of the job: its own if it is there, else any that holds nothing of the slice, else a new one. */
    Ready take(Slice slice, ChildJob job, Optional<Instant> end) throws WorkerException, InterruptedException {
        Place place = new Place(slice.id(), job);
        awaitClimb(place);
        return taken(slice, place, end);
    }

    private Ready taken(Slice slice, Place place, Optional<Instant> end) throws WorkerException, InterruptedException {
        Optional<Idle> there = remove(place);
        if (there.isPresent()) {
            return there.get().ready();
        }
        long began = time.nanos();
        ChildProcess child = starter.start(slice, end);
        Duration took = Duration.ofNanos(time.nanos() - began);
        return new Ready(child, Warmth.COLD.climbed(Rung.PROCESS, slice.kind(), took, Bytes.ZERO));
    }

    private synchronized Optional<Idle> remove(Place place) {
        idle.removeIf(it -> !it.ready().child().isAlive());
        Optional<Idle> found = usable(place);
        found.ifPresent(idle::remove);
        return found;
    }

    private synchronized Optional<Idle> usable(Place place) {
        Predicate<Idle> here = it ->
                it.place().slice().equals(place.slice()) && it.ready().child().isAlive();
        return idle.stream()
                .filter(here.and(it -> it.place().job().equals(place.job())))
                .findFirst()
                .or(() -> idle.stream().filter(here.and(it -> !it.holdsSlice())).findFirst());
    }

    /** Tells whether {@link #take} would return a process that has run a subjob of the job. */
    synchronized boolean isWarm(Slice slice, ChildJob job) {
        return usable(new Place(slice.id(), job))
                .filter(it -> it.ready().child().hasServed(job))
                .isPresent();
    }

    /** Begins to get a worker of the job ready, unless that is under way. */
    void prepare(Slice slice, ChildJob job) {
        Place place = new Place(slice.id(), job);
        CompletableFuture<Void> done = new CompletableFuture<>();
        synchronized (this) {
            boolean needless =
                    closed || !budget.most().exceeds(Bytes.ZERO) || unfit.contains(job) || asReadyAsItMayBe(place);
            if (needless || climbing.putIfAbsent(place, done) != null) {
                return;
            }
        }
        Thread thread = new Thread(() -> climb(slice, place, done), "atomizable-warm-" + slice.id());
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError noThread) {
            finish(place, done);
            throw noThread;
        }
    }

    /** Nothing is to be done for a worker that may not be loaded; one that is loaded may be outdated. */
    private boolean asReadyAsItMayBe(Place place) {
        return !mayLoad(place)
                && usable(place)
                        .filter(it ->
                                it.place().equals(place) && it.ready().warmth().state() == WarmState.ENGINE)
                        .isPresent();
    }

    private synchronized boolean mayLoad(Place place) {
        Stay stay = stay(place);
        return stay.most().exceeds(Bytes.ZERO)
                && !most.getOrDefault(place, Bytes.ZERO).exceeds(stay.most())
                && time.now().isBefore(stay.until().minus(stay.ends() ? MARGIN : Duration.ZERO));
    }

    private void climb(Slice slice, Place place, CompletableFuture<Void> done) {
        AtomicBoolean tooLong = new AtomicBoolean();
        try {
            Ready ready = taken(slice, place, Optional.empty());
            TimeSource.Timer limit = time.schedule(MOST_TO_CLIMB, () -> {
                tooLong.set(true);
                ready.child().kill();
            });
            try {
                keep(slice, place.job(), raised(ready, place, slice));
            } catch (WorkerException | InterruptedException | RuntimeException e) {
                ready.child().kill();
                throw e;
            } finally {
                limit.cancel();
            }
        } catch (WorkerException | RuntimeException e) {
            boolean again = !tooLong.get()
                    && e instanceof WorkerException ended
                    && ended.kind() == FailureKind.WORKER_LOST
                    && lost.merge(place.job(), 1, Integer::sum) < MOST_LOST;
            LOG.warn(
                    "job {} was not warmed ahead{}: {}",
                    place.job().store().job(),
                    again ? "" : ", and will not be again",
                    e.getMessage());
            if (!again) {
                unfit(place.job());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            finish(place, done);
        }
    }

    /** However it ended, nobody may wait for it any more. */
    private void finish(Place place, CompletableFuture<Void> done) {
        climbing.remove(place, done);
        done.complete(null);
    }

    private Ready raised(Ready ready, Place place, Slice slice) throws WorkerException, InterruptedException {
        if (!mayLoad(place)) {
            return climbed(ready, place, slice, Rung.ENGINE);
        }
        Stay stay = stay(place);
        if (stay.ends() && !ready.child().lease().stays(stay.until())) {
            return climbed(ready, place, slice, Rung.ENGINE);
        }
        Ready loaded = climbed(ready, place, slice, Rung.LOADED);
        if (!loaded.warmth().held().exceeds(stay.most())) {
            return loaded;
        }
        Ready released = climbed(loaded, place, slice, Rung.ENGINE);
        ready.child().lease().ended();
        return released;
    }

    /** Lets a worker climb, or go down, to a rung; what it says on the way is what it cost. */
    private Ready climbed(Ready from, Place place, Slice slice, Rung rung)
            throws WorkerException, InterruptedException {
        Warmth warmth = rung.holdsSlice() ? from.warmth() : from.warmth().released();
        from.child().channel().send(place.job().warm(rung));
        WorkerEvent event = from.child().channel().next();
        while (event instanceof WorkerEvent.Rested rested && rested.rung() != rung) {
            warmth = warmth.climbed(rested.rung(), slice.kind(), rested.took(), rested.held());
            event = from.child().channel().next();
        }
        if (!(event instanceof WorkerEvent.Rested rested)) {
            throw from.child().channel().unexpected(event, "rung");
        }
        return new Ready(from.child(), warmth.climbed(rung, slice.kind(), rested.took(), rested.held()));
    }

    /** Keeps a worker for the job's next subjob, and closes others, or this one, if all together use more memory than they may. */
    void keep(Slice slice, ChildJob job, Ready ready) {
        Idle kept = new Idle(new Place(slice.id(), job), ready, memory(ready.child()), time.now());
        List<Idle> closing = new ArrayList<>();
        if (kept.holdsSlice() && stay(kept.place()).ends()) {
            Duration left =
                    Duration.between(time.now(), stay(kept.place()).until().minus(MARGIN));
            time.schedule(left.isNegative() ? Duration.ZERO : left, () -> end(kept));
        }
        synchronized (this) {
            if (closed || !ready.child().isAlive()) {
                closing.add(kept);
            } else {
                idle.add(kept);
                saves.merge(job, ready.warmth().cost(), (a, b) -> a.compareTo(b) > 0 ? a : b);
                Set<String> victims = new HashSet<>();
                budget.victims(idle.stream().map(this::seen).toList()).forEach(it -> victims.add(it.id()));
                idle.stream().filter(it -> victims.contains(it.id())).forEach(closing::add);
                idle.removeAll(closing);
            }
        }
        closing.forEach(it -> it.ready().child().kill());
    }

    /** Its stay on the slice is over, if it waits there still. */
    private void end(Idle it) {
        boolean there;
        synchronized (this) {
            there = idle.remove(it);
        }
        if (there) {
            it.ready().child().kill();
        }
    }

    private IdleWorker seen(Idle it) {
        Duration whole = saves.getOrDefault(it.place().job(), Duration.ZERO);
        Duration saved = it.holdsSlice() ? whole.multipliedBy(2) : whole;
        return new IdleWorker(it.id(), it.memory(), saved, it.since());
    }

    /** Returns the memory of a process. One that cannot be measured counts as the whole budget, so that no other waits beside it. */
    private Bytes memory(ChildProcess child) {
        try {
            return TreeMemory.of(child.pid()).peak();
        } catch (AtomizableException | RuntimeException unknown) {
            return budget.most().max(Bytes.of(1));
        }
    }

    /** The newest grant of a job on a slice lets it stay after it; it used so much itself. */
    synchronized void allow(Slice slice, ChildJob job, Stay stay, Bytes used) {
        Place place = new Place(slice.id(), job);
        allowed.put(place, stay);
        most.merge(place, used, Bytes::max);
    }

    private synchronized Stay stay(Place place) {
        return allowed.getOrDefault(place, Stay.NONE);
    }

    /** A job that failed in a worker which was made ready is not helped by that. */
    synchronized void unfit(ChildJob job) {
        unfit.add(job);
    }

    /** Ends the workers of a job that hold memory of a slice, but must not until an instant. */
    void leaveBefore(Slice slice, ChildJob job, Instant start) {
        Stay stay = stay(new Place(slice.id(), job));
        if (stay.ends() && start.isAfter(stay.until().minus(MARGIN.multipliedBy(2)))) {
            release(job, Optional.of(slice));
        }
    }

    /** Ends the workers of a job that hold memory of a slice; of all slices, if none is given. */
    void release(ChildJob job, Optional<Slice> slice) {
        List<Idle> closing = new ArrayList<>();
        List<CompletableFuture<Void>> under = new ArrayList<>();
        Predicate<Place> meant = it -> it.job().equals(job)
                && slice.filter(one -> !one.id().equals(it.slice())).isEmpty();
        synchronized (this) {
            allowed.keySet().removeIf(meant);
            climbing.forEach((place, done) -> {
                if (meant.test(place)) {
                    under.add(done);
                }
            });
        }
        under.forEach(CompletableFuture::join);
        synchronized (this) {
            idle.stream()
                    .filter(it -> meant.test(it.place()) && it.holdsSlice())
                    .forEach(closing::add);
            idle.removeAll(closing);
        }
        closing.forEach(it -> it.ready().child().kill());
    }

    /** Waits until all workers are ready that are being got ready now. */
    void awaitAll() {
        List.copyOf(climbing.values()).forEach(CompletableFuture::join);
    }

    /** Waits until a worker that is being got ready for the job is ready, or has failed. */
    private void awaitClimb(Place place) {
        climbing.getOrDefault(place, CompletableFuture.completedFuture(null)).join();
    }

    /** Returns the ids of the processes that wait. */
    synchronized List<Long> processes() {
        return idle.stream().map(it -> it.ready().child().pid()).toList();
    }

    /** Returns the states of the idle workers of a slice. */
    synchronized List<WarmState> states(Slice slice) {
        return idle.stream()
                .filter(it -> it.place().slice().equals(slice.id())
                        && it.ready().child().isAlive())
                .map(it -> it.ready().warmth().state())
                .toList();
    }

    @Override
    public void close() {
        List<Idle> closing;
        synchronized (this) {
            closed = true;
            closing = List.copyOf(idle);
            idle.clear();
        }
        closing.forEach(it -> it.ready().child().close());
    }
}
