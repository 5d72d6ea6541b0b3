import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.djl.ndarray.*;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.*;
import ai.djl.nn.core.Linear;
import ai.djl.training.*;
import ai.djl.training.dataset.*;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import java.io.IOException;
import java.nio.file.*;
import java.util.Random;
import org.atomizable.api.Atomizable;
import org.atomizable.djl.DjlInference;
import org.atomizable.djl.DjlTraining;

public class DjlPage {
    static final int EXAMPLES = 24;
    static final NDManager MANAGER = NDManager.newBaseManager("PyTorch");

    final Path directory;

    DjlPage(Path directory) {
        this.directory = directory;
    }

    static SequentialBlock network() {
        return new SequentialBlock()
                .add(Linear.builder().setUnits(5).build())
                .add(Activation::relu)
                .add(Linear.builder().setUnits(3).build());
    }

    static DefaultTrainingConfig config() {
        return new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
                .optOptimizer(Optimizer.sgd().setLearningRateTracker(Tracker.fixed(0.1f)).build());
    }

    static ArrayDataset examples() {
        Random random = new Random(3);
        float[] features = new float[EXAMPLES * 4];
        float[] labels = new float[EXAMPLES];
        for (int i = 0; i < features.length; i++) features[i] = random.nextFloat();
        for (int i = 0; i < labels.length; i++) labels[i] = random.nextInt(3);
        return new ArrayDataset.Builder()
                .setData(MANAGER.create(features, new Shape(EXAMPLES, 4)))
                .optLabels(MANAGER.create(labels))
                .setSampling(8, true)
                .build();
    }

    static Model load(Path directory) {
        try {
            Model model = Model.newInstance("base", "PyTorch");
            model.setBlock(network());
            model.load(directory, "base");
            return model;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static Atomizable training() throws IOException {
        Model model = Model.newInstance("base", "PyTorch");
        model.setBlock(network());
        DefaultTrainingConfig config = config();
        Dataset dataset = examples();
        // block 1
        return job;
    }

    // block 2

    Atomizable tuning() throws IOException {
        return DjlTraining.of("tuned", this::trainer, examples()).epochs(2).build();
    }

    Atomizable answers() throws IOException {
        ArrayDataset photos = examples();
        // block 3
        return job;
    }

    static long run(Atomizable job) throws Exception {
        long atom = 0;
        while (job.spec().totalAtoms().isPresent() ? job.spec().atomsLeft(atom) > 0 : !job.enough(atom)) {
            job.run(atom++);
        }
        return atom;
    }

    static void require(long atoms, long expected) {
        if (atoms != expected) throw new AssertionError(atoms + " atoms");
    }

    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory(Path.of("."), "model");
        try (Atomizable job = training()) {
            require(run(job), 15);
        }
        try (Model base = Model.newInstance("base", "PyTorch")) {
            base.setBlock(network());
            base.getBlock().initialize(base.getNDManager(), base.getDataType(), new Shape(1, 4));
            base.save(directory, "base");
        }
        DjlPage page = new DjlPage(directory);
        try (Atomizable job = page.tuning()) {
            require(run(job), 6);
        }
        try (Atomizable job = page.answers()) {
            require(run(job), 3);
        }
        require(Files.readAllLines(Path.of("labels.csv")).size(), EXAMPLES);
    }
}
