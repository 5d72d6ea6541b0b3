package org.atomizable.examples.cnn;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.convolutional.Conv1d;
import ai.djl.nn.core.Linear;
import ai.djl.nn.norm.BatchNorm;
import ai.djl.nn.norm.Dropout;
import ai.djl.training.loss.Loss;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.spi.JobFactory;
import org.atomizable.djl.DjlTraining;
import org.atomizable.djl.Evaluation;
import org.atomizable.djl.ExactOptimizer;
import org.atomizable.djl.LearningRate;
import org.atomizable.examples.Parameters;
import org.atomizable.examples.names.NameSet;

/** Learns to tell the language of a name from its letters, with two layers of convolutions. */
public final class NamesCnn implements JobFactory {

    private static final int BATCH = 64;
    private static final int WIDTH = 32;
    private static final int CHANNELS = 192;

    @Override
    public String name() {
        return "names-cnn";
    }

    @Override
    public String summary() {
        return "tells the language of a name from its letters: convolutions, batch norm, dropout, Adam";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) throws Exception {
        Parameters set = Parameters.of(parameters, "name", "seed", "atoms");
        long atoms = set.whole("atoms", 1, 600);
        // The batch that holds the longest name of all takes 18.5 MiB, a usual one 13.
        JobSpec spec = JobSpec.of(set.text("name", name()), atoms).withMemory(Bytes.mebi(20));
        return DjlTraining.of(spec)
                .seed(set.whole("seed", Long.MIN_VALUE, 1))
                .model(NamesCnn::model)
                .loss(Loss.softmaxCrossEntropyLoss())
                .optimizer(ExactOptimizer.adam(LearningRate.cosine(0.004f, 0.0001f, Math.toIntExact(atoms))))
                .data(Letters.train(), BATCH)
                .evaluate(Evaluation.accuracy(Letters.test(), BATCH))
                .build();
    }

    private static SequentialBlock model() {
        return new SequentialBlock()
                .add(new LetterEmbedding(WIDTH))
                .add(convolution())
                .add(BatchNorm.builder().build())
                .add(Activation::relu)
                .add(convolution())
                .add(BatchNorm.builder().build())
                .add(Activation::relu)
                .add(maps ->
                        new NDList(maps.singletonOrThrow().max(new int[] {2}))) // wherever in the name it was found
                .add(Dropout.builder().optRate(0.4f).build())
                .add(Linear.builder().setUnits(NameSet.LANGUAGES.size()).build());
    }

    private static Conv1d convolution() {
        return Conv1d.builder()
                .setKernelShape(new Shape(3))
                .optPadding(new Shape(1))
                .setFilters(CHANNELS)
                .build();
    }
}
