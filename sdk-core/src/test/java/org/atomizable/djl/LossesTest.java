package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Block;
import ai.djl.nn.Parameter;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.nn.transformer.BertMaskedLanguageModelLoss;
import ai.djl.nn.transformer.BertNextSentenceLoss;
import ai.djl.nn.transformer.BertPretrainingLoss;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.dataset.ArrayDataset;
import ai.djl.training.loss.IndexLoss;
import ai.djl.training.loss.Loss;
import ai.djl.training.loss.SimpleCompositeLoss;
import ai.djl.training.loss.SingleShotDetectionLoss;
import ai.djl.training.loss.TabNetClassificationLoss;
import ai.djl.training.loss.TabNetRegressionLoss;
import ai.djl.training.loss.YOLOv3Loss;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.atomizable.core.state.MemoryState;
import org.atomizable.djl.state.NotResumableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every loss of DJL resumes exactly or is refused by name. */
final class LossesTest {

    private static final long ATOMS = 6;

    /** A loss over a network with some outputs, after which its outputs are put into the form that the loss expects. */
    private record Case(
            Function<Block, Loss> loss, int outputs, Function<NDList, NDList> form, Function<NDArray, NDList> labels) {}

    private static final Map<String, Case> RESUMED = new TreeMap<>();

    static {
        Function<NDList, NDList> asItIs = out -> out;
        Function<NDArray, NDList> classes = NDList::new;
        Function<NDArray, NDList> columns = labels -> new NDList(labels.reshape(-1, 1));
        Function<NDArray, NDList> signs = labels -> new NDList(
                labels.gt(0.5f).toType(labels.getDataType(), true).mul(2).sub(1).reshape(-1, 1));
        RESUMED.put("L1Loss", new Case(block -> Loss.l1Loss(), 1, asItIs, columns));
        RESUMED.put("L2Loss", new Case(block -> Loss.l2Loss(), 1, asItIs, columns));
        RESUMED.put("QuantileL1Loss", new Case(block -> Loss.quantileL1Loss(0.3f), 1, asItIs, columns));
        RESUMED.put("HingeLoss", new Case(block -> Loss.hingeLoss(), 1, asItIs, signs));
        RESUMED.put(
                "SigmoidBinaryCrossEntropyLoss",
                new Case(
                        block -> Loss.sigmoidBinaryCrossEntropyLoss(),
                        1,
                        asItIs,
                        labels -> new NDList(labels.gt(0.5f)
                                .toType(labels.getDataType(), true)
                                .reshape(-1, 1))));
        RESUMED.put("SoftmaxCrossEntropyLoss", new Case(block -> Loss.softmaxCrossEntropyLoss(), 3, asItIs, classes));
        RESUMED.put("IndexLoss", new Case(block -> new IndexLoss(Loss.l2Loss(), 0), 1, asItIs, columns));
        RESUMED.put(
                "SimpleCompositeLoss",
                new Case(
                        block ->
                                new SimpleCompositeLoss().addLoss(Loss.l2Loss()).addLoss(Loss.l1Loss("other", 0.1f)),
                        1,
                        asItIs,
                        columns));
        RESUMED.put("L1WeightDecay", decaying(weights -> Loss.l1WeightedDecay("decay", 0.01f, weights)));
        RESUMED.put("L2WeightDecay", decaying(weights -> Loss.l2WeightedDecay("decay", 0.01f, weights)));
        RESUMED.put(
                "ElasticNetWeightDecay", decaying(weights -> Loss.elasticNetWeightedDecay("decay", 0.01f, weights)));
        RESUMED.put(
                "TabNetClassificationLoss",
                new Case(
                        block -> new TabNetClassificationLoss(),
                        3,
                        out -> new NDList(out.head(), out.head().square()),
                        classes));
        RESUMED.put(
                "TabNetRegressionLoss",
                new Case(
                        block -> new TabNetRegressionLoss(),
                        1,
                        out -> new NDList(out.head(), out.head().square()),
                        columns));
        RESUMED.put(
                "BertNextSentenceLoss",
                new Case(block -> new BertNextSentenceLoss(0, 0), 2, logarithms(), LossesTest::twoClasses));
        RESUMED.put(
                "BertMaskedLanguageModelLoss",
                new Case(
                        block -> new BertMaskedLanguageModelLoss(0, 1, 0),
                        3,
                        out -> new NDList(out.head().logSoftmax(1)),
                        labels -> new NDList(
                                labels.reshape(-1, 1), labels.onesLike().reshape(-1, 1))));
        RESUMED.put(
                "BertPretrainingLoss",
                new Case(
                        block -> new BertPretrainingLoss(),
                        5,
                        out -> new NDList(
                                out.head().get(":, :2").logSoftmax(1),
                                out.head().get(":, 2:").logSoftmax(1)),
                        labels -> new NDList(
                                twoClasses(labels).head(),
                                labels.reshape(-1, 1),
                                labels.onesLike().reshape(-1, 1))));
    }

    private static final Map<String, Loss> REFUSED = Map.of(
            "MaskedSoftmaxCrossEntropyLoss",
            Loss.maskedSoftmaxCrossEntropyLoss(),
            "SingleShotDetectionLoss",
            new SingleShotDetectionLoss(),
            "YOLOv3Loss",
            YOLOv3Loss.builder().setNumClasses(1).build());

    private static Case decaying(Function<NDList, Loss> decay) {
        return new Case(
                block -> {
                    NDList weights = new NDList();
                    block.getParameters().values().forEach(one -> weights.add(one.getArray()));
                    return new SimpleCompositeLoss().addLoss(Loss.l2Loss()).addLoss(decay.apply(weights));
                },
                1,
                out -> out,
                labels -> new NDList(labels.reshape(-1, 1)));
    }

    private static Function<NDList, NDList> logarithms() {
        return out -> new NDList(out.head().logSoftmax(1));
    }

    private static NDList twoClasses(NDArray labels) {
        return new NDList(labels.gt(0.5f).toType(labels.getDataType(), true));
    }

    static Collection<String> losses() {
        return DjlClasses.of(Loss.class).keySet();
    }

    @ParameterizedTest
    @MethodSource("losses")
    void everyLossIsResumedExactlyOrRefusedByName(String name) throws Exception {
        if (REFUSED.containsKey(name)) {
            Case refused = new Case(block -> REFUSED.get(name), 3, out -> out, NDList::new);
            assertThatThrownBy(() -> training(refused).build())
                    .isInstanceOf(NotResumableException.class)
                    .hasMessageContaining("loss " + name);
            return;
        }
        assertThat(RESUMED).as("decide about loss %s", name).containsKey(name);
        DjlTrainerBuilder training = training(RESUMED.get(name));
        MemoryState straight = Trainers.straight(training, ATOMS);
        assertThat(straight.tensor("parameter/01Linear_weight"))
                .isNotEqualTo(Trainers.straight(training, 0).tensor("parameter/01Linear_weight"));
        assertThat(Trainers.cut(training, ATOMS, 1, 4)).isEqualTo(straight);
    }

    @Test
    void whatIsRefusedTheEngineDoesNotRun() {
        try (NDManager manager = NDManager.newBaseManager("PyTorch")) {
            NDList words = new NDList(manager.ones(new Shape(1, 3)), manager.ones(new Shape(1)));
            NDList boxes = new NDList(
                    manager.ones(new Shape(1, 4, 4)), manager.ones(new Shape(1, 4, 2)), manager.ones(new Shape(1, 16)));

            assertThatThrownBy(() -> REFUSED.get("MaskedSoftmaxCrossEntropyLoss")
                            .evaluate(words, new NDList(manager.ones(new Shape(1, 3, 4)))))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> REFUSED.get("SingleShotDetectionLoss")
                            .evaluate(new NDList(manager.ones(new Shape(1, 1, 5))), boxes))
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }

    private static DjlTrainerBuilder training(Case loss) {
        NDArray labels = Trainers.array(Small.labels());
        ArrayDataset dataset = new ArrayDataset.Builder()
                .setData(Trainers.array(Small.data()))
                .optLabels(loss.labels().apply(labels).toArray(new NDArray[0]))
                .setSampling(Small.BATCH, true)
                .build();
        return DjlTraining.of(
                        "losses",
                        () -> {
                            Block block = new SequentialBlock()
                                    .add(Linear.builder()
                                            .setUnits(loss.outputs())
                                            .build())
                                    .add(loss.form());
                            Model model = Model.newInstance("losses", "PyTorch");
                            model.setBlock(block);
                            block.setInitializer(ai.djl.training.initializer.Initializer.ONES, Parameter.Type.WEIGHT);
                            block.initialize(
                                    model.getNDManager(), model.getDataType(), new Shape(Small.BATCH, Small.FEATURES));
                            return model.newTrainer(
                                    new DefaultTrainingConfig(loss.loss().apply(block)).optOptimizer(Trainers.adam()));
                        },
                        dataset)
                .epochs(10)
                .seed(7);
    }
}
