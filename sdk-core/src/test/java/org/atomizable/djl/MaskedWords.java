package org.atomizable.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.AbstractBlock;
import ai.djl.nn.Activation;
import ai.djl.nn.transformer.BertBlock;
import ai.djl.nn.transformer.BertMaskedLanguageModelBlock;
import ai.djl.training.ParameterStore;
import ai.djl.util.PairList;

/** Tells the second word of six from the others: a block that uses the same embedding at both ends. */
final class MaskedWords extends AbstractBlock {

    private static final int WORDS = 8;

    private final BertBlock bert = addChildBlock(
            "bert",
            BertBlock.builder()
                    .setTokenDictionarySize(WORDS)
                    .optTypeDictionarySize(2)
                    .optEmbeddingSize(4)
                    .optTransformerBlockCount(1)
                    .optAttentionHeadCount(2)
                    .optHiddenSize(5)
                    .optMaxSequenceLength(6)
                    .build());
    private final BertMaskedLanguageModelBlock head =
            addChildBlock("head", new BertMaskedLanguageModelBlock(bert, Activation::gelu));

    @Override
    public Shape[] getOutputShapes(Shape[] inputs) {
        return new Shape[] {new Shape(inputs[0].get(0), WORDS)};
    }

    @Override
    public void initializeChildBlocks(NDManager manager, DataType type, Shape... inputs) {
        Shape words = new Shape(inputs[0].get(0), 6);
        bert.initialize(manager, type, words, words, words);
        head.initialize(
                manager, type, new Shape(inputs[0].get(0), 6, 4), new Shape(inputs[0].get(0), 1), new Shape(WORDS, 4));
    }

    @Override
    protected NDList forwardInternal(
            ParameterStore store, NDList inputs, boolean training, PairList<String, Object> parameters) {
        NDArray words = inputs.head().abs().mul(WORDS - 1).toType(DataType.INT64, true);
        NDList said = bert.forward(store, new NDList(words, words.zerosLike(), words.onesLike()), training);
        NDArray places = words.get(":, :1").onesLike();
        NDArray table = bert.getTokenEmbedding().getValue(store, words.getDevice(), training);
        NDArray told = head.forward(store, new NDList(said.get(0), places, table), training)
                .head();
        return new NDList(told.reshape(words.getShape().get(0), WORDS));
    }
}
