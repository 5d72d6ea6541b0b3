package org.atomizable.examples.mlp;

import ai.djl.nn.Activation;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.loss.Loss;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.spi.JobFactory;
import org.atomizable.djl.DjlTraining;
import org.atomizable.djl.DjlTrainingBuilder;
import org.atomizable.djl.Evaluation;
import org.atomizable.djl.ExactOptimizer;
import org.atomizable.djl.LearningRate;
import org.atomizable.examples.Parameters;
import org.atomizable.examples.names.NameSet;

/** Learns to tell the language of a name from its groups of letters, with one hidden layer. */
public final class NamesMlp implements JobFactory {

    private static final int BATCH = 64;
    private static final int HIDDEN = 256;

    @Override
    public String name() {
        return "names-mlp";
    }

    @Override
    public String summary() {
        return "tells the language of a name from its groups of letters: two layers, SGD with momentum";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) throws Exception {
        Parameters set = Parameters.of(parameters, "name", "seed", "atoms");
        long atoms = set.whole("atoms", 1, 1000);
        JobSpec spec = JobSpec.of(set.text("name", name()), atoms).withMemory(Bytes.mebi(9));
        return training(spec, set.whole("seed", Long.MIN_VALUE, 1))
                .evaluate(Evaluation.accuracy(LetterGroups.test(), BATCH))
                .build();
    }

    static DjlTrainingBuilder training(JobSpec spec, long seed) {
        int atoms = Math.toIntExact(spec.totalAtoms().orElseThrow());
        return DjlTraining.of(spec)
                .seed(seed)
                .model(NamesMlp::model)
                .loss(Loss.softmaxCrossEntropyLoss())
                .optimizer(ExactOptimizer.sgd(LearningRate.cosine(0.05f, 0.001f, atoms), 0.9f)
                        .weightDecay(1e-4f))
                .data(LetterGroups.train(), BATCH);
    }

    private static SequentialBlock model() {
        return new SequentialBlock()
                .add(Linear.builder().setUnits(HIDDEN).build())
                .add(Activation::relu)
                .add(Linear.builder().setUnits(NameSet.LANGUAGES.size()).build());
    }
}
