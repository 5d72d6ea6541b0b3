package org.atomizable.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.training.loss.Loss;
import java.util.function.BiFunction;

/** A loss made of a function. */
final class SimpleLoss extends Loss {

    private final BiFunction<NDList, NDList, NDArray> function;

    SimpleLoss(String name, BiFunction<NDList, NDList, NDArray> function) {
        super(name);
        this.function = function;
    }

    @Override
    public NDArray evaluate(NDList labels, NDList predictions) {
        return function.apply(labels, predictions);
    }
}
