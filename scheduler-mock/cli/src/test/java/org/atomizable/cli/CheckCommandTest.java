package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.junit.jupiter.api.Test;

class CheckCommandTest {

    /** Adds up what is in no checkpoint, though its save reads it. */
    public static class Forgetful implements Atomizable {

        double sum;
        private double terms;

        @Override
        public JobSpec spec() {
            return JobSpec.of("forgetful", 20);
        }

        @Override
        public void run(long atom) {
            System.out.println("terms of " + atom);
            sum += terms++;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            to.doubles("sum", sum);
            to.longs("isPositive", terms < 0 ? 0 : 1);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            sum = from.doubles("sum")[0];
        }
    }

    /** Its atoms are exact; what it says in the end is not. */
    public static class Boastful extends Forgetful {

        private double best;

        @Override
        public void run(long atom) {
            sum += atom;
            best = Math.max(best, atom % 7);
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.longs("hasBest", best < 0 ? 0 : 1);
        }

        @Override
        public Optional<Metric> evaluate() {
            return Optional.of(new Metric("best", best, best, best));
        }
    }

    @Test
    void anExactJobPassesAndIsToldWhatWasTried() {
        CommandRun ended = CommandRun.of("check", "sum", "-p", "atoms=20", "--seconds", "1");

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out())
                .containsPattern("holds   a cut before any atom changes no bit: [0-9]+ cuts of 20 atoms")
                .contains("no kind of fault changes a bit", "3 JVMs", "nothing was found")
                .doesNotContain("BROKEN");
        assertThat(ended.err())
                .as("of checkpoints that were damaged on purpose")
                .doesNotContain("WARN");
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
        assertThat(ended.out()).contains("BROKEN", "evaluate returns", "field Boastful.best is 0.0, and was 6.0");
    }
}
