package org.atomizable.djl;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.training.ParameterStore;
import ai.djl.training.dataset.Dataset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.djl.data.BatchFeed;
import org.atomizable.djl.engine.EngineTurn;
import org.atomizable.djl.engine.Seeds;
import org.atomizable.djl.state.ModelParameters;

/**
 * The answers of a model to a large data set, written to a file. An atom is one batch. However the job is interrupted, the
 * file ends with one entry for each example, in the order of the data set.
 *
 * <pre>{@code
 * Atomizable job = DjlInference.of("labels", () -> load(directory), photos, Path.of("labels.csv")).build();
 * }</pre>
 *
 * <p>All processes of the job must see the same file.
 */
public final class DjlInference implements Atomizable {

    private static final String PROGRESS = "progress";
    private static final String MODEL = "model";

    private final Engine engine;
    private final Model model;
    private final ParameterStore store;
    private final BatchFeed feed;
    private final PredictionFile file;
    private final Function<NDList, List<String>> lines;
    private final String answering;
    private final JobSpec spec;
    private final long seed;
    private long next;
    private long place;
    private boolean ended;

    DjlInference(DjlInferenceBuilder from) throws IOException {
        this.engine = EngineTurn.engine();
        this.seed = from.seed;
        this.file = new PredictionFile(from.file);
        this.lines = from.lines;
        this.feed = BatchFeed.inSequence(from.dataset, seed, engine);
        this.model = EngineTurn.take(engine, Seeds.ofAtom(seed, -1), collector -> from.model.get());
        this.store = new ParameterStore(this.model.getNDManager(), false);
        this.answering = checkSum(this.model) + ", " + feed.description();
        JobSpec whole = feed.perEpoch().isPresent()
                ? JobSpec.of(from.name, feed.perEpoch().getAsLong())
                : JobSpec.openEnded(from.name);
        this.spec = from.spec.apply(whole.withTrait("batches", feed.description())
                .withTrait("engine", engine.getEngineName() + " " + engine.getVersion()));
    }

    /**
     * Starts to describe an inference.
     *
     * @param name the job's name
     * @param model loads the model, whose parameters are initialized; called once. The job closes the model
     * @param dataset the examples, in batches of the size that its sampler has; their order is that of the data set
     * @param file where the answers go; a file that is there is overwritten
     */
    public static DjlInferenceBuilder of(String name, Supplier<? extends Model> model, Dataset dataset, Path file) {
        return new DjlInferenceBuilder(name, model, dataset, file);
    }

    /** A file in which some answers are those of another model would be of no use. */
    private static String checkSum(Model model) {
        CRC32C sum = new CRC32C();
        for (ModelParameters.Named one : ModelParameters.of(model.getBlock()).all()) {
            NDArray array = one.array();
            sum.update(array.toByteBuffer());
        }
        return "parameters with check sum " + Long.toHexString(sum.getValue());
    }

    @Override
    public JobSpec spec() {
        return spec;
    }

    @Override
    public void run(long atom) throws Exception {
        if (atom != next) {
            throw new IllegalStateException(
                    "atom %s cannot run: the state stands before atom %s".formatted(atom, next));
        }
        long end = feed.use(0, atom, model.getNDManager(), "at atom " + atom, batch -> {
            NDList answers = EngineTurn.take(
                    engine,
                    Seeds.ofAtom(seed, atom),
                    collector -> model.getBlock().forward(store, batch.getData(), false));
            return file.write(place, lines.apply(answers));
        });
        ended = !feed.has(0, atom + 1);
        if (ended) {
            file.end(end);
        }
        place = end;
        next = atom + 1;
    }

    @Override
    public boolean enough(long nextAtom) {
        return ended;
    }

    @Override
    public void save(StateWriter to) throws IOException {
        file.force();
        to.longs(PROGRESS, next, place, ended ? 1 : 0);
        to.text(MODEL, answering);
        to.text("mark", feed.mark(0, next));
    }

    @Override
    public void restore(StateReader from) throws IOException {
        String answered = from.text(MODEL);
        if (!answered.equals(answering)) {
            throw new StateMismatchException(
                    "the answers until here are of [%s], this is [%s]".formatted(answered, answering));
        }
        long[] saved = from.longs(PROGRESS);
        file.requireLength(saved[1]);
        feed.expect(0, saved[0], from.text("mark"));
        next = saved[0];
        place = saved[1];
        ended = saved[2] != 0;
    }

    @Override
    public Map<String, String> notes() {
        return Map.of("file", file.path().toString(), "bytes", String.valueOf(place));
    }

    @Override
    public void close() {
        feed.close();
        model.close();
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the file of the answers cannot be closed", e);
        }
    }
}
