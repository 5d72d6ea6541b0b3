package org.atomizable.lab.simulate.market;

import java.util.Set;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;

/** The state of a simulated job: there is none. */
final class SimulatedState {

    static final StateWriter NOWHERE = (name, tensor) -> {};

    static final StateReader NOTHING = new StateReader() {
        @Override
        public Set<String> names() {
            return Set.of();
        }

        @Override
        public Tensor tensor(String name) {
            throw new IllegalArgumentException("a simulated job has no tensor, was asked for " + name);
        }
    };

    private SimulatedState() {}
}
