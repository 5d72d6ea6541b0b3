package org.atomizable.djl;

import ai.djl.ndarray.NDList;

/**
 * Some examples, loaded: what the model is given and what it should answer, the examples along the first axis.
 *
 * @param data inputs of the model
 * @param labels right answers, as the loss wants them
 */
public record Examples(NDList data, NDList labels) {}
