package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.atomizable.api.time.TimeSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FatalErrorsTest {

    private static final OutOfMemoryError NO_THREAD = new OutOfMemoryError(
            "unable to create native thread: possibly out of memory or process/resource limits reached");

    private final List<Integer> ended = new ArrayList<>();
    private final FatalErrors errors = new FatalErrors(1, 70, ended::add);

    private String told(String thread, Throwable thrown) {
        PrintStream before = System.err;
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            errors.uncaughtException(new Thread(thread), thrown);
        } finally {
            System.setErr(before);
        }
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whatTheMachineLacksEndsTheProgramWithWhatRaisesIt() {
        assertThat(told("atomizable-warm-gpu0.0", NO_THREAD))
                .startsWith("atomizable: unable to create native thread")
                .contains("ulimit -u")
                .hasLineCount(1);
        assertThat(told("OkHttp TaskRunner", NO_THREAD)).contains("ulimit -u");
        assertThat(told("main", new OutOfMemoryError("Java heap space"))).contains("ATOMIZABLE_JAVA_OPTS=-Xmx");
        assertThat(ended).containsExactly(1, 1, 1);
    }

    @Test
    void aBugInAThreadOfThisProgramEndsItAsABug() {
        assertThat(told("atomizable-timers", new AssertionError("no"))).contains("AssertionError: no", "this is a bug");
        assertThat(ended).containsExactly(70);
    }

    @Test
    void otherThreadsAndExceptionsArePrintedAsAlways() {
        assertThat(told("a job's own", new OutOfMemoryError("Java heap space")))
                .startsWith("Exception in thread \"a job's own\" java.lang.OutOfMemoryError: Java heap space");
        assertThat(told("atomizable-timers", new IllegalStateException("no"))).contains("IllegalStateException: no");
        assertThat(ended).isEmpty();
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anErrorOfATimerIsNotKeptByItsFuture() throws Exception {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        CountDownLatch heard = new CountDownLatch(1);
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            if (thrown == NO_THREAD) {
                heard.countDown();
            }
        });
        try {
            TimeSource.system().schedule(Duration.ZERO, () -> {
                throw NO_THREAD;
            });
            heard.await();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }
}
