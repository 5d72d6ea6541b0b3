package org.atomizable.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import java.util.List;
import java.util.Locale;
import org.atomizable.djl.state.Weights;

/**
 * An optimizer whose state can be saved and restored: SGD, Adam or AdamW.
 *
 * <p>They call the same native updates as DJL's optimizers of the same names, whose state is not accessible, and give
 * the same bits. DJL's other optimizers do not run on PyTorch, so they are not available here. Immutable.
 */
public final class ExactOptimizer {

    private enum Rule {
        SGD,
        MOMENTUM,
        ADAM,
        ADAM_W
    }

    /** How much of the moments is kept at an update, and what is added to the root of the second. */
    private record Betas(float first, float second, float epsilon) {
        static final Betas USUAL = new Betas(0.9f, 0.999f, 1e-8f);

        static Betas momentum(float momentum) {
            return new Betas(momentum, 0f, 0f);
        }
    }

    private final Rule rule;
    private final LearningRate rate;
    private final Betas betas;
    private final float weightDecay;
    private final float clip;

    private ExactOptimizer(Rule rule, LearningRate rate, Betas betas, float weightDecay, float clip) {
        this.rule = rule;
        this.rate = rate;
        this.betas = betas;
        this.weightDecay = weightDecay;
        this.clip = clip;
    }

    /** Returns stochastic gradient descent without momentum. */
    public static ExactOptimizer sgd(LearningRate rate) {
        return new ExactOptimizer(Rule.SGD, rate, Betas.momentum(0f), 0f, -1f);
    }

    /** Returns stochastic gradient descent with momentum, above 0 and below 1. */
    public static ExactOptimizer sgd(LearningRate rate, float momentum) {
        if (!(momentum > 0f && momentum < 1f)) {
            throw new IllegalArgumentException("momentum must lie between 0 and 1, was " + momentum);
        }
        return new ExactOptimizer(Rule.MOMENTUM, rate, Betas.momentum(momentum), 0f, -1f);
    }

    /** Returns Adam with the usual betas 0.9 and 0.999 and epsilon 1e-8. */
    public static ExactOptimizer adam(LearningRate rate) {
        return new ExactOptimizer(Rule.ADAM, rate, Betas.USUAL, 0f, -1f);
    }

    /** Returns AdamW with the usual betas 0.9 and 0.999, epsilon 1e-8 and weight decay 0.01. */
    public static ExactOptimizer adamW(LearningRate rate) {
        return new ExactOptimizer(Rule.ADAM_W, rate, Betas.USUAL, 0.01f, -1f);
    }

    /** Returns this with other betas; Adam and AdamW only. */
    public ExactOptimizer betas(float beta1, float beta2) {
        if (rule != Rule.ADAM && rule != Rule.ADAM_W) {
            throw new IllegalArgumentException("only Adam and AdamW have betas; this is " + this);
        }
        if (!(beta1 >= 0f && beta1 < 1f && beta2 >= 0f && beta2 < 1f)) {
            throw new IllegalArgumentException("betas must be from 0 to below 1, were %s, %s".formatted(beta1, beta2));
        }
        return new ExactOptimizer(rule, rate, new Betas(beta1, beta2, betas.epsilon), weightDecay, clip);
    }

    /** Returns this with a weight decay. */
    public ExactOptimizer weightDecay(float decay) {
        return new ExactOptimizer(rule, rate, betas, decay, clip);
    }

    /** Returns this with every gradient's elements clipped to {@code [-limit, limit]}; the limit is above 0. */
    public ExactOptimizer clip(float limit) {
        if (!(limit > 0f)) {
            throw new IllegalArgumentException("gradients are clipped to a limit above 0, was " + limit);
        }
        return new ExactOptimizer(rule, rate, betas, weightDecay, limit);
    }

    /** Returns the names of the arrays that it keeps for each parameter, all starting at zero. */
    List<String> moments() {
        return switch (rule) {
            case SGD -> List.of();
            case MOMENTUM -> List.of("momentum");
            case ADAM, ADAM_W -> List.of("mean", "variance");
        };
    }

    /** Updates all parameters in place, and sets their gradients to zero. */
    void update(List<Weights.Trained> all, int update) {
        for (Weights.Trained one : all) {
            try (NDArray gradient = one.array().getGradient()) {
                update(one.array(), gradient, one.moments(), update);
            }
        }
    }

    private void update(NDArray weight, NDArray gradient, List<NDArray> moments, int update) {
        float now = rate.at(update);
        if (!Float.isFinite(now)) {
            throw new IllegalArgumentException("the learning rate of update %s is %s".formatted(update, now));
        }
        NDList inputs = new NDList(weight, gradient);
        inputs.addAll(moments);
        NDList weights = new NDList(weight);
        var engine = weight.getNDArrayInternal();
        switch (rule) {
            case SGD, MOMENTUM -> engine.sgdUpdate(inputs, weights, now, weightDecay, 1f, clip, betas.first, true);
            case ADAM, ADAM_W -> {
                // The same expressions in the same precisions as DJL's, or the bits would differ.
                double correction1 = 1.0 - Math.pow(betas.first, update);
                double correction2 = 1.0 - Math.pow(betas.second, update);
                float corrected = (float) (now * Math.sqrt(correction2) / correction1);
                boolean decoupled = rule == Rule.ADAM_W;
                engine.adamUpdate(
                        inputs,
                        weights,
                        now,
                        corrected,
                        weightDecay,
                        1f,
                        clip,
                        betas.first,
                        betas.second,
                        betas.epsilon,
                        true,
                        decoupled);
            }
        }
    }

    @Override
    public String toString() {
        String name = rule.name().toLowerCase(Locale.ROOT);
        return "%s(%s, %s, %s, decay %s, clip %s)"
                .formatted(name, betas.first, betas.second, betas.epsilon, weightDecay, clip);
    }
}
