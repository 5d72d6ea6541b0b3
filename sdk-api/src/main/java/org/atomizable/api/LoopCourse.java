package org.atomizable.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.atomizable.api.Shrinkable.Pressure;

/**
 * How far a loop is. It asks the host at each safe point. In nested loops, a safe point that ends an epoch is in the outer
 * loop, after the code that follows the inner one; all others are in the inner loop. A state is restored at the very place
 * where it was saved, so what the outer body does before the inner loop is overwritten when an epoch is resumed.
 */
final class LoopCourse implements Run.SafePoint {

    private static final String PLACE = LoopStates.RESERVED + ".loop";

    private final JobSpec spec;
    private final Run.Host host;
    private final LoopStates states;
    private Supplier<Optional<Bytes>> memory = Optional::empty;
    private Shrinkable shrinkable = pressure -> Bytes.ZERO;
    /** Has the number of the next safe point to pass, or of the turn that runs. */
    private long turn;

    private long epoch;
    private long inEpoch;
    private long passed = -1;
    private boolean enough;
    private boolean iterated;
    private boolean begun;
    private boolean open;
    private boolean over;
    private boolean closed;
    private boolean inside;
    private boolean innerAwaited;
    private Optional<StateReader> pending = Optional.empty();

    LoopCourse(JobSpec spec, Run.Host host, LoopStates states) {
        this.spec = spec;
        this.host = host;
        this.states = states;
    }

    // The view of the host.

    @Override
    public long nextTurn() {
        return turn;
    }

    @Override
    public boolean enough() {
        return enough;
    }

    @Override
    public boolean insideEpoch() {
        return inside;
    }

    @Override
    public void save(StateWriter to) throws IOException {
        to.longs(PLACE, turn, epoch, inEpoch, enough ? 1 : 0);
        states.save(to);
    }

    @Override
    public Optional<Bytes> memoryUsed() {
        return memory.get();
    }

    @Override
    public Bytes shrink(Pressure pressure) throws Exception {
        return shrinkable.shrink(pressure);
    }

    // The calls of the loop.

    void countMemory(Supplier<Bytes> used) {
        memory = () -> Optional.of(used.get());
    }

    void shrinkBy(Shrinkable how) {
        shrinkable = how;
    }

    /** Returns the number of the last safe point that was passed, which is that of the turn after it; -1 before the first. */
    long passed() {
        return passed;
    }

    long running() {
        requireTurn("turn");
        return passed;
    }

    long epoch() {
        requireTurn("epoch");
        return epoch;
    }

    boolean recurs(String phase) {
        requireTurn("recurs");
        Long every = spec.recurring().get(phase);
        if (every == null) {
            throw new IllegalArgumentException(
                    "job %s has no recurring phase \"%s\": write spec.withRecurring(\"%s\", n); it has %s"
                            .formatted(
                                    spec.name(), phase, phase, spec.recurring().keySet()));
        }
        return (passed + 1) % every == 0;
    }

    void makeLast() {
        requireTurn("enough");
        if (spec.totalAtoms().isPresent()) {
            throw new IllegalStateException(
                    "job %s has a total of %s atoms, so run.enough() cannot end it: write JobSpec.openEnded(\"%s\")"
                            .formatted(spec.name(), spec.totalAtoms().getAsLong(), spec.name()));
        }
        enough = true;
    }

    boolean finished() {
        requireOpen("run.finished() was called");
        if (open || !over) {
            throw new IllegalStateException(
                    "run.finished() was called %s. Call it after the loop; to leave the loop early, %s instead of break"
                            .formatted(
                                    open ? "in turn " + passed + ", which has not ended" : "before the loop ended",
                                    endsEarly()));
        }
        return complete() && host.takesResult();
    }

    /** Returns the advice for those who wrote break: a total cannot be cut short. */
    private String endsEarly() {
        return spec.totalAtoms().isEmpty()
                ? "call run.enough()"
                : "write JobSpec.openEnded(\"%s\") in place of the total, and call run.enough()".formatted(spec.name());
    }

    void report(Metric metric) {
        if (!open && !finished()) {
            throw new IllegalStateException("run.report was called, but the job is not finished here:"
                    + " call it in a turn, or inside of if (run.finished()) { … }");
        }
        host.report(metric);
    }

    private boolean complete() {
        return enough || spec.atomsLeft(turn) == 0;
    }

    void requireNotBegun(String what) {
        requireOpen(what);
        if (begun) {
            throw new IllegalStateException(
                    "%s at %s, after the loop began. Register it before the loop".formatted(what, caller()));
        }
    }

    static String caller() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(it -> !it.getClassName().startsWith(Run.class.getPackageName() + "."))
                        .findFirst()
                        .map(it -> it.getFileName() + ":" + it.getLineNumber()))
                .orElse("an unknown line");
    }

    void close() {
        closed = true;
        over = true;
        if (open) {
            throw new IllegalStateException(
                    "the loop was left in turn %s, which has not ended. If that was by break or return, %s instead, and let the turn end"
                            .formatted(passed, endsEarly()));
        }
    }

    void requireOpen(String what) {
        if (closed) {
            throw new IllegalStateException(what + " after run was closed: use run inside of its try block");
        }
    }

    private void requireTurn(String what) {
        requireOpen("run." + what + "() was called");
        if (passed < 0) {
            throw new IllegalStateException(
                    "run.%s() was called before the first turn: call it inside of the loop".formatted(what));
        }
    }

    // The calls of the iterators.

    void iterate() {
        requireOpen("the loop began");
        if (iterated) {
            throw new IllegalStateException(
                    "run was iterated twice, the second time at %s: a run has one loop. Use run.epochs for nested loops"
                            .formatted(caller()));
        }
        iterated = true;
    }

    void begin() {
        begun = true;
        pending = host.begin();
        pending.ifPresent(saved -> reading(() -> {
            long[] place = saved.longs(PLACE);
            turn = place[0];
            epoch = place[1];
            inEpoch = place[2];
            enough = place[3] != 0;
        }));
        if (inEpoch > 0) {
            // The code before the inner loop draws the same random numbers as when the epoch began.
            passed = turn - inEpoch;
        }
    }

    void restorePending() {
        pending.ifPresent(saved -> reading(() -> states.restore(saved)));
        pending = Optional.empty();
    }

    private interface Reading {
        void run() throws IOException;
    }

    private static void reading(Reading reading) {
        try {
            reading.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void endTurn() {
        if (open) {
            open = false;
            turn++;
            inEpoch++;
        }
    }

    /** Asks the host for another turn. */
    boolean pass(boolean insideEpoch) {
        inside = insideEpoch;
        boolean goesOn = host.turn(this);
        if (goesOn) {
            passed = turn;
        } else {
            over = true;
        }
        return goesOn;
    }

    void requireTotal(long length, String loop) {
        long total = spec.totalAtoms().orElse(length);
        if (total != length) {
            throw new IllegalStateException("job %s has %s atoms, but %s has %s turns: write JobSpec.of(\"%s\", %s)"
                    .formatted(spec.name(), total, loop, length, spec.name(), length));
        }
    }

    void requireAtomsLeft() {
        if (spec.atomsLeft(turn) == 0) {
            throw new IllegalStateException(
                    "job %s has %s atoms, but its epochs have more turns: correct the total of its spec"
                            .formatted(spec.name(), turn));
        }
    }

    /** An epoch begins, which has one loop of turns. */
    void awaitInner() {
        innerAwaited = true;
    }

    void beginInner() {
        requireOpen("a loop of turns began");
        if (!innerAwaited) {
            throw new IllegalStateException(
                    "a loop of turns began at %s: each epoch of run.epochs has one. Without epochs, iterate run, or run.over with a number of epochs"
                            .formatted(caller()));
        }
        innerAwaited = false;
    }

    boolean hasBegun() {
        return begun;
    }

    boolean isOver() {
        return over;
    }

    /** Returns whether a state is still to be restored: at the loop inside the epoch. */
    boolean awaitsRestore() {
        return pending.isPresent();
    }

    boolean isOpenEnded() {
        return spec.totalAtoms().isEmpty();
    }

    void isEnough() {
        enough = true;
    }

    /** Begins a turn. */
    void open() {
        open = true;
    }

    long currentEpoch() {
        return epoch;
    }

    void enter(long entered) {
        epoch = entered;
    }

    long turnsOfEpoch() {
        return inEpoch;
    }

    /** Ends an epoch, with its last turn. */
    void endEpoch() {
        if (awaitsRestore()) {
            throw new IllegalStateException(
                    "epoch %s was resumed at its turn %s, but its loop of turns did not begin: reach it in every epoch"
                            .formatted(epoch, inEpoch));
        }
        endTurn();
        if (inEpoch == 0) {
            throw new IllegalStateException(
                    "epoch %s had no turn: iterate run.turns or run.over inside of every epoch".formatted(epoch));
        }
        epoch++;
        inEpoch = 0;
    }
}
