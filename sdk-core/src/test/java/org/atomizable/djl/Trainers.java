package org.atomizable.djl;

import ai.djl.Model;
import ai.djl.metric.Metrics;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.nn.Block;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.ArrayDataset;
import ai.djl.training.dataset.Dataset;
import ai.djl.training.evaluator.Accuracy;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.atomizable.core.state.MemoryState;
import org.atomizable.djl.engine.EngineTurn;

/** Trainers as users of DJL make them, over the examples of {@link Small}. */
final class Trainers {

    private static final NDManager MANAGER = EngineTurn.engine().newBaseManager();

    private Trainers() {}

    static NDArray array(float... values) {
        return MANAGER.create(values);
    }

    static NDArray array(float[][] values) {
        return MANAGER.create(values);
    }

    static Optimizer adam() {
        return Optimizer.adam()
                .optLearningRateTracker(
                        Tracker.factor().setBaseValue(0.02f).setFactor(0.995f).build())
                .build();
    }

    static ArrayDataset dataset() {
        return dataset(Small.BATCH, true);
    }

    static ArrayDataset dataset(int batch, boolean random) {
        return examples().setSampling(batch, random).build();
    }

    /** Returns a data set of the examples, whose sampling is still to be set. */
    static ArrayDataset.Builder examples() {
        return new ArrayDataset.Builder()
                .setData(MANAGER.create(Small.data()))
                .optLabels(MANAGER.create(Small.labels()));
    }

    static Supplier<Trainer> of(Supplier<? extends Block> block, Supplier<DefaultTrainingConfig> config) {
        return () -> {
            Model model = Model.newInstance("trained", "PyTorch");
            model.setBlock(block.get());
            return model.newTrainer(config.get());
        };
    }

    static DjlTrainerBuilder small(UnaryOperator<DefaultTrainingConfig> change) {
        return small(change, dataset());
    }

    static DjlTrainerBuilder small(UnaryOperator<DefaultTrainingConfig> change, Dataset dataset) {
        return small(trainer(change), dataset);
    }

    static DjlTrainerBuilder small(UnaryOperator<DefaultTrainingConfig> change, Metrics metrics) {
        Supplier<Trainer> plain = trainer(change);
        return small(
                () -> {
                    Trainer trainer = plain.get();
                    trainer.setMetrics(metrics);
                    return trainer;
                },
                dataset());
    }

    private static Supplier<Trainer> trainer(UnaryOperator<DefaultTrainingConfig> change) {
        return of(
                Small::model,
                () -> change.apply(new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
                        .optOptimizer(adam())
                        .addEvaluator(new Accuracy())));
    }

    private static DjlTrainerBuilder small(Supplier<Trainer> trainer, Dataset dataset) {
        return DjlTraining.of("small", trainer, dataset).epochs(100).seed(7);
    }

    static MemoryState straight(DjlTrainerBuilder training, long atoms) throws Exception {
        return Small.straight(training::build, atoms);
    }

    static MemoryState cut(DjlTrainerBuilder training, long atoms, long... cuts) throws Exception {
        return Small.cut(training::build, atoms, cuts);
    }
}
