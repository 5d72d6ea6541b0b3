package org.atomizable.djl.state;

import ai.djl.training.Trainer;
import ai.djl.training.dataset.BatchSampler;
import ai.djl.training.dataset.RandomAccessDataset;
import ai.djl.training.dataset.Sampler;
import ai.djl.training.evaluator.Evaluator;
import ai.djl.training.listener.EarlyStoppingListener;
import ai.djl.training.listener.TrainingListener;
import ai.djl.training.optimizer.Optimizer;
import java.util.List;
import java.util.Map;

/**
 * The parts of DJL's objects for which DJL has no method. Each is known by its name; where a version of DJL has none of that name,
 * wrapping is refused.
 */
public final class DjlFields {

    private DjlFields() {}

    /** Returns the optimizer of a trainer. */
    public static Optimizer optimizer(Trainer trainer) {
        Object server = Fields.known(Fields.known(trainer, "parameterStore"), "parameterServer");
        return (Optimizer) Fields.known(server, "optimizer");
    }

    /** Returns the listeners of a trainer, in the order in which they are told. */
    public static List<TrainingListener> listeners(Trainer trainer) {
        return ((List<?>) Fields.known(trainer, "listeners"))
                .stream().map(TrainingListener.class::cast).toList();
    }

    /** Returns the sampler of a data set. */
    public static Sampler sampler(RandomAccessDataset dataset) {
        return (Sampler) Fields.known(dataset, "sampler");
    }

    /** Returns what a batch sampler takes its examples from. */
    public static Sampler.SubSampler examples(BatchSampler sampler) {
        return (Sampler.SubSampler) Fields.known(sampler, "subSampler");
    }

    /** Returns whether a batch sampler drops the last batch of an epoch if it is not full. */
    public static boolean dropsLast(BatchSampler sampler) {
        return (boolean) Fields.known(sampler, "dropLast");
    }

    /** Returns after how many milliseconds a listener stops the training. */
    public static long maxMillis(EarlyStoppingListener listener) {
        return (long) Fields.known(listener, "maxMillis");
    }

    /** Returns over how many examples an evaluator has accumulated. */
    public static long instances(Evaluator evaluator, String accumulator) {
        Object count = ((Map<?, ?>) Fields.known(evaluator, "totalInstances")).get(accumulator);
        return count instanceof Long known ? known : 0;
    }
}
