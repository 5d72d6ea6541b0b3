package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.worker.channel.EventWriter;
import org.atomizable.core.worker.channel.WorkerCommand;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandRunnerTest {

    /** A job that is short of something before its first atom. */
    public static final class Short implements Atomizable {

        private static String of = "";

        @Override
        public JobSpec spec() {
            throw new OutOfMemoryError(of);
        }

        @Override
        public void restore(StateReader from) {}

        @Override
        public void run(long atom) {}

        @Override
        public void save(StateWriter to) {}
    }

    @ParameterizedTest
    @CsvSource({
        "Java heap space, JOB, -Xmx",
        "unable to create native thread: possibly out of memory, JOB, ulimit -u",
        "CUDA out of memory, OUT_OF_MEMORY, CUDA out of memory"
    })
    void whatTheWorkerItselfIsShortOfIsNoShortageOfItsSlice(String shortage, String kind, String words) {
        Short.of = shortage;
        ByteArrayOutputStream events = new ByteArrayOutputStream();
        CommandRunner runner = new CommandRunner(new EventWriter(events), VirtualTime.create(), Optional.empty());

        runner.straight(new WorkerCommand.Straight(
                new WorkerCommand.Job(Short.class.getName(), Map.of(), "unused", "unused", Optional.empty())));

        assertThat(events.toString(StandardCharsets.UTF_8)).contains('"' + kind + '"', words);
    }
}
