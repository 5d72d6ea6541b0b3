package org.atomizable.core.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.Run;
import org.atomizable.api.Shrinkable;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.spi.JobFactory;
import org.atomizable.core.loop.HostedLoop.Place;
import org.atomizable.core.run.AtomLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job whose atoms are the turns of a loop in {@code main}. A new instance runs {@code main} up to {@link Atomizable#loop}; what
 * follows runs when the first atom, a save or a restore is asked for.
 *
 * <p>A restore of an instance whose loop has begun runs {@code main} anew, so that nothing remains of what was not saved. The code
 * after the loop sees a finished job only in {@link #evaluate}.
 */
public final class LoopJob implements Atomizable, AtomLoop, Metric.Source, Shrinkable {

    /** How long main may take to return, before and again after an interrupt. */
    static final Duration USUAL_LIMIT = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(LoopJob.class);

    private final MainMethod main;
    private final Duration limit;
    private HostedLoop hosted;
    private final JobSpec spec;
    private boolean evaluated;

    private LoopJob(MainMethod main, Duration limit) throws LoopException {
        this.main = main;
        this.limit = limit;
        this.hosted = HostedLoop.start(main);
        this.spec = hosted.spec().orElseThrow(() -> withoutLoop(hosted));
        requireCarriesNothing();
    }

    /** Returns whether a class is neither a job nor makes one, but has a {@code main} that may contain a loop. */
    public static boolean isMain(Class<?> type) {
        return !Atomizable.class.isAssignableFrom(type)
                && !JobFactory.class.isAssignableFrom(type)
                && MainMethod.of(type, List.of()).isPresent();
    }

    /**
     * Runs the {@code main} of a class up to its loop. Each run has the program's own classes anew, so that their static fields
     * begin anew too.
     *
     * @throws LoopException if it ends before that, or if its loop carries from turn to turn what is not registered
     */
    public static LoopJob of(Class<?> type, List<String> arguments) throws LoopException {
        return new LoopJob(main(type, arguments).withFreshClasses(), USUAL_LIMIT);
    }

    /** Runs the {@code main} of a class up to its loop, each time with the static fields of that very class. */
    static LoopJob of(Class<?> type, List<String> arguments, Duration limit) throws LoopException {
        return new LoopJob(main(type, arguments), limit);
    }

    private static MainMethod main(Class<?> type, List<String> arguments) throws LoopException {
        return MainMethod.of(type, arguments)
                .orElseThrow(() -> new LoopException(
                        "class %s has no main".formatted(type.getName()),
                        "Write public static void main(String[] args), with a loop over Atomizable.loop(spec)"));
    }

    /** Returns what its turns may carry without saving it, in sentences. */
    public List<String> suspects() {
        return carried().suspects();
    }

    /** Says in a line what its turns read that differs from run to run, if there is something. */
    public Optional<String> caution() {
        return carried().caution();
    }

    private Carried carried() {
        return Carried.of(main.type(), main.method().getName());
    }

    private void requireCarriesNothing() throws LoopException {
        try {
            carried().certain().refuse();
        } catch (LoopException e) {
            hosted.cut(limit);
            throw e;
        }
    }

    private LoopException withoutLoop(HostedLoop ended) {
        ended.cut(limit);
        return ended.failure()
                .map(it -> new LoopException(
                        "main of %s threw %s before it called Atomizable.loop".formatted(main.name(), describe(it)),
                        "Correct main, or the parameters that it was given as arguments: " + main.arguments(),
                        it))
                .orElseGet(() -> new LoopException(
                        "main of %s ended without calling Atomizable.loop".formatted(main.name()),
                        "Write the loop as for (long step : run) with try (Run run = Atomizable.loop(spec)), or name"
                                + " another class"));
    }

    private String describe(Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        return thrown + (trace.length == 0 ? "" : " (at " + trace[0] + ")");
    }

    @Override
    public JobSpec spec() {
        return spec;
    }

    @Override
    public void run(long atom) throws Exception {
        requireNext(atom);
        hosted.goOn();
        requireSafePoint("turn " + atom);
    }

    /** {@inheritDoc} Here that thread is the one of {@code main}. */
    @Override
    public long runAtoms(long first, BetweenAtoms between) throws Exception {
        Run.SafePoint reached = requireNext(first);
        hosted.goOnWhile(this, between);
        return requireSafePoint("turn " + reached.nextTurn()).nextTurn();
    }

    private Run.SafePoint requireNext(long atom) throws Exception {
        Run.SafePoint reached = safePoint();
        if (reached.nextTurn() != atom) {
            throw new IllegalStateException("atom %s of %s was asked for, but its loop is before turn %s"
                    .formatted(atom, main.name(), reached.nextTurn()));
        }
        return reached;
    }

    @Override
    public void save(StateWriter to) throws IOException {
        reachSafePoint();
        hosted.save(to);
    }

    @Override
    public void restore(StateReader from) throws IOException {
        if (hosted.place() != Place.DECLARED) {
            hosted.cut(limit);
            warnOfFailure();
            startAnew();
        }
        hosted.goOnFrom(from);
        reachSafePoint();
    }

    private void startAnew() throws IOException {
        hosted = HostedLoop.start(main);
        evaluated = false;
        if (!hosted.spec().equals(Optional.of(spec))) {
            throw new IOException(
                    "main of %s declared %s, and now declares %s: its spec must follow from its arguments alone"
                            .formatted(
                                    main.name(),
                                    spec,
                                    hosted.spec().map(JobSpec::toString).orElse("nothing")));
        }
    }

    @Override
    public boolean enough(long nextAtom) {
        try {
            reachSafePoint();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return hosted.point().orElseThrow().enough();
    }

    @Override
    public Optional<Bytes> memoryUsed() {
        return hosted.point().flatMap(Run.SafePoint::memoryUsed);
    }

    @Override
    public Bytes shrink(Pressure pressure) throws Exception {
        return safePoint().shrink(pressure);
    }

    /** Returns what the loop has reported in its turns, if anything. */
    @Override
    public Optional<Metric> measure() {
        return hosted.metric();
    }

    /** Ends the loop of a finished job, and lets {@code main} run on to its end. Returns what that reports, if anything. */
    @Override
    public Optional<Metric> evaluate() throws Exception {
        if (!evaluated) {
            Run.SafePoint point = safePoint();
            if (!point.enough() && spec.atomsLeft(point.nextTurn()) > 0) {
                throw new IllegalStateException("the loop of %s is before turn %s, and not finished yet"
                        .formatted(main.name(), point.nextTurn()));
            }
            hosted.end();
            evaluated = true;
            if (hosted.failure().isPresent()) {
                Rethrown.asItIs(hosted.failure().get());
            }
        }
        return hosted.metric();
    }

    @Override
    public void close() {
        boolean ended = hosted.place() == Place.ENDED;
        hosted.cut(limit);
        if (!ended) {
            warnOfFailure();
        }
    }

    private void warnOfFailure() {
        hosted.failure()
                .ifPresent(it -> LOG.warn(
                        "main of {} threw {} after its loop was ended; use the result only if run.finished()",
                        main.name(),
                        describe(it)));
    }

    /** Returns the safe point where the loop waits; lets it reach its first one if it has not begun. */
    private Run.SafePoint safePoint() throws Exception {
        if (hosted.place() == Place.DECLARED) {
            hosted.goOn();
        }
        return requireSafePoint("its first turn");
    }

    private Run.SafePoint requireSafePoint(String where) throws Exception {
        if (hosted.place() == Place.ENDED) {
            if (hosted.failure().isPresent()) {
                Rethrown.asItIs(hosted.failure().get());
            }
            throw new LoopException(
                    "main of %s ended in %s".formatted(main.name(), where),
                    "Let the loop run until its iterator ends; to end it early, call run.enough() in an open-ended"
                            + " job");
        }
        return hosted.point().orElseThrow();
    }

    private void reachSafePoint() throws IOException {
        try {
            safePoint();
        } catch (Exception e) {
            Rethrown.asIo(e, "main of %s failed".formatted(main.name()));
        }
    }
}
