package org.atomizable.core.loop;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.Run;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.core.run.AtomLoop;
import org.jspecify.annotations.Nullable;

/**
 * One run of a {@code main}, on a thread of its own that goes only while its caller waits. Its thread group is the host by
 * which the loop finds it.
 */
final class HostedLoop {

    /** Where the thread of the loop waits. */
    enum Place {
        /** In {@code Atomizable.loop}. */
        DECLARED,
        /** At a safe point. */
        SAFE_POINT,
        /** Nowhere: {@code main} has returned or thrown. */
        ENDED
    }

    private enum Order {
        GO_ON,
        GO_ON_WHILE,
        SAVE,
        END,
        CUT
    }

    /** Unwinds a {@code main} where returning from an iterator would run code that belongs to a finished epoch. */
    private static final class Unwinding extends Error {

        Unwinding() {
            super("the loop was cut; this error ends main and must not be caught", null, false, false);
        }
    }

    private final MainMethod main;
    private final Thread thread;
    private final Handoff handoff;
    private Place place = Place.DECLARED;
    private Order order = Order.GO_ON;
    private @Nullable JobSpec spec;
    private Run.@Nullable SafePoint point;
    private @Nullable StateReader saved;
    private @Nullable StateWriter writer;
    private @Nullable Throwable failure;
    private @Nullable Metric metric;
    private boolean takesResult;
    private @Nullable Course course;

    /** Turns that go on without their caller, while what is done between them allows it. */
    private record Course(LoopJob job, AtomLoop.BetweenAtoms between) {}

    private HostedLoop(MainMethod main) {
        this.main = main;
        this.thread = new Thread(new Hosts(), this::runMain, "main of " + main.name());
        this.handoff = new Handoff(thread);
    }

    /** Starts a {@code main}, and waits until it declares its loop or ends. */
    static HostedLoop start(MainMethod main) {
        HostedLoop started = new HostedLoop(main);
        started.thread.setDaemon(true);
        started.thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        started.thread.start();
        started.handoff.awaitBack();
        return started;
    }

    @SuppressWarnings("CatchingUnchecked")
    private void runMain() {
        try {
            main.run();
        } catch (Unwinding e) {
            // It has done what it is for.
        } catch (Throwable e) {
            failure = e;
        } finally {
            place = Place.ENDED;
            handoff.leave();
        }
    }

    // Asked by the caller, while the loop waits.

    Place place() {
        return place;
    }

    Optional<JobSpec> spec() {
        return Optional.ofNullable(spec);
    }

    Optional<Run.SafePoint> point() {
        return Optional.ofNullable(point);
    }

    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    Optional<Metric> metric() {
        return Optional.ofNullable(metric);
    }

    /** Lets it go from where it was declared to its first safe point, or from one safe point to the next. */
    void goOn() {
        give(Order.GO_ON);
    }

    /** Lets it go from its safe point through as many turns as {@code between} allows, which it asks on its own thread. */
    void goOnWhile(LoopJob job, AtomLoop.BetweenAtoms between) throws Exception {
        course = new Course(job, between);
        give(Order.GO_ON_WHILE);
        course = null;
        if (place != Place.ENDED && failure != null) {
            Throwable thrown = failure;
            failure = null;
            Rethrown.asItIs(thrown);
        }
    }

    /** Lets it go from where it was declared to the safe point where that state was saved. */
    void goOnFrom(StateReader state) {
        saved = state;
        give(Order.GO_ON);
        saved = null;
    }

    /** Lets it save its state. */
    void save(StateWriter to) throws IOException {
        if (Thread.currentThread() == thread) {
            Objects.requireNonNull(point).save(to);
            return;
        }
        writer = to;
        give(Order.SAVE);
        writer = null;
        Throwable thrown = failure;
        failure = null;
        if (thrown != null) {
            Rethrown.asIo(thrown, "the state of %s could not be saved".formatted(main.name()));
        }
    }

    /** Ends a finished loop, and lets {@code main} use its result. */
    void end() {
        takesResult = true;
        give(Order.END);
    }

    private void give(Order given) {
        order = given;
        handoff.release();
    }

    /**
     * Ends the loop wherever it waits, and waits until {@code main} has returned.
     *
     * @throws StuckLoopException if it does not, not even after an interrupt
     */
    void cut(Duration limit) {
        if (place == Place.ENDED) {
            join(limit);
            return;
        }
        order = Order.CUT;
        handoff.free();
        join(limit);
        if (!handoff.isBack()) {
            thread.interrupt();
            join(limit);
        }
        if (!handoff.isBack()) {
            throw new StuckLoopException(main.name(), limit.multipliedBy(2), line());
        }
    }

    /** Waits for the end of the thread. An interrupt of the caller is kept for later, and begins the wait anew. */
    private void join(Duration limit) {
        boolean interrupted = false;
        boolean waits = true;
        while (waits) {
            try {
                thread.join(limit.toMillis());
                waits = false;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private String line() {
        StackTraceElement[] stack = thread.getStackTrace();
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().equals(main.name())) {
                return frame.toString();
            }
        }
        return stack.length == 0 ? "an unknown line" : stack[0].toString();
    }

    /** The host that the loop finds by its thread. Its methods are called by the loop. */
    private final class Hosts extends ThreadGroup implements Run.Host {

        Hosts() {
            super("loop of " + main.name());
            endWithLastThread();
        }

        /** Until JDK 18 a group is kept for ever unless it is a daemon; later ones keep none. */
        @SuppressWarnings("removal")
        private void endWithLastThread() {
            try {
                setDaemon(true);
            } catch (NoSuchMethodError e) {
                // A JDK that has removed the method needs no call of it.
            }
        }

        @Override
        public void declare(JobSpec declared) {
            requireMain();
            if (spec != null) {
                throw new IllegalStateException(
                        "main of %s called Atomizable.loop twice, for %s and for %s: a main has one loop"
                                .formatted(main.name(), spec.name(), declared.name()));
            }
            spec = declared;
            await();
            if (order == Order.CUT) {
                throw new Unwinding();
            }
        }

        @Override
        public Optional<StateReader> begin() {
            return Optional.ofNullable(saved);
        }

        @Override
        public boolean turn(Run.SafePoint reached) {
            requireMain();
            point = reached;
            place = Place.SAFE_POINT;
            while (!courseGoesOn(reached)) {
                await();
                if (order == Order.SAVE) {
                    saveState(reached);
                } else if (order == Order.CUT && reached.insideEpoch()) {
                    throw new Unwinding();
                } else if (order != Order.GO_ON_WHILE) {
                    return order == Order.GO_ON;
                }
            }
            return true;
        }

        @SuppressWarnings("CatchingUnchecked")
        private boolean courseGoesOn(Run.SafePoint reached) {
            if (course == null) {
                return false;
            }
            try {
                if (course.between().goesOn(course.job(), reached.nextTurn())) {
                    return true;
                }
            } catch (Throwable e) {
                failure = e;
            }
            course = null;
            return false;
        }

        @SuppressWarnings("CatchingUnchecked")
        private void saveState(Run.SafePoint reached) {
            try {
                reached.save(Objects.requireNonNull(writer));
            } catch (Throwable e) {
                failure = e;
            }
        }

        private void await() {
            handoff.comeBack();
        }

        private void requireMain() {
            if (Thread.currentThread() != thread) {
                throw new IllegalStateException("thread %s of %s used a loop: use it on the thread that runs main"
                        .formatted(Thread.currentThread().getName(), main.name()));
            }
        }

        @Override
        public boolean takesResult() {
            return takesResult;
        }

        @Override
        public void report(Metric reported) {
            metric = reported;
        }
    }
}
