package org.atomizable.djl;

import ai.djl.ndarray.NDList;

/**
 * Loaded examples: the inputs of the model and the expected outputs. The first axis numbers the examples.
 *
 * @param data inputs of the model
 * @param labels the correct outputs, in the form that the loss expects
 */
public record Examples(NDList data, NDList labels) {}
