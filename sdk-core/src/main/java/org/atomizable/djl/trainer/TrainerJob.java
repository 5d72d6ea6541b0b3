package org.atomizable.djl.trainer;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDScope;
import ai.djl.training.dataset.Batch;
import ai.djl.training.evaluator.Evaluator;
import ai.djl.training.listener.EarlyStoppingListener.EarlyStoppedException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.djl.data.BatchFeed;
import org.atomizable.djl.engine.EngineOutOfMemoryError;
import org.atomizable.djl.engine.EngineTurn;
import org.atomizable.djl.engine.HeldMemory;
import org.atomizable.djl.engine.NewestLoss;
import org.atomizable.djl.engine.Seeds;
import org.atomizable.djl.state.Recipe;

/**
 * A training by a DJL trainer. Its atom is one update of the parameters. The last atom of an epoch also evaluates, and
 * tells the listeners that the epoch is over.
 */
public final class TrainerJob implements Atomizable, Metric.Source {

    private static final String BATCHES = "batches";
    private static final Progress LOST = new Progress(-1, 0, 0, false, 1, -1);

    private final TrainerPlan plan;
    private final Engine engine;
    private final TrainerParts parts;
    private final Pass pass;
    private final BatchFeed feed;
    private final Recipe recipe;
    private final HeldMemory memory;
    private final NewestLoss loss = new NewestLoss();
    private final JobSpec spec;
    private Progress progress = Progress.START;
    private int largestBatch = 1;

    /**
     * Makes the trainer, and initializes its model where it is not.
     *
     * @throws IOException if the first batch, which tells the model its shape, cannot be read
     * @throws org.atomizable.djl.state.NotResumableException if a component cannot be resumed
     */
    public TrainerJob(TrainerPlan plan) throws IOException {
        this.plan = plan;
        this.engine = EngineTurn.engine();
        this.feed = BatchFeed.of(plan.dataset(), plan.seed(), engine);
        this.parts = TrainerParts.make(plan, feed, engine);
        this.pass = new Pass(parts.trainer(), engine);
        this.recipe = new Recipe(plan.settings(feed.description()), engine, plan.acceptOtherEnvironments());
        this.memory = parts.state().memory();
        this.spec = parts.spec(plan, feed, atomsOfEpoch());
    }

    private OptionalLong atomsOfEpoch() {
        OptionalLong batches = feed.perEpoch();
        return batches.isPresent()
                ? OptionalLong.of((batches.getAsLong() + plan.batches() - 1) / plan.batches())
                : batches;
    }

    /** Returns the model that is trained, such as to save it when the job has finished. It is closed with the job. */
    public Model model() {
        return parts.trainer().getModel();
    }

    @Override
    public JobSpec spec() {
        return spec;
    }

    @Override
    public void run(long atom) throws Exception {
        if (atom != progress.atom()) {
            throw new IllegalStateException(
                    progress.equals(LOST)
                            ? "atom %s cannot run: the state was lost in a failure; restore it first".formatted(atom)
                            : "atom %s cannot run: the state stands before atom %s".formatted(atom, progress.atom()));
        }
        Progress before = progress;
        progress = LOST; // until the whole step is done
        progress = plan.smallerBatches() ? stepInParts(before) : step(before);
    }

    private Progress step(Progress at) throws IOException {
        return update(at, learn(at));
    }

    /** Does a step, and learns again with smaller parts where the memory did not suffice. */
    private Progress stepInParts(Progress start) throws IOException {
        Progress now = start;
        int batches = 0;
        try (NDScope copies = new NDScope()) {
            copies.suppressNotUsedWarning();
            Runnable stateBack = parts.state().bookmark();
            Runnable observersBack = parts.observers().bookmark();
            while (batches == 0) {
                try {
                    batches = learn(now);
                } catch (EngineOutOfMemoryError e) {
                    if (now.parts() >= largestBatch) {
                        throw e;
                    }
                    stateBack.run();
                    observersBack.run();
                    now = now.divided();
                }
            }
        }
        return update(now, batches);
    }

    /** Adds the gradients of an atom's batches, and returns how many there were. */
    private int learn(Progress at) throws IOException {
        int done = 0;
        double sum = 0;
        while (done < plan.batches() && (done == 0 || feed.has(at.epoch(), at.batch() + done))) {
            int number = done++;
            sum += feed.use(
                    at.epoch(),
                    at.batch() + number,
                    parts.manager(),
                    "at atom " + at.atom(),
                    batch -> learn(at, number, batch));
        }
        loss.is(sum / done);
        return done;
    }

    private Progress update(Progress at, int batches) throws IOException {
        try (NDScope strays = new NDScope()) {
            strays.suppressNotUsedWarning();
            parts.state().step(engine, plan.seed(), at.atom(), plan.clipNorm());
        } catch (EngineException e) {
            throw EngineOutOfMemoryError.unlessOne("in the update of atom " + at.atom(), e);
        }
        Progress next = at.after(batches);
        return feed.has(next.epoch(), next.batch()) ? next : epochEnds(next);
    }

    private double learn(Progress at, int number, Batch batch) throws IOException {
        largestBatch = Math.max(largestBatch, batch.getSize());
        double sum = 0;
        List<Batch> divided = Pass.parts(batch, at.parts());
        for (int i = 0; i < divided.size(); i++) {
            Batch part = divided.get(i);
            float share = (float) part.getSize() / batch.getSize();
            sum += pass.learn(part, seed(at.atom(), number, i), share);
            memory.observe();
        }
        return sum;
    }

    /** The first batch of an atom has the seed that it has in a training without a trainer. */
    private int seed(long atom, int number, int part) {
        long which = number + ((long) part << 32);
        return Seeds.ofAtom(which == 0 ? plan.seed() : Seeds.mix(plan.seed(), 3 + which), atom);
    }

    private Progress epochEnds(Progress at) throws IOException {
        if (parts.validation().isPresent()) {
            parts.validation().get().each(plan.seed(), memory, pass::validate);
        }
        try (NDScope strays = new NDScope()) {
            strays.suppressNotUsedWarning();
            parts.trainer().notifyListeners(listener -> listener.onEpoch(parts.trainer()));
        } catch (EarlyStoppedException e) {
            return at.nextEpoch().stop();
        }
        return at.nextEpoch();
    }

    @Override
    public boolean enough(long nextAtom) {
        return progress.stopped() || progress.epoch() >= plan.epochs();
    }

    @Override
    public void save(StateWriter to) throws IOException {
        if (progress.equals(LOST)) {
            throw new IllegalStateException("there is no state to save: it was lost in a failure; restore it first");
        }
        progress.save(to);
        recipe.save(to, BATCHES, feed.mark(progress.epoch(), progress.batch()));
        parts.observers().save(to);
        parts.state().save(to);
    }

    @Override
    public void restore(StateReader from) throws IOException {
        progress = LOST; // until everything is taken over
        loss.forget();
        recipe.requireSettings(from);
        recipe.requireEnvironment(from);
        String mark = from.text(BATCHES);
        Progress saved = Progress.read(from);
        parts.state().restore(from);
        parts.observers().restore(from);
        feed.expect(saved.epoch(), saved.batch(), mark);
        progress = saved;
    }

    @Override
    public Map<String, String> notes() {
        Map<String, String> notes = new TreeMap<>(Map.of(
                "seed", String.valueOf(plan.seed()),
                "epoch", String.valueOf(progress.epoch()),
                "batchOfEpoch", String.valueOf(progress.batch()),
                "engine", recipe.environment()));
        if (progress.dividedSince() >= 0) {
            notes.put(
                    "inexact",
                    "the memory did not suffice: from atom %s on, batches were divided into %s parts or fewer"
                            .formatted(progress.dividedSince(), progress.parts()));
        }
        return notes;
    }

    @Override
    public Optional<Bytes> memoryUsed() {
        return Optional.of(memory.takePeak());
    }

    /** Returns the loss of the newest atom, the mean of its batches. */
    @Override
    public Optional<Metric> measure() {
        return loss.metric();
    }

    @Override
    public Optional<Metric> evaluate() throws Exception {
        if (parts.validation().isEmpty()) {
            return Optional.empty();
        }
        Runnable back = parts.observers().bookmark();
        try {
            // The first one is the loss, if there is no other.
            Evaluator evaluator = parts.trainer().getEvaluators().get(0);
            return Optional.of(parts.validation().get().metric(plan.seed(), memory, evaluator, pass));
        } finally {
            back.run();
        }
    }

    @Override
    public void close() {
        feed.close();
        parts.close();
    }
}
