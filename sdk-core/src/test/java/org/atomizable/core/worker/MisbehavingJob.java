package org.atomizable.core.worker;

import java.io.IOException;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.spi.JobFactory;

/** A job of 20 atoms that does at atom 6 what a job should not do. */
public final class MisbehavingJob implements JobFactory {

    static final long AT = 6;

    @Override
    public String name() {
        return "misbehaving";
    }

    @Override
    public String summary() {
        return "does what a job should not do, for tests";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) {
        return new Misbehaving(parameters.getOrDefault("how", "not"), parameters.getOrDefault("at", "" + AT));
    }

    private static final class Misbehaving implements Atomizable {

        private final String how;
        private final long at;
        private long sum;

        Misbehaving(String how, String at) {
            this.how = how;
            this.at = Long.parseLong(at);
        }

        @Override
        public JobSpec spec() {
            return JobSpec.of("misbehaving", 20);
        }

        @Override
        public void run(long atom) throws Exception {
            sum = sum * 31 + atom;
            if (atom == at) {
                misbehave();
            }
        }

        private void misbehave() throws Exception {
            switch (how) {
                case "not" -> {}
                case "native-output" -> shell("echo '{\"type\":\"report\"}'; echo this is fd 1; echo this is fd 2 >&2");
                case "native-input" -> shell("cat; echo the input has ended");
                case "input" -> System.out.println("read " + System.in.read());
                case "exit" -> leave();
                case "halt" -> Runtime.getRuntime().halt(9);
                case "abort" -> shell("kill -ABRT " + ProcessHandle.current().pid());
                case "killed" -> shell("kill -KILL " + ProcessHandle.current().pid());
                case "term" -> shell("kill -TERM " + ProcessHandle.current().pid() + "; sleep 60");
                case "endless" -> spin();
                case "talks" -> talk();
                default -> throw new IllegalArgumentException("no such misbehaviour: " + how);
            }
        }

        private static void shell(String script) throws Exception {
            new ProcessBuilder("/bin/sh", "-c", script).inheritIO().start().waitFor();
        }

        private static void leave() {
            System.out.println("these are the last words");
            System.exit(5);
        }

        private void spin() {
            System.out.println("it spins");
            while (sum != 0) {
                sum |= 1;
            }
        }

        private static void talk() {
            String line = "x".repeat(999) + "\n";
            for (int i = 0; i < 64 * 1024; i++) {
                System.out.print(line);
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
