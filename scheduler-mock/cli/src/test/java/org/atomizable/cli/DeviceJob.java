package org.atomizable.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.spi.JobFactory;

/** A job that counts nothing. Its process, and one that it has started, use memory of the stand-in's device. */
public final class DeviceJob implements JobFactory {

    @Override
    public String name() {
        return "device";
    }

    @Override
    public String summary() {
        return "uses memory of a device, for tests";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) throws Exception {
        String library = parameters.get("library");
        System.setProperty(NvmlDevices.LIBRARY, library);
        StandInLibrary device = StandInLibrary.create(Path.of(library));
        Process child = new ProcessBuilder("cat").start();
        device.start(
                ProcessHandle.current().pid(),
                Bytes.parse(parameters.get("own")).count());
        device.start(child.pid(), Bytes.parse(parameters.get("child")).count());
        return new Silent(child);
    }

    private record Silent(Process child) implements Atomizable {

        @Override
        public JobSpec spec() {
            return JobSpec.of("device", 20);
        }

        @Override
        public void run(long atom) {}

        @Override
        public void save(StateWriter to) throws IOException {
            to.longs("none", 0);
        }

        @Override
        public void restore(StateReader from) {}

        @Override
        public void close() {
            child.destroyForcibly();
        }
    }
}
