import ai.djl.Model;
import ai.djl.ndarray.*;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.*;
import ai.djl.nn.core.Linear;
import ai.djl.training.*;
import ai.djl.training.dataset.*;
import ai.djl.training.loss.Loss;
import java.io.IOException;
import java.nio.file.*;
import java.util.Random;
import org.atomizable.api.*;
import org.atomizable.djl.*;

public class DjlInferenceExample {
    static final int EXAMPLES = 24;
    static final NDManager MANAGER = NDManager.newBaseManager("PyTorch");

    static SequentialBlock network() {
        return new SequentialBlock().add(Linear.builder().setUnits(3).build());
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
        Model model = Model.newInstance("base", "PyTorch");
        model.setBlock(network());
        model.getBlock().initialize(model.getNDManager(), model.getDataType(), new Shape(1, 4));
        return model;
    }

    static Atomizable answers(Path directory) throws IOException {
        ArrayDataset photos = examples();
        // block 1
        return job;
    }

    static void run(Atomizable job, long atoms) throws Exception {
        for (long atom = 0; atom < atoms; atom++) job.run(atom);
        job.evaluate();
        job.close();
    }

    public static void main(String[] args) throws Exception {
        run(answers(Path.of(".")), 3);
        if (Files.readAllLines(Path.of("labels.csv")).size() != EXAMPLES) throw new AssertionError();
    }
}
