package org.atomizable.core.command;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;

/** A state in memory. */
record KeptState(Map<String, Tensor> tensors) implements StateReader {

    /** Writes a state. */
    interface Saving {
        void to(StateWriter writer) throws IOException;
    }

    static KeptState of(Saving saving) throws IOException {
        Map<String, Tensor> tensors = new TreeMap<>();
        saving.to((name, tensor) -> {
            byte[] copy = new byte[tensor.data().remaining()];
            tensor.data().get(copy);
            tensors.put(name, Tensor.of(tensor.type(), tensor.shape(), ByteBuffer.wrap(copy)));
        });
        return new KeptState(tensors);
    }

    @Override
    public Set<String> names() {
        return tensors.keySet();
    }

    @Override
    public Tensor tensor(String name) {
        return tensors.get(name);
    }

    /** Returns the text of a file of a resumable command. */
    String file(String name) {
        return StandardCharsets.UTF_8
                .decode(tensors.get("file:" + name + "/0").data())
                .toString();
    }
}
