package org.atomizable.djl.engine;

import java.util.Optional;
import org.atomizable.api.Metric;

/** The loss of a training's newest step, which tells how it goes. It is no part of the state: the next step makes it anew. */
public final class NewestLoss {

    private double value = Double.NaN;

    /** A step has had a loss. */
    public void is(double loss) {
        value = loss;
    }

    /** Another state was restored, of which no step has run here. */
    public void forget() {
        value = Double.NaN;
    }

    /** Returns it, if there is one, and it is a number. */
    public Optional<Metric> metric() {
        return Double.isFinite(value) ? Optional.of(Metric.exact("loss", value)) : Optional.empty();
    }
}
