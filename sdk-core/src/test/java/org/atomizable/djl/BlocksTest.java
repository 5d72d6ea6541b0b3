package org.atomizable.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.modality.nlp.Decoder;
import ai.djl.modality.nlp.DefaultVocabulary;
import ai.djl.modality.nlp.Encoder;
import ai.djl.modality.nlp.EncoderDecoder;
import ai.djl.modality.nlp.embedding.TrainableTextEmbedding;
import ai.djl.modality.nlp.embedding.TrainableWordEmbedding;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.Blocks;
import ai.djl.nn.ParallelBlock;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.convolutional.Conv1d;
import ai.djl.nn.convolutional.Conv1dTranspose;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.convolutional.Conv2dTranspose;
import ai.djl.nn.convolutional.Conv3d;
import ai.djl.nn.core.ConstantEmbedding;
import ai.djl.nn.core.Linear;
import ai.djl.nn.core.LinearCollection;
import ai.djl.nn.core.Multiplication;
import ai.djl.nn.core.Prelu;
import ai.djl.nn.core.SparseMax;
import ai.djl.nn.norm.BatchNorm;
import ai.djl.nn.norm.Dropout;
import ai.djl.nn.norm.GhostBatchNorm;
import ai.djl.nn.norm.LayerNorm;
import ai.djl.nn.recurrent.GRU;
import ai.djl.nn.recurrent.LSTM;
import ai.djl.nn.recurrent.RNN;
import ai.djl.nn.recurrent.RecurrentBlock;
import ai.djl.nn.transformer.BertBlock;
import ai.djl.nn.transformer.BertNextSentenceBlock;
import ai.djl.nn.transformer.BertPretrainingBlock;
import ai.djl.nn.transformer.IdEmbedding;
import ai.djl.nn.transformer.PointwiseFeedForwardBlock;
import ai.djl.nn.transformer.ScaledDotProductAttentionBlock;
import ai.djl.nn.transformer.TransformerEncoderBlock;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.loss.IndexLoss;
import ai.djl.training.loss.Loss;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.atomizable.core.state.MemoryState;
import org.atomizable.djl.state.NotResumableException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A training of every block of DJL resumes exactly, and so do networks of the usual kinds. */
@Tag("slow")
final class BlocksTest {

    private static final long ATOMS = 6;
    private static final int WORDS = 8;
    private static final int WIDTH = 4;

    /** Networks that turn 6 numbers into whatever; three outputs are put behind each. */
    private static final Map<String, Supplier<Block>> NETWORKS = new TreeMap<>();

    private static final Map<String, Supplier<Block>> REFUSED = Map.of(
            "Prelu",
            Prelu::new,
            "Conv1dTranspose",
            () -> Conv1dTranspose.builder()
                    .setKernelShape(new Shape(3))
                    .setFilters(2)
                    .build(),
            "Conv2dTranspose",
            () -> Conv2dTranspose.builder()
                    .setKernelShape(new Shape(2, 2))
                    .setFilters(2)
                    .build());

    static {
        plain();
        convolutions();
        sequences();
        transformers();
        whole();
    }

    private static void plain() {
        NETWORKS.put(
                "LambdaBlock",
                () -> then(
                        Linear.builder().setUnits(5).build(),
                        in -> new NDList(in.head().tanh())));
        NETWORKS.put("SequentialBlock", Small::model);
        NETWORKS.put(
                "ParallelBlock",
                () -> new ParallelBlock(
                        out -> new NDList(
                                NDArrays.add(out.get(0).head(), out.get(1).head())),
                        List.of(Linear.builder().setUnits(6).build(), Blocks.identityBlock())));
        NETWORKS.put("Linear", () -> Linear.builder().setUnits(5).build());
        NETWORKS.put(
                "LinearCollection",
                () -> between(
                        in -> new NDList(in.head().reshape(-1, 1, 6)),
                        LinearCollection.builder().setUnits(5).build()));
        NETWORKS.put(
                "Multiplication",
                () -> then(
                        Multiplication.builder().setUnits(1).build(),
                        out -> new NDList(out.head().squeeze(0))));
        NETWORKS.put("SparseMax", () -> chain(Linear.builder().setUnits(5).build(), new SparseMax()));
        NETWORKS.put("BatchNorm", () -> BatchNorm.builder().build());
        NETWORKS.put(
                "GhostBatchNorm",
                () -> then(
                        GhostBatchNorm.builder().optVirtualBatchSize(4).build(),
                        out -> new NDList(out.head().reshape(-1, 6))));
        NETWORKS.put("LayerNorm", () -> LayerNorm.builder().build());
        NETWORKS.put(
                "Dropout",
                () -> chain(
                        Linear.builder().setUnits(9).build(),
                        Dropout.builder().optRate(0.5f).build()));
        NETWORKS.put(
                "EncoderDecoder",
                () -> between(
                        in -> new NDList(in.head(), in.head()), new EncoderDecoder(new Straight(), new Answering())));
    }

    private static void convolutions() {
        NETWORKS.put(
                "Conv1d",
                () -> between(
                        shaped(1, 6),
                        Conv1d.builder()
                                .setKernelShape(new Shape(3))
                                .setFilters(2)
                                .build()));
        NETWORKS.put(
                "Conv2d",
                () -> between(
                        shaped(1, 2, 3),
                        Conv2d.builder()
                                .setKernelShape(new Shape(2, 2))
                                .setFilters(2)
                                .build()));
        NETWORKS.put(
                "Conv3d",
                () -> between(
                        shaped(1, 1, 2, 3),
                        Conv3d.builder()
                                .setKernelShape(new Shape(1, 2, 2))
                                .setFilters(2)
                                .build()));
    }

    private static void sequences() {
        NETWORKS.put(
                "RNN",
                () -> between(
                        shaped(3, 2),
                        recurrent(RNN.builder().setActivation(RNN.Activation.TANH))
                                .build()));
        NETWORKS.put("GRU", () -> between(shaped(3, 2), recurrent(GRU.builder()).build()));
        NETWORKS.put(
                "LSTM", () -> between(shaped(3, 2), recurrent(LSTM.builder()).build()));
    }

    private static <B extends RecurrentBlock.BaseBuilder<B>> B recurrent(B builder) {
        return builder.setStateSize(4).setNumLayers(2).optDropRate(0.2f).optBatchFirst(true);
    }

    private static void transformers() {
        NETWORKS.put(
                "IdEmbedding",
                () -> between(
                        words(),
                        new IdEmbedding.Builder()
                                .setDictionarySize(WORDS)
                                .setEmbeddingSize(WIDTH)
                                .build()));
        NETWORKS.put("TrainableWordEmbedding", () -> between(words(), embedding()));
        NETWORKS.put("TrainableTextEmbedding", () -> between(words(), new TrainableTextEmbedding(embedding())));
        NETWORKS.put("ConstantEmbedding", () -> between(words(), new ConstantEmbedding(Trainers.array(0.5f, -0.5f))));
        NETWORKS.put("PointwiseFeedForwardBlock", () -> new PointwiseFeedForwardBlock(List.of(5), 4, Activation::gelu));
        NETWORKS.put(
                "ScaledDotProductAttentionBlock",
                () -> between(
                        shaped(3, 2),
                        ScaledDotProductAttentionBlock.builder()
                                .setEmbeddingSize(2)
                                .setHeadCount(2)
                                .optAttentionProbsDropoutProb(0.1f)
                                .build()));
        NETWORKS.put(
                "TransformerEncoderBlock",
                () -> between(shaped(3, 2), new TransformerEncoderBlock(2, 2, 5, 0.1f, Activation::gelu)));
        NETWORKS.put("BertBlock", () -> between(tokens(), then(bert().build(), in -> new NDList(in.get(1)))));
        NETWORKS.put(
                "BertNextSentenceBlock",
                () -> between(
                        tokens(),
                        chain(then(bert().build(), in -> new NDList(in.get(1))), new BertNextSentenceBlock())));
        NETWORKS.put("BertMaskedLanguageModelBlock", () -> new MaskedWords());
        NETWORKS.put(
                "BertPretrainingBlock",
                () -> between(
                        in -> {
                            NDList said = tokens().apply(in);
                            NDArray first = said.get(0).get(":, :2").zerosLike();
                            return new NDList(said.get(0), said.get(1), said.get(2), first);
                        },
                        then(
                                new BertPretrainingBlock(bert()),
                                out -> new NDList(NDArrays.concat(
                                        new NDList(
                                                out.get(0),
                                                out.get(1)
                                                        .reshape(
                                                                out.get(0)
                                                                        .getShape()
                                                                        .get(0),
                                                                -1)),
                                        1)))));
    }

    private static void whole() {
        NETWORKS.put("a multilayer perceptron", Small::model);
        NETWORKS.put(
                "a residual network", () -> between(shaped(1, 2, 3), chain(convolution(), residual(), residual())));
    }

    static Collection<String> networks() {
        return NETWORKS.keySet();
    }

    static Collection<String> blocks() {
        return DjlClasses.of(Block.class).keySet();
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void everyBlockIsResumedOrRefusedByName(String name) {
        if (REFUSED.containsKey(name)) {
            assertThatThrownBy(() -> training(REFUSED.get(name)).build())
                    .isInstanceOf(NotResumableException.class)
                    .hasMessageContaining("block " + name);
        } else {
            assertThat(NETWORKS).as("decide about block %s", name).containsKey(name);
        }
    }

    @ParameterizedTest
    @MethodSource("networks")
    void everyNetworkIsResumedExactly(String name) throws Exception {
        DjlTrainerBuilder training = training(NETWORKS.get(name));
        MemoryState straight = Trainers.straight(training, ATOMS);
        MemoryState start = Trainers.straight(training, 0);
        assertThat(start.names().stream()
                        .filter(it -> it.startsWith("parameter/"))
                        .filter(it -> !straight.tensors()
                                .get(it)
                                .equals(start.tensors().get(it))))
                .as("what has changed")
                .hasSizeGreaterThanOrEqualTo(2);
        assertThat(Trainers.cut(training, ATOMS, 2, 3)).isEqualTo(straight);
    }

    /** Without a bound for the instructions of oneDNN, one in ten ends in other bits or in NaN once memory has been used. */
    @Test
    void convolutionsReadNoMemoryThatNobodyHasWritten() throws Exception {
        for (int round = 0; round < 100; round++) {
            everyNetworkIsResumedExactly("a residual network");
        }
    }

    private static DjlTrainerBuilder training(Supplier<Block> network) {
        return DjlTraining.of(
                        "blocks",
                        Trainers.of(
                                () -> new SequentialBlock()
                                        .add(network.get())
                                        .add(Blocks.batchFlattenBlock())
                                        .add(Linear.builder().setUnits(3).build()),
                                () -> new DefaultTrainingConfig(
                                                // EncoderDecoder adds its states to the labels
                                                new IndexLoss(Loss.softmaxCrossEntropyLoss(), 0, 0))
                                        .optOptimizer(Trainers.adam())),
                        Trainers.dataset())
                .epochs(10)
                .seed(7);
    }

    private static Function<NDList, NDList> shaped(long... sizes) {
        long[] all = new long[sizes.length + 1];
        all[0] = -1;
        System.arraycopy(sizes, 0, all, 1, sizes.length);
        return in -> new NDList(in.head().reshape(all));
    }

    private static Function<NDList, NDList> words() {
        return in -> new NDList(in.head().abs().mul(WORDS - 1).toType(DataType.INT64, true));
    }

    /** Words, their types, and which of them are there. */
    private static Function<NDList, NDList> tokens() {
        return in -> {
            NDArray words = words().apply(in).head();
            return new NDList(words, words.zerosLike(), words.onesLike());
        };
    }

    private static BertBlock.Builder bert() {
        return BertBlock.builder()
                .setTokenDictionarySize(WORDS)
                .optTypeDictionarySize(2)
                .optEmbeddingSize(WIDTH)
                .optTransformerBlockCount(2)
                .optAttentionHeadCount(2)
                .optHiddenSize(5)
                .optHiddenDropoutProbability(0.1f)
                .optMaxSequenceLength(6);
    }

    private static TrainableWordEmbedding embedding() {
        return TrainableWordEmbedding.builder()
                .setVocabulary(DefaultVocabulary.builder()
                        .add(List.of("a", "b", "c", "d", "e", "f", "g"))
                        .optUnknownToken()
                        .build())
                .setEmbeddingSize(WIDTH)
                .build();
    }

    private static Block convolution() {
        return Conv2d.builder()
                .setKernelShape(new Shape(3, 3))
                .optPadding(new Shape(1, 1))
                .setFilters(4)
                .build();
    }

    private static Block residual() {
        return new ParallelBlock(
                out -> new NDList(NDArrays.add(out.get(0).head(), out.get(1).head())
                        .getNDArrayInternal()
                        .relu()),
                List.of(
                        chain(convolution(), BatchNorm.builder().build(), Activation.reluBlock(), convolution()),
                        Blocks.identityBlock()));
    }

    private static Block chain(Block... blocks) {
        SequentialBlock all = new SequentialBlock();
        for (Block block : blocks) {
            all.add(block);
        }
        return all;
    }

    private static Block between(Function<NDList, NDList> before, Block block) {
        return new SequentialBlock().add(before).add(block).add(out -> new NDList(out.head()));
    }

    private static Block then(Block block, Function<NDList, NDList> after) {
        return new SequentialBlock().add(block).add(after);
    }

    private static final class Straight extends Encoder {

        Straight() {
            super(
                    (byte) 1,
                    between(
                            in -> new NDList(in.head()),
                            Linear.builder().setUnits(5).build()));
        }

        @Override
        public NDList getStates(NDList encoded) {
            return encoded;
        }
    }

    private static final class Answering extends Decoder {

        Answering() {
            super(
                    (byte) 1,
                    between(Answering::column, Linear.builder().setUnits(4).build()));
        }

        /** In a training it is given the labels, of which there is one each; it is initialized for inputs. */
        private static NDList column(NDList in) {
            NDArray given = in.head();
            return new NDList(given.reshape(given.getShape().get(0), -1).sum(new int[] {1}, true));
        }
    }
}
