package org.atomizable.djl.state;

import java.io.IOException;
import java.util.Set;
import java.util.stream.Collectors;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;

/** A part of a state, whose names begin with a prefix. */
final class Prefixed {

    private Prefixed() {}

    static StateWriter in(String prefix, StateWriter to) {
        return (name, tensor) -> to.tensor(prefix + name, tensor);
    }

    static StateReader in(String prefix, StateReader from) {
        return new StateReader() {
            @Override
            public Set<String> names() {
                return from.names().stream()
                        .filter(it -> it.startsWith(prefix))
                        .map(it -> it.substring(prefix.length()))
                        .collect(Collectors.toSet());
            }

            @Override
            public Tensor tensor(String name) throws IOException {
                return from.tensor(prefix + name);
            }
        };
    }
}
