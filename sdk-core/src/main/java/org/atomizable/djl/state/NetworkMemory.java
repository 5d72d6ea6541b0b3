package org.atomizable.djl.state;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Block;
import ai.djl.nn.ParallelBlock;
import ai.djl.nn.Parameter;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.convolutional.Convolution;
import ai.djl.nn.norm.Dropout;
import java.util.Arrays;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.djl.engine.ArrayTypes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Estimates the memory of a training step from the network's shapes, without running it. It is used for a job that was
 * never run and declares nothing.
 *
 * <table>
 * <caption>What is counted</caption>
 * <tr><th>part</th><th>how</th></tr>
 * <tr><td>parameters</td><td>every parameter, whether it learns or not</td></tr>
 * <tr><td>gradients</td><td>of every parameter that learns</td></tr>
 * <tr><td>optimizer</td><td>so many moments, each as large as the gradients</td></tr>
 * <tr><td>batch</td><td>its data and labels as loaded, and a copy</td></tr>
 * <tr><td>activations</td><td>the output of every layer, all kept for the backward pass; a dropout's mask beside. A block of
 * blocks that says nothing of their order counts its own output once for each layer in it</td></tr>
 * <tr><td>backward</td><td>twice the largest activation, for the gradients before and after a layer; the loss works on a few
 * copies of the last</td></tr>
 * <tr><td>workspace</td><td>of the convolution that needs most, one example's patches laid out as a matrix</td></tr>
 * <tr><td>context</td><td>on a GPU, 512 MiB for the driver's context and the libraries' handles: an assumption</td></tr>
 * </table>
 *
 * <p>It is an estimate. Engines fuse layers and keep memory for later, and a data set's largest batch may be larger
 * than its first one. Therefore what is not known exactly, from the batch to the workspace, is multiplied by 1.5.
 */
public final class NetworkMemory {

    private static final Logger LOG = LoggerFactory.getLogger(NetworkMemory.class);
    private static final double MARGIN = 1.5;
    private static final Bytes GPU_CONTEXT = Bytes.mebi(512);
    private static final long FLOAT = Float.BYTES;
    private static final int COPIES_IN_LOSS = 4;

    private NetworkMemory() {}

    /** Walks through a network, layer by layer. */
    private static final class Walk {

        private long activations;
        private long largest;
        private long workspace;

        Shape[] through(Block block, Shape... inputs) {
            Shape[] outputs = block.getOutputShapes(inputs);
            if (block instanceof SequentialBlock) {
                Shape[] at = inputs;
                for (Block child : block.getChildren().values()) {
                    at = through(child, at);
                }
            } else if (block instanceof ParallelBlock) {
                block.getChildren().values().forEach(child -> through(child, inputs));
                kept(1, outputs);
            } else {
                kept(layers(block) * (block instanceof Dropout ? 2L : 1L), outputs);
                if (block instanceof Convolution) {
                    workspace = Math.max(workspace, patches(block, outputs));
                }
            }
            return outputs;
        }

        private void kept(long times, Shape... shapes) {
            long bytes = bytes(shapes);
            activations += times * bytes;
            largest = Math.max(largest, bytes);
        }

        private static long layers(Block block) {
            return block.getChildren().isEmpty()
                    ? 1
                    : 1
                            + block.getChildren().values().stream()
                                    .mapToLong(Walk::layers)
                                    .sum();
        }

        /** Of one example: for each place in the output, what the kernel sees there. */
        private static long patches(Block convolution, Shape... outputs) {
            long places = outputs[0].slice(2).size();
            return convolution.getDirectParameters().values().stream()
                    .filter(Parameter::isInitialized)
                    .filter(it -> it.getArray().getShape().dimension() > 2)
                    .mapToLong(it ->
                            places * FLOAT * it.getArray().getShape().slice(1).size())
                    .max()
                    .orElse(0);
        }
    }

    private static long bytes(Shape... shapes) {
        return FLOAT * Arrays.stream(shapes).mapToLong(Shape::size).sum();
    }

    /**
     * Returns what a step of a training should need; empty where a block does not tell its shapes.
     *
     * @param training its name
     * @param block initialized
     * @param moments how many arrays the optimizer keeps for each parameter
     */
    public static Optional<Bytes> expected(String training, Block block, int moments, NDList data, NDList labels) {
        try {
            return Optional.of(estimate(block, moments, data, labels));
        } catch (RuntimeException e) {
            // A block may be trainable and yet not tell its shapes. Then nothing is expected.
            LOG.debug("the memory of {} is not estimated: its shapes are unknown", training, e);
            return Optional.empty();
        }
    }

    private static Bytes estimate(Block block, int moments, NDList data, NDList labels) {
        long parameters = 0;
        long learning = 0;
        boolean gpu = false;
        for (Parameter parameter : block.getParameters().values()) {
            if (parameter.isInitialized()) {
                NDArray array = parameter.getArray();
                parameters += ArrayTypes.bytes(array);
                learning += parameter.requiresGradient() ? ArrayTypes.bytes(array) : 0;
                gpu |= array.getDevice().isGpu();
            }
        }
        Walk walk = new Walk();
        long last = bytes(walk.through(block, data.getShapes()));
        long loaded = data.stream().mapToLong(ArrayTypes::bytes).sum()
                + labels.stream().mapToLong(ArrayTypes::bytes).sum();
        long backward = 2 * walk.largest + COPIES_IN_LOSS * last;
        Bytes guessed = Bytes.of(2 * loaded + walk.activations + backward + walk.workspace);
        return Bytes.of(parameters + learning * (1 + moments))
                .plus(guessed.times(MARGIN))
                .plus(gpu ? GPU_CONTEXT : Bytes.ZERO);
    }
}
