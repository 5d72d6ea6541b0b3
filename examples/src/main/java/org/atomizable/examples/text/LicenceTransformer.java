package org.atomizable.examples.text;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.nn.transformer.TransformerEncoderBlock;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.spi.JobFactory;

/** Learns which letter of the licence comes next, with a small transformer. */
public final class LicenceTransformer implements JobFactory {

    private static final int WIDTH = 32;
    private static final int HEADS = 4;
    private static final int HIDDEN = 64;
    private static final float DROPOUT = 0.1f;

    @Override
    public String name() {
        return "licence-transformer";
    }

    @Override
    public String summary() {
        return "continues the text of the licence, letter by letter: a transformer, trained by DJL's Trainer";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) throws Exception {
        return LicenceJob.create(name(), LicenceTransformer::network, parameters);
    }

    private static Block network() {
        return new SequentialBlock()
                .add(LicenceJob::oneHot)
                .add(LicenceTransformer::withPlaces)
                .add(Linear.builder().setUnits(WIDTH).build())
                .add(new TransformerEncoderBlock(WIDTH, HEADS, HIDDEN, DROPOUT, Activation::gelu))
                .add(states -> new NDList(states.singletonOrThrow().get(":, -1"))) // what it makes of the last letter
                .add(Linear.builder().setUnits(LicenceText.SYMBOLS).build());
    }

    /** Puts beside each letter where in the window it stands, which a transformer cannot see. */
    private static NDList withPlaces(NDList letters) {
        NDArray symbols = letters.singletonOrThrow();
        NDArray places = symbols.getManager()
                .eye(LicenceText.WINDOW)
                .expandDims(0)
                .repeat(0, symbols.getShape().get(0));
        return new NDList(symbols.concat(places, 2));
    }
}
