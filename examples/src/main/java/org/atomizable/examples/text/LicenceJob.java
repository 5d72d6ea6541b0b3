package org.atomizable.examples.text;

import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.nn.Block;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.Trainer;
import ai.djl.training.evaluator.Accuracy;
import ai.djl.training.listener.TrainingListener;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;
import org.atomizable.api.Atomizable;
import org.atomizable.djl.DjlTraining;
import org.atomizable.examples.Parameters;

/** The common parts of both networks: their training, and their data. */
final class LicenceJob {

    private static final int BATCH = 64;
    private static final int EVALUATED = 256;

    private LicenceJob() {}

    static Atomizable create(String name, Supplier<Block> network, Map<String, String> parameters) throws IOException {
        Parameters set = Parameters.of(parameters, "name", "seed", "epochs");
        return DjlTraining.of(set.text("name", name), () -> trainer(name, network), LicenceText.train(BATCH))
                .seed(set.whole("seed", Long.MIN_VALUE, 1))
                .epochs(set.whole("epochs", 1, 5))
                .evaluate(LicenceText.test(EVALUATED))
                .clipNorm(1)
                .build();
    }

    /** A trainer as any user of DJL makes one. */
    private static Trainer trainer(String name, Supplier<Block> network) {
        Model model = Model.newInstance(name, "PyTorch");
        model.setBlock(network.get());
        return model.newTrainer(new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
                .optOptimizer(Optimizer.adam()
                        .optLearningRateTracker(Tracker.fixed(0.004f))
                        .build())
                .addEvaluator(new Accuracy())
                .addTrainingListeners(TrainingListener.Defaults.basic()));
    }

    /** Turns symbols into one number each for every symbol there is. */
    static NDList oneHot(NDList symbols) {
        NDArray known = symbols.singletonOrThrow();
        return new NDList(known.oneHot(LicenceText.SYMBOLS));
    }
}
