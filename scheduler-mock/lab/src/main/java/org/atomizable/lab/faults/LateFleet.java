package org.atomizable.lab.faults;

import java.util.Optional;
import java.util.function.Supplier;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.window.Slice;

/**
 * The launcher of a job whose fleet is made together with its agent.
 *
 * @param fleet empty until then
 */
record LateFleet(Supplier<Optional<Fleet>> fleet) implements WorkerLauncher {

    @Override
    public Worker launch(Slice slice) throws WorkerException {
        return fleet.get().orElseThrow().launch(slice);
    }

    @Override
    public boolean isWarm(Slice slice) {
        return fleet.get().filter(it -> it.isWarm(slice)).isPresent();
    }

    @Override
    public void close() {
        fleet.get().ifPresent(Fleet::close);
    }
}
