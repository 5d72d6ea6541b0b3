package org.atomizable.djl.trainer;

import ai.djl.nn.Block;
import ai.djl.nn.convolutional.Deconvolution;
import ai.djl.nn.core.Prelu;
import ai.djl.training.evaluator.BoundingBoxError;
import ai.djl.training.evaluator.Evaluator;
import ai.djl.training.evaluator.SingleShotDetectionAccuracy;
import ai.djl.training.loss.AbstractCompositeLoss;
import ai.djl.training.loss.Loss;
import ai.djl.training.loss.MaskedSoftmaxCrossEntropyLoss;
import ai.djl.training.loss.SingleShotDetectionLoss;
import ai.djl.training.loss.YOLOv3Loss;
import java.util.Map;
import org.atomizable.djl.state.NotResumableException;
import org.atomizable.djl.state.ObjectState;

/**
 * The parts of DJL that its PyTorch engine is known not to run, or not to the same bits. They would fail at the first step; here they are refused before.
 *
 * <p>These are lists because a loss or an evaluator cannot be tried when a training is wrapped: it needs labels and predictions
 * of the form that it expects, which only the user's data set and block have. The tests try each of them on the engine, and
 * fail when it can be taken off its list.
 */
final class EngineLimits {

    private static final String BOXES = "Match boxes and labels in the data set, and write an evaluator of its parts";

    private static final Map<Class<? extends Block>, String> BLOCKS = Map.of(
            Deconvolution.class, "Use NDArray.repeat or an interpolation, and a convolution after it",
            Prelu.class, "Use Activation.leakyRelu");

    private static final Map<Class<? extends Loss>, String> LOSSES = Map.of(
            MaskedSoftmaxCrossEntropyLoss.class, "Use SoftmaxCrossEntropyLoss, and multiply its inputs by the mask",
            SingleShotDetectionLoss.class, "Match boxes and labels in the data set, and use a loss of its parts");

    private static final String YOLO = "Write the loss from its parts, and test it with assertRepeatable";

    private static final Map<Class<? extends Evaluator>, String> EVALUATORS = Map.of(
            BoundingBoxError.class, BOXES,
            SingleShotDetectionAccuracy.class, BOXES);

    private EngineLimits() {}

    /** Refuses a block that holds one that is not run. */
    static void check(Block block) {
        BLOCKS.forEach((type, remedy) -> {
            if (type.isInstance(block)) {
                throw refused("block", block, remedy);
            }
        });
        block.getChildren().values().forEach(EngineLimits::check);
    }

    /** Refuses a loss that is not run, whose bits differ between two equal runs on several threads, or that has such a part. */
    static void check(Loss loss) {
        if (loss instanceof YOLOv3Loss) {
            throw new NotResumableException(
                    "two runs with the loss %s do not always end in the same bits"
                            .formatted(ObjectState.className(loss)),
                    YOLO);
        }
        LOSSES.forEach((type, remedy) -> {
            if (type.isInstance(loss)) {
                throw refused("loss", loss, remedy);
            }
        });
        if (loss instanceof AbstractCompositeLoss composite) {
            composite.getComponents().forEach(EngineLimits::check);
        }
    }

    /** Refuses an evaluator that is not run. */
    static void checkEvaluator(Evaluator evaluator) {
        EVALUATORS.forEach((type, remedy) -> {
            if (type.isInstance(evaluator)) {
                throw refused("evaluator", evaluator, remedy);
            }
        });
    }

    private static NotResumableException refused(String kind, Object refused, String remedy) {
        return new NotResumableException(
                "DJL's PyTorch engine does not run the %s %s".formatted(kind, ObjectState.className(refused)), remedy);
    }
}
