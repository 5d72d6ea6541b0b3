package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.junit.jupiter.api.Test;

class CheckCommandTest {

    /** Adds up what is in no checkpoint, and looks like a buffer. */
    public static class Forgetful implements Atomizable {

        double sum;
        private final double[] terms = new double[1];

        @Override
        public JobSpec spec() {
            return JobSpec.of("forgetful", 20);
        }

        @Override
        public void run(long atom) {
            System.out.println("terms of " + atom);
            sum += terms[0];
            terms[0] = atom + 1;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            to.doubles("sum", sum);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            sum = from.doubles("sum")[0];
        }
    }

    /** Its atoms are exact; what it says in the end is not. */
    public static class Boastful extends Forgetful {

        private final StringWriter text = new StringWriter();
        private final PrintWriter into = new PrintWriter(text);

        @Override
        public void run(long atom) {
            into.print(atom);
            sum += atom;
        }

        @Override
        public Optional<Metric> evaluate() {
            return Optional.of(Metric.exact("letters", text.toString().length()));
        }
    }

    /** No cut of its first atoms shows the clock. */
    public static class Late extends Forgetful {

        @Override
        public JobSpec spec() {
            return JobSpec.of("late", 4800);
        }

        @Override
        public void run(long atom) {
            sum += atom % 150 == 149 ? System.nanoTime() : atom;
        }
    }

    @Test
    void anExactJobPassesAndIsToldWhatWasTried() {
        CommandRun ended = CommandRun.of("check", "sum", "-p", "atoms=20", "--seconds", "1");

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        // On a slow machine there is no time for all 20.
        assertThat(ended.out())
                .containsPattern("holds   a cut before any atom changes no bit: [0-9]+ cuts of (1?[0-9]|20) atoms")
                .contains("no kind of fault changes a bit", "3 JVMs", "nothing was found")
                .doesNotContain("BROKEN", "was not tried");
        assertThat(ended.err())
                .as("of checkpoints that were damaged on purpose")
                .doesNotContain("WARN");
    }

    @Test
    void whatRemainsUntriedIsSaid() {
        CommandRun ended = CommandRun.of("check", Late.class.getName(), "--atoms", "24", "--seconds", "1");

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out())
                .contains("tried atoms 0 to 23 of 4,800; what shows only later was not tried")
                .contains("System.nanoTime() (run, CheckCommandTest.java:", "count atoms instead");
    }

    @Test
    void aJobWhoseAtomsAreLengthsOfTimeIsNotCompared() {
        CommandRun ended = CommandRun.of("check", "--command", "./x.sh", "--resumable", "--job-name", "x");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("length of time", "uninterrupted run");
    }

    @Test
    void noTimeAndNoAtomsAreRefused() {
        CommandRun seconds = CommandRun.of("check", "sum", "--seconds", "0");
        CommandRun atoms = CommandRun.of("check", "sum", "--atoms", "0");

        assertThat(seconds.code()).isEqualTo(2);
        assertThat(seconds.err()).contains("--seconds must be 1 or more, was 0");
        assertThat(atoms.code()).isEqualTo(2);
        assertThat(atoms.err()).contains("--atoms must be 1 or more, was 0");
    }

    @Test
    void whatIsForgottenIsFound() throws Exception {
        CommandRun ended = CommandRun.of("check", Forgetful.class.getName(), "--seconds", "1", "--json");

        assertThat(ended.out() + ended.err()).contains("the job printed: ").doesNotContain("terms of ");

        assertThat(ended.code()).isEqualTo(1);
        JsonNode found = new ObjectMapper().readTree(ended.out());
        assertThat(found.get("ok").asBoolean()).isFalse();
        assertThat(found.get("rules").get(0).get("violation").asText()).contains("Forgetful.terms");
    }

    @Test
    void anEvaluationOfWhatIsNotSavedIsFound() {
        CommandRun ended = CommandRun.of("check", Boastful.class.getName(), "--seconds", "1");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).contains("BROKEN", "evaluate returns");
    }
}
