package org.atomizable.djl;

import ai.djl.engine.Engine;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import ai.djl.nn.Block;
import ai.djl.training.ParameterStore;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Dataset;
import ai.djl.training.loss.Loss;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.djl.data.Shuffle;
import org.atomizable.djl.engine.EngineOutOfMemoryError;
import org.atomizable.djl.engine.EngineTurn;
import org.atomizable.djl.engine.HeldMemory;
import org.atomizable.djl.engine.NewestLoss;
import org.atomizable.djl.engine.OwnMemory;
import org.atomizable.djl.engine.Seeds;
import org.atomizable.djl.state.NetworkMemory;
import org.atomizable.djl.state.Recipe;
import org.atomizable.djl.state.Weights;

/**
 * A training with DJL on PyTorch that can be interrupted between any two steps. Its atom is one optimizer step on one
 * batch.
 *
 * <pre>{@code
 * Atomizable job = DjlTraining.of(JobSpec.of("digits", DjlTraining.atoms(60_000, 64, 10)))
 *         .seed(7)
 *         .model(() -> network())
 *         .loss(Loss.softmaxCrossEntropyLoss())
 *         .optimizer(ExactOptimizer.adam(LearningRate.constant(1e-3f)))
 *         .data(ExampleSource.of(digits), 64)
 *         .evaluate(Evaluation.accuracy(ExampleSource.of(unseen), 256))
 *         .build();
 * }</pre>
 *
 * <p>Every array that is created during a step is closed after it, whoever created it. A block must not keep an array
 * for the next step.
 *
 * <p>{@link #memoryUsed} counts the arrays that DJL knows, deterministically. It is not an upper bound of the process's
 * memory: the engine's own working memory comes on top.
 */
public final class DjlTraining implements Atomizable, Metric.Source {

    private static final String PROGRESS = "progress";
    private static final String EXAMPLES = "examples";
    private static final long INITIALIZATION = -1;
    private static final long LOST = -1;

    private final long seed;
    private final Loss lossFunction;
    private final ExactOptimizer optimizer;
    private final ExampleSource source;
    private final Optional<Evaluation> evaluation;
    private final Engine engine;
    private final Recipe recipe;
    private final NDManager manager;
    private final Block block;
    private final ParameterStore store;
    private final Shuffle shuffle;
    private final Weights weights;
    private final HeldMemory memory;
    private final NewestLoss loss = new NewestLoss();
    private final JobSpec spec;

    /** All the progress there is: epoch, place in it, learning rate and bias corrections follow from it. */
    private long nextAtom;

    DjlTraining(DjlTrainingBuilder from) throws IOException {
        this.engine = EngineTurn.engine();
        // Measurements with one batch size or engine say nothing of another.
        JobSpec declared = from.spec
                .withTrait("batch", String.valueOf(from.batch))
                .withTrait("engine", engine.getEngineName() + " " + engine.getVersion());
        this.seed = from.seed;
        Supplier<? extends Block> model = from.needed(from.model, "a model(...)");
        this.lossFunction = from.needed(from.loss, "a loss(...)");
        this.optimizer = from.needed(from.optimizer, "an optimizer(...)");
        this.source = from.needed(from.source, "data(...)");
        this.evaluation = from.evaluation;
        this.shuffle = new Shuffle(seed, source.size(), from.batch, from.dropLast);
        this.recipe = new Recipe(settings(from), engine, from.acceptOtherEnvironments);
        this.manager = engine.newBaseManager();
        try {
            this.block = model.get();
            this.spec = initialize(declared, from.batch)
                    .map(declared::withEstimatedMemory)
                    .orElse(declared);
            this.store = new ParameterStore(manager, false);
            this.weights = new Weights(block, optimizer.moments(), manager);
            this.memory = weights.memory(() -> 0);
        } catch (IOException | RuntimeException e) {
            manager.close();
            throw e;
        }
    }

    /** Returns in words what must agree with a checkpoint. How long a job is stands in its spec alone. */
    private String settings(DjlTrainingBuilder from) {
        return "seed %s, %s examples in batches of %s%s, %s"
                .formatted(seed, source.size(), from.batch, from.dropLast ? ", the last one dropped" : "", optimizer);
    }

    /** Starts to describe a training; the spec must tell its total. */
    public static DjlTrainingBuilder of(JobSpec spec) {
        return new DjlTrainingBuilder(spec);
    }

    /**
     * Starts to describe the training of a DJL trainer, with all that its configuration names.
     *
     * <pre>{@code
     * Atomizable job = DjlTraining.of("sentiment", () -> model.newTrainer(config), dataset)
     *         .epochs(5)
     *         .seed(7)
     *         .build();
     * }</pre>
     *
     * @param name the job's name
     * @param trainer makes the trainer, once, with the engine seeded. The job closes trainer and model
     * @param dataset what it learns from; the order of its examples follows from the seed
     */
    public static DjlTrainerBuilder of(String name, Supplier<? extends Trainer> trainer, Dataset dataset) {
        return new DjlTrainerBuilder(name, trainer, dataset);
    }

    /** Returns how many atoms {@code epochs} passes over {@code examples} in batches of {@code batch} are. */
    public static long atoms(int examples, int batch, long epochs) {
        return Math.multiplyExact(Shuffle.batches(examples, batch, false), epochs);
    }

    /** Returns what a step should need, if the job does not declare it. */
    private Optional<Bytes> initialize(JobSpec declared, int size) throws IOException {
        int[] first = IntStream.range(0, Math.min(size, source.size())).toArray();
        return EngineTurn.take(engine, Seeds.ofAtom(seed, INITIALIZATION), collector -> {
            try (NDManager scope = manager.newSubManager()) {
                Examples batch = source.load(scope, first);
                block.initialize(manager, DataType.FLOAT32, batch.data().getShapes());
                return declared.memory().isPresent()
                        ? Optional.empty()
                        : NetworkMemory.expected(
                                declared.name(), block, optimizer.moments().size(), batch.data(), batch.labels());
            }
        });
    }

    @Override
    public JobSpec spec() {
        return spec;
    }

    @Override
    public void run(long atom) throws Exception {
        if (atom != nextAtom) {
            throw new IllegalStateException(
                    nextAtom == LOST
                            ? "atom %s cannot run: the state was lost in a failure; restore it first".formatted(atom)
                            : "atom %s cannot run: the state stands before atom %s".formatted(atom, nextAtom));
        }
        nextAtom = LOST; // until the whole step is done
        try (NDManager scope = manager.newSubManager();
                NDScope strays = new NDScope()) {
            strays.suppressNotUsedWarning();
            EngineTurn.Recorded recorded = EngineTurn.take(engine, Seeds.ofAtom(seed, atom), collector -> {
                Examples batch = load(source, shuffle.indices(atom), scope);
                NDList said = block.forward(store, batch.data(), batch.labels(), null);
                return new EngineTurn.Recorded(collector, lossFunction.evaluate(batch.labels(), said));
            });
            recorded.backward();
            memory.observe();
            optimizer.update(weights.trained(), Math.toIntExact(atom + 1));
            loss.is(recorded.value());
        } catch (EngineException e) {
            throw EngineOutOfMemoryError.unlessOne("at atom " + atom, e);
        }
        nextAtom = atom + 1;
    }

    private static Examples load(ExampleSource source, int[] indices, NDManager scope) throws IOException {
        Examples raw = source.load(scope, indices);
        return new Examples(OwnMemory.copies(raw.data(), scope), OwnMemory.copies(raw.labels(), scope));
    }

    @Override
    public void save(StateWriter to) throws IOException {
        if (nextAtom == LOST) {
            throw new IllegalStateException("there is no state to save: it was lost in a failure; restore it first");
        }
        to.longs(PROGRESS, nextAtom);
        recipe.save(to, EXAMPLES, source.digest().orElse(""));
        weights.save(to);
    }

    @Override
    public void restore(StateReader from) throws IOException {
        nextAtom = LOST; // until everything is taken over
        loss.forget();
        recipe.requireSettings(from);
        requireSameExamples(from);
        recipe.requireEnvironment(from);
        long[] progress = from.longs(PROGRESS);
        if (progress.length != 1 || progress[0] < 0) {
            throw new StateMismatchException("the state does not tell how many atoms are done");
        }
        weights.restore(from, elsewhere -> false);
        nextAtom = progress[0];
    }

    private void requireSameExamples(StateReader from) throws IOException {
        String saved = from.text(EXAMPLES);
        String here = source.digest().orElse("");
        if (!saved.isEmpty() && !here.isEmpty() && !saved.equals(here)) {
            throw new StateMismatchException(
                    "the state was trained on examples with hash %s, these have %s".formatted(saved, here));
        }
    }

    @Override
    public Map<String, String> notes() {
        return Map.of(
                "seed", String.valueOf(seed),
                "epoch", String.valueOf(shuffle.epochOf(nextAtom)),
                "batchOfEpoch", String.valueOf(shuffle.batchOfEpoch(nextAtom)),
                "engine", recipe.environment());
    }

    @Override
    public Optional<Bytes> memoryUsed() {
        return Optional.of(memory.takePeak());
    }

    /** Returns the loss of the newest step. */
    @Override
    public Optional<Metric> measure() {
        return loss.metric();
    }

    @Override
    public Optional<Metric> evaluate() throws Exception {
        return evaluation.isEmpty()
                ? Optional.empty()
                : Optional.of(evaluation.get().of(this::answer));
    }

    private void answer(ExampleSource source, int batch, BiConsumer<NDList, NDList> seen) throws IOException {
        Shuffle.requireBatch(batch);
        for (int from = 0; from < source.size(); from += batch) {
            int[] indices =
                    IntStream.range(from, Math.min(source.size(), from + batch)).toArray();
            try (NDManager scope = manager.newSubManager();
                    NDScope strays = new NDScope()) {
                strays.suppressNotUsedWarning();
                Examples answered = EngineTurn.take(engine, Seeds.ofAtom(seed, from), collector -> {
                    Examples asked = load(source, indices, scope);
                    return new Examples(block.forward(store, asked.data(), false), asked.labels());
                });
                memory.observe();
                seen.accept(answered.data(), answered.labels());
            } catch (EngineException e) {
                throw EngineOutOfMemoryError.unlessOne("in an evaluation", e);
            }
        }
    }

    /** Returns how many arrays DJL holds for this job; a number that must not grow. */
    int arraysHeld() {
        return manager.getManagedArrays().size();
    }

    @Override
    public void close() {
        manager.close();
    }
}
