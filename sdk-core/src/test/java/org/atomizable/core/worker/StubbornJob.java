package org.atomizable.core.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.spi.JobFactory;

/** A job of 12 atoms that does not come back from atom 6, in a way that its parameter names; it writes the limits of its process to a file before. */
public final class StubbornJob implements JobFactory {

    static final String NAME = "stubborn";
    static final long AT = 6;
    static final long ATOMS = 12;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "does not come back, for tests";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) {
        return new Stubborn(
                parameters.getOrDefault("how", "not"), Path.of(parameters.getOrDefault("started", "/dev/null")));
    }

    private static final class Stubborn implements Atomizable {

        private final String how;
        private final Path started;
        private long sum;

        Stubborn(String how, Path started) {
            this.how = how;
            this.started = started;
        }

        @Override
        public JobSpec spec() {
            return JobSpec.of(NAME, ATOMS);
        }

        @Override
        public void run(long atom) throws Exception {
            sum = sum * 31 + atom;
            if (atom != AT || how.equals("not")) {
                return;
            }
            Path before = started.resolveSibling("starting");
            Files.writeString(before, Files.readString(Path.of("/proc/self/limits")));
            Files.move(before, started);
            switch (how) {
                case "spins" -> spin();
                case "freezes" -> shell("kill -STOP " + ProcessHandle.current().pid());
                case "ignores-signals" -> shell("trap '' TERM INT HUP; while :; do sleep 0.05; done");
                case "forks" -> {
                    shell(
                            "setsid sh -c 'trap \"\" TERM INT HUP; while :; do sleep 0.05; done' & (sleep 60 & sleep 60) &");
                    spin();
                }
                default -> throw new IllegalArgumentException("no such way: " + how);
            }
        }

        private void spin() {
            while (sum != 0) {
                sum |= 1;
            }
        }

        private static void shell(String script) throws Exception {
            Process shell =
                    new ProcessBuilder("/bin/sh", "-c", script).inheritIO().start();
            boolean ended = false;
            while (!ended) {
                try {
                    shell.waitFor();
                    ended = true;
                } catch (InterruptedException e) {
                    // It is stubborn.
                }
            }
        }

        @Override
        public void save(StateWriter to) throws IOException {
            to.longs("sum", sum);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            sum = from.longs("sum")[0];
        }
    }
}
