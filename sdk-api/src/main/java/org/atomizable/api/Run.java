package org.atomizable.api;

import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.atomizable.api.Shrinkable.Pressure;

/**
 * A loop whose turns are the atoms of a job. {@link Atomizable#loop} makes one.
 *
 * <p>The end of each turn is a safe point. The loop does not know whether it is cut there: where a window ends, the
 * iterator ends too. Without a scheduler the loop runs straight to its end. What the turns change must be registered as
 * state before the loop begins, and nothing else may be carried from one turn to the next. All calls come from one thread.
 *
 * <pre>{@code
 * public static void main(String[] args) {
 *     try (Run run = Atomizable.loop(JobSpec.of("sum", 1_000_000))) {
 *         double[] sum = run.state("sum", new double[1]);
 *         for (long step : run) {
 *             sum[0] += 1.0 / ((step + 1.0) * (step + 1.0));
 *         }
 *         if (run.finished()) {
 *             System.out.println(sum[0]);
 *         }
 *     }
 * }
 * }</pre>
 */
public final class Run implements Iterable<Long>, AutoCloseable {

    /** Writes a part of the state. */
    @FunctionalInterface
    public interface Saver {

        /** Writes tensors, each under a name of its own. */
        void save(StateWriter to) throws IOException;
    }

    /** Reads what a {@link Saver} wrote, and replaces a part of the state by it. */
    @FunctionalInterface
    public interface Restorer {

        /** Reads the tensors that were saved. */
        void restore(StateReader from) throws IOException;
    }

    /** A loop between two turns, as its host sees it. Used by the thread of the loop, or while that waits in {@link Host#turn}. */
    public interface SafePoint {

        /** Returns the number of the next turn. */
        long nextTurn();

        /** Returns whether an open-ended loop is finished. */
        boolean enough();

        /** Returns whether it lies inside an epoch, so that code which follows the inner loop would run if that ended here. */
        boolean insideEpoch();

        /** Writes the whole state of the loop. */
        void save(StateWriter to) throws IOException;

        /** Returns the memory that the loop counts for itself, if it does. */
        Optional<Bytes> memoryUsed();

        /** Gives back memory, if the loop can; returns how much. */
        default Bytes shrink(Pressure pressure) throws Exception {
            return Bytes.ZERO;
        }
    }

    /**
     * The host of a loop: the runtime, or nothing but the loop's own thread. A runtime lets {@code main} run on a thread of a
     * {@link ThreadGroup} that is a host; the loops of that group, and of those inside it, are its loops.
     */
    public interface Host {

        /** Receives the work of a loop. Returns when the loop shall set itself up. */
        void declare(JobSpec spec);

        /** Called when the loop begins. Returns the state to begin with; empty for a new job. */
        Optional<StateReader> begin();

        /** Called at each safe point. Returns whether the loop makes the next turn; otherwise it ends. */
        boolean turn(SafePoint point);

        /** Returns whether the code after a finished loop shall use its result. */
        boolean takesResult();

        /** Receives what the job has achieved. */
        void report(Metric metric);

        /**
         * Returns where the user wants checkpoints of loops that no runtime runs: the system property {@code
         * atomizable.checkpoints}, or else the environment variable {@code ATOMIZABLE_CHECKPOINTS}. Such a loop is run by
         * a host that {@link java.util.ServiceLoader} finds.
         */
        static Optional<String> checkpoints() {
            return Optional.ofNullable(System.getProperty("atomizable.checkpoints"))
                    .or(() -> Optional.ofNullable(System.getenv("ATOMIZABLE_CHECKPOINTS")))
                    .filter(it -> !it.isBlank());
        }
    }

    private final LoopCourse course;
    private final LoopStates states;

    private Run(LoopCourse course, LoopStates states) {
        this.course = course;
        this.states = states;
    }

    static Run of(JobSpec spec, Host host) {
        host.declare(spec);
        LoopStates states = new LoopStates();
        return new Run(new LoopCourse(spec, host, states), states);
    }

    /**
     * Registers a part of the state that can write and read itself.
     *
     * @param name 1 to 100 letters, digits, {@code _} or {@code -}; the names of its tensors begin with it and a dot
     * @throws IllegalArgumentException if the name is not allowed or was used before
     * @throws IllegalStateException if the loop has begun
     */
    public void state(String name, Saver saver, Restorer restorer) {
        register(
                name,
                to -> saver.save(LoopStates.inside(name, to)),
                from -> restorer.restore(LoopStates.inside(name, from)));
    }

    /** Registers an array whose elements are state. Returns the same array. */
    public double[] state(String name, double[] array) {
        register(name, to -> to.doubles(name, array), from -> LoopStates.fill(name, from.doubles(name), array));
        return array;
    }

    /** Registers an array whose elements are state. Returns the same array. */
    public float[] state(String name, float[] array) {
        register(name, to -> to.floats(name, array), from -> LoopStates.fill(name, from.floats(name), array));
        return array;
    }

    /** Registers an array whose elements are state. Returns the same array. */
    public long[] state(String name, long[] array) {
        register(name, to -> to.longs(name, array), from -> LoopStates.fill(name, from.longs(name), array));
        return array;
    }

    /** Registers an array whose elements are state. Returns the same array. */
    public byte[] state(String name, byte[] array) {
        register(name, to -> to.bytes(name, array), from -> LoopStates.fill(name, from.bytes(name), array));
        return array;
    }

    /** Registers an array whose elements are state. Returns the same array. */
    public int[] state(String name, int[] array) {
        register(name, to -> LoopStates.write(to, name, array), from -> LoopStates.read(from, name, array));
        return array;
    }

    /** Registers an array whose elements are state. Returns the same array. */
    public boolean[] state(String name, boolean[] array) {
        register(name, to -> LoopStates.write(to, name, array), from -> LoopStates.read(from, name, array));
        return array;
    }

    /**
     * Registers a collection whose elements are state: {@code null}, numbers, texts, truth values, arrays of {@code double}, {@code
     * float}, {@code long} or {@code int}, and {@code ArrayList}s and {@code LinkedHashMap}s of them. Returns the same collection.
     *
     * @throws IllegalArgumentException if it is no {@code ArrayList}, {@code LinkedList}, {@code ArrayDeque}, {@code LinkedHashSet} or
     *     {@code TreeSet}. A save fails so for an element of another kind
     */
    public <C extends Collection<?>> C state(String name, C collection) {
        register(name, LoopValues.saver(name, collection), LoopValues.restorer(name, collection));
        return collection;
    }

    /**
     * Registers a map whose keys and values are state, as the elements of a collection are. Returns the same map.
     *
     * @throws IllegalArgumentException if it is no {@code LinkedHashMap} and no {@code TreeMap}
     */
    public <M extends Map<?, ?>> M state(String name, M map) {
        register(name, LoopValues.saver(name, map), LoopValues.restorer(name, map));
        return map;
    }

    /**
     * Leaves an object out of the state that turns change: a cache, a buffer that each turn fills before it reads it. No result may
     * depend on what earlier turns left in it. Returns the same object.
     */
    public <T> T unsaved(T object) {
        return object;
    }

    private void register(String name, Saver saver, Restorer restorer) {
        course.requireNotBegun("state \"%s\" was registered".formatted(name));
        states.add(name, saver, restorer);
    }

    /** Returns the turns that remain, by their numbers. */
    @Override
    public Iterator<Long> iterator() {
        return new Turns.Flat(course, Turns.NO_LENGTH, 1);
    }

    /** Throws an exception: turns run in a {@code for} statement, whose code is checked before it runs. */
    @Override
    public void forEach(Consumer<? super Long> action) {
        throw Turns.onlyFor("forEach");
    }

    /** Throws an exception: turns run one after the other, on the thread of the loop. */
    @Override
    public Spliterator<Long> spliterator() {
        throw Turns.onlyFor("spliterator");
    }

    /**
     * Returns an outer loop over epochs, by their numbers from 0. Each contains one inner loop over {@link #turns} or {@link
     * #over(List, int, long)}, whose turns are the atoms. Where the inner loop ends, the safe point is at the end of the
     * outer body.
     */
    public Iterable<Long> epochs(long epochs) {
        return new Turns.Loop<>(() -> new Turns.Epochs(course, epochs));
    }

    /** Returns the turns of the current epoch that remain, by their numbers from 0 in the epoch. */
    public Iterable<Long> turns(long turns) {
        return new Turns.Loop<>(() -> new Turns.Inner(course, turns));
    }

    /**
     * Returns a loop over batches, in which every epoch has each item once, in an order of {@code seed} and the epoch. The last batch
     * of an epoch has the items that are left. An open-ended job is finished after the last one.
     *
     * @throws IllegalArgumentException if there is no item, or {@code batch} or {@code epochs} is below 1
     */
    public <T> Iterable<List<T>> over(List<T> items, int batch, long epochs, long seed) {
        BatchOrder order = new BatchOrder(seed, items.size(), batch);
        long length = Math.multiplyExact(BatchOrder.positive("epochs", epochs), order.batches());
        return new Turns.Loop<>(() -> new Turns.Mapped<>(
                new Turns.Flat(course, length, order.batches()),
                turn -> order.batch(items, turn / order.batches(), turn % order.batches())));
    }

    /** Returns a loop over batches of the numbers from 0 to {@code size} - 1, otherwise as {@link #over(List, int, long, long)}. */
    public Iterable<List<Integer>> over(int size, int batch, long epochs, long seed) {
        return over(BatchOrder.numbers(size), batch, epochs, seed);
    }

    /** Returns the batches of the current epoch that remain. */
    public <T> Iterable<List<T>> over(List<T> items, int batch, long seed) {
        BatchOrder order = new BatchOrder(seed, items.size(), batch);
        return new Turns.Loop<>(() -> new Turns.Mapped<>(
                new Turns.Inner(course, order.batches()), inEpoch -> order.batch(items, course.epoch(), inEpoch)));
    }

    /** Returns the batches of the current epoch that remain, of the numbers from 0 to {@code size} - 1. */
    public Iterable<List<Integer>> over(int size, int batch, long seed) {
        return over(BatchOrder.numbers(size), batch, seed);
    }

    /** Returns how many batches an epoch has, for the total of a {@link JobSpec}. */
    public static long batches(int size, int batch) {
        return new BatchOrder(0, size, batch).batches();
    }

    /** Returns the number of the current turn. */
    public long turn() {
        return course.running();
    }

    /** Returns the number of the current epoch; 0 in a loop without epochs. */
    public long epoch() {
        return course.epoch();
    }

    /**
     * Returns whether the current turn belongs to a recurring phase of the spec, such as {@code evaluation}.
     *
     * @throws IllegalArgumentException if the spec has no such phase
     */
    public boolean recurs(String phase) {
        return course.recurs(phase);
    }

    /** Returns random numbers that follow from {@code seed} and the number of the turn, and need not be saved. */
    public RandomGenerator random(long seed) {
        return new TurnRandom(seed, course);
    }

    /**
     * Ends an open-ended loop at the end of the current turn. The turn must end: a loop that is left by {@code break} is not
     * at a safe point.
     *
     * @throws IllegalStateException if no turn runs, or the spec has a total
     */
    public void enough() {
        course.makeLast();
    }

    /**
     * Returns whether the job is finished and its result is wanted here; false if the loop was cut. It is asked after the
     * loop.
     *
     * @throws IllegalStateException if a turn has not ended: the loop was left by {@code break}
     */
    public boolean finished() {
        return course.finished();
    }

    /** Tells what the job has achieved: in a turn, so far; after the loop, in the end, which {@code atomizable run} prints. */
    public void report(Metric metric) {
        course.report(metric);
    }

    /** Registers what counts the memory that the loop has held since it was last asked. It must be cheap. */
    public void memory(Supplier<Bytes> used) {
        course.requireNotBegun("the count of memory was registered");
        course.countMemory(used);
    }

    /** Registers what gives back memory between two turns when the node of the loop asks for it. */
    public void onPressure(Shrinkable shrinkable) {
        course.requireNotBegun("what gives back memory was registered");
        course.shrinkBy(shrinkable);
    }

    /**
     * Ends the use of the loop.
     *
     * @throws IllegalStateException if a turn has not ended: the loop was left by {@code break}, {@code return} or an
     *     exception
     */
    @Override
    public void close() {
        course.close();
    }
}
