package org.atomizable.examples.text;

import ai.djl.ndarray.NDList;
import ai.djl.nn.Block;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.nn.recurrent.LSTM;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.spi.JobFactory;

/** Learns which letter of the licence comes next, with an LSTM. */
public final class LicenceLstm implements JobFactory {

    private static final int STATE = 48;

    @Override
    public String name() {
        return "licence-lstm";
    }

    @Override
    public String summary() {
        return "continues the text of the licence, letter by letter: an LSTM, trained by DJL's Trainer";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) throws Exception {
        return LicenceJob.create(name(), LicenceLstm::network, parameters);
    }

    private static Block network() {
        return new SequentialBlock()
                .add(LicenceJob::oneHot)
                .add(LSTM.builder()
                        .setStateSize(STATE)
                        .setNumLayers(1)
                        .optBatchFirst(true)
                        .build())
                .add(states -> new NDList(states.singletonOrThrow().get(":, -1"))) // after the last letter
                .add(Linear.builder().setUnits(LicenceText.SYMBOLS).build());
    }
}
