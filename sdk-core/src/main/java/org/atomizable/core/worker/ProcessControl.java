package org.atomizable.core.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Freezes, thaws and ranks a process and the processes that it has started. What the system does not allow is logged. */
final class ProcessControl {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessControl.class);

    private final ProcessHandle process;

    /** Controls this process. */
    ProcessControl(ProcessHandle process) {
        this.process = process;
    }

    /** Stops them where they are. */
    void freeze() {
        signal("STOP");
    }

    /** Lets them go on. */
    void thaw() {
        signal("CONT");
    }

    /** Tells the kernel's killer how early to take them, from 0 to 1000. */
    void rank(int score) {
        all().forEach(it -> rank(it, score));
    }

    private void signal(String name) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "kill -%s \"$@\"".formatted(name), "sh"));
        all().forEach(it -> command.add(Long.toString(it.pid())));
        try {
            int status = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            LOG.debug("signal {} to process {}: status {}", name, process.pid(), status);
        } catch (IOException e) {
            LOG.warn("signal {} could not be sent to process {}: {}", name, process.pid(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void rank(ProcessHandle each, int score) {
        try {
            Files.writeString(Path.of("/proc", Long.toString(each.pid()), "oom_score_adj"), Integer.toString(score));
        } catch (IOException e) {
            LOG.debug("process {} could not be ranked: {}", each.pid(), e.getMessage());
        }
    }

    private List<ProcessHandle> all() {
        List<ProcessHandle> all = new ArrayList<>(List.of(process));
        process.descendants().forEach(all::add);
        return all;
    }
}
