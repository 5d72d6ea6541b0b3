package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.loop.LoopException;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.examples.boosting.Boosting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoostingTest {

    @TempDir
    Path directory;

    private static NamedJob job(String... rounds) {
        return new NamedJob(
                Boosting.class.getName(), rounds.length == 0 ? Map.of() : Map.of("rounds", rounds[0], "seed", "5"));
    }

    @Test
    void aRunCutTwiceEndsInTheBitsOfAStraightRun() throws Exception {
        StraightRun straight = StraightRun.of(job("25"), VirtualTime.create(), next -> {});

        assertThat(Cut.at(job("25"), directory, 9, 10)).isEqualTo(straight.sha256());
    }

    @Test
    void theProgramAlonePrintsTheErrorThatTheJobReports() throws Exception {
        double reported = StraightRun.of(job("25"), VirtualTime.create(), next -> {})
                .metric()
                .orElseThrow()
                .value();
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            Boosting.main(new String[] {"rounds=25", "seed=5"});
        } finally {
            System.setOut(before);
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8)).startsWith("error " + reported + " after 25 rounds");
    }

    /** The noise alone has a standard deviation of 1; the target has one of about 5. */
    @Test
    void theWholeProgramLearnsMostOfWhatStumpsCan() throws Exception {
        StraightRun whole = StraightRun.of(job(), VirtualTime.create(), next -> {});

        assertThat(whole.atoms()).isEqualTo(300);
        assertThat(whole.metric().orElseThrow().value()).isBetween(1.0, 2.0);
    }

    @Test
    void aParameterThatIsNotKnownIsRefused() {
        assertThatThrownBy(() -> new NamedJob(Boosting.class.getName(), Map.of("epocs", "3")).create())
                .isInstanceOf(LoopException.class)
                .hasMessageContainingAll("epocs", "rounds");
    }
}
