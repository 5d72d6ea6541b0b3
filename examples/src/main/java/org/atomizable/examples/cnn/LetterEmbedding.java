package org.atomizable.examples.cnn;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.Shape;
import ai.djl.ndarray.types.SparseFormat;
import ai.djl.nn.AbstractBlock;
import ai.djl.nn.Parameter;
import ai.djl.nn.core.Embedding;
import ai.djl.training.ParameterStore;
import ai.djl.util.PairList;

/** Turns rows of letters into one short vector per letter: (names, letters) to (names, width, letters). */
final class LetterEmbedding extends AbstractBlock {

    private final int width;
    private final Parameter vectors;

    @SuppressWarnings("this-escape") // this is how DJL wants parameters to be declared
    LetterEmbedding(int width) {
        this.width = width;
        this.vectors = addParameter(Parameter.builder()
                .setName("vectors")
                .setType(Parameter.Type.WEIGHT)
                .optShape(new Shape(Letters.ALPHABET, width))
                .build());
    }

    @Override
    protected NDList forwardInternal(
            ParameterStore store, NDList inputs, boolean training, PairList<String, Object> parameters) {
        NDArray letters = inputs.singletonOrThrow();
        NDArray table = store.getValue(vectors, letters.getDevice(), training);
        NDArray looked = Embedding.embedding(letters, table, SparseFormat.DENSE).singletonOrThrow();
        return new NDList(looked.transpose(0, 2, 1));
    }

    @Override
    public Shape[] getOutputShapes(Shape[] inputs) {
        return new Shape[] {new Shape(inputs[0].get(0), width, inputs[0].get(1))};
    }
}
