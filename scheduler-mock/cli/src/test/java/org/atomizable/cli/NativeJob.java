package org.atomizable.cli;

import com.sun.jna.Function;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.spi.JobFactory;

/** A job that calls the C library: writes to file descriptor 1, reads from 0, starts a process that outlives it, exits. */
public final class NativeJob implements JobFactory {

    @Override
    public String name() {
        return "native";
    }

    @Override
    public String summary() {
        return "calls the C library, for tests";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) {
        String then = parameters.getOrDefault("then", "nothing");
        return new Atomizable() {
            @Override
            public JobSpec spec() {
                return JobSpec.of("native", 20);
            }

            @Override
            public void run(long atom) {
                byte[] text = ("native output of atom " + atom + "\n").getBytes(StandardCharsets.UTF_8);
                call("write", 1, text, (long) text.length);
                call("read", 0, new byte[8], 8L);
                if (atom == 4) {
                    call("system", "sleep 600 & echo $! > '" + parameters.get("pid-file") + "'");
                }
                if (atom == 5) {
                    afterwards(then);
                }
            }

            @Override
            public void save(StateWriter to) {}

            @Override
            public void restore(StateReader from) {}
        };
    }

    private static void afterwards(String then) {
        if (then.equals("exit")) {
            call("exit", 4);
        }
    }

    private static void call(String function, Object... arguments) {
        Function.getFunction("c", function).invokeInt(arguments);
    }
}
