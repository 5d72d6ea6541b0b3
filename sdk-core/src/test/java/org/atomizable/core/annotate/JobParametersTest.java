package org.atomizable.core.annotate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.StateMismatchException;
import org.atomizable.core.state.MemoryState;
import org.atomizable.core.worker.JobLoadException;
import org.atomizable.core.worker.NamedJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.ThrowingSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The parameters of a constructor are those of its job. */
class JobParametersTest {

    private static final Compiled COMPILED = Compiled.of("""
        package jobs;
        import java.io.IOException;
        import java.nio.file.Path;
        import java.time.Duration;
        import org.atomizable.api.*;
        import org.atomizable.api.annotation.*;
        @AtomizedJob(traits = {"size", "precision=half"})
        class Train {
            enum Kind { PLAIN, FANCY { @Override public String toString() { return "not its name"; } } }
            final String all;
            final int size;
            @State double parameters;
            Train(double rate, @Default("3") int size, @Default("FANCY") Kind kind, @Default("a b") String job,
                    @Default("true") boolean spec, @Default("1") byte b, @Default("2") short s, @Default("x") char c,
                    @Default("5") long l, @Default("0.5") float f, @Default("PT90S") Duration limit,
                    @Default("1.5GiB") Bytes room, @Default("data/set") Path data) throws IOException {
                if (size < 1) {
                    throw new IllegalArgumentException("size must be 1 or more, was " + size);
                }
                this.size = size;
                all = rate + " " + kind.name() + " " + job + " " + spec + " " + b + s + c + l + " " + f + " " + limit
                        + " " + room.count() + " " + data;
            }
            @Atom void step(long atom) { parameters += atom; }
            @Atoms long atoms() { return size; }
            @Evaluate Metric all() { return Metric.exact(all, parameters); }
        }
        """);

    /** Runs as in a process whose class path has the job. */
    private static <T> T loading(ThrowingSupplier<T> action) throws Throwable {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(COMPILED.loader());
        try {
            return action.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static Atomizable job(Map<String, String> parameters) throws Throwable {
        assertThat(COMPILED.errors()).isEmpty();
        return loading(() -> new NamedJob("jobs.Train", parameters).create());
    }

    @Test
    void whatIsNotGivenHasItsDefault() throws Throwable {
        Atomizable job = job(Map.of("rate", "1e-1"));

        assertThat(job.evaluate().orElseThrow().name())
                .isEqualTo("0.1 FANCY a b true 12x5 0.5 PT1M30S 1610612736 data/set");
        assertThat(job.spec().totalAtoms()).hasValue(3);
    }

    @Test
    void whatIsGivenArrivesInItsType() throws Throwable {
        Atomizable job = job(Map.of("rate", "-2", "size", "7", "kind", "PLAIN", "job", "=", "spec", "false", "c", "é"));

        assertThat(job.evaluate().orElseThrow().name())
                .isEqualTo("-2.0 PLAIN = false 12é5 0.5 PT1M30S 1610612736 data/set");
    }

    @Test
    void aTraitCanTakeTheValueOfAParameter() throws Throwable {
        assertThat(job(Map.of("rate", "1", "size", "7")).spec().traits())
                .containsOnly(Map.entry("size", "7"), Map.entry("precision", "half"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "size  | 3    | parameter rate is missing; the parameters are rate (double), size (int, \"3\" if not"
                        + " given), kind (Kind, \"FANCY\" if not given)",
                "rates | 3    | there is no parameter rates; the parameters are rate (double), size",
                "rate  | fast | parameter rate is a double and must be a number such as 0.1 or 1e-3, was \"fast\"",
            })
    void aParameterThatIsMissingUnknownOrNoValueIsNamed(String name, String value, String message) {
        assertThatThrownBy(() -> job(Map.of(name, value)))
                .isInstanceOf(JobLoadException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("Correct its parameters");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "size  | 3.0        | parameter size is a int and must be a whole number from -2147483648",
                "size  | 2147483648 | parameter size is a int and must be a whole number from -2147483648",
                "size  | 0          | size must be 1 or more, was 0",
                "kind  | fancy      | parameter kind is a Kind and must be one of PLAIN, FANCY, was \"fancy\"",
                "spec  | yes        | parameter spec is a boolean and must be true or false, was \"yes\"",
                "c     | ab         | parameter c is a char and must be one character, was \"ab\"",
                "limit | 90         | parameter limit is a Duration and must be a duration such as PT90S",
                "room  | 1.5 GB     | parameter room is a Bytes and must be an amount of bytes such as 64MiB",
            })
    void aValueOfNoneOfTheTypesIsRefused(String name, String value, String message) {
        assertThatThrownBy(() -> job(Map.of("rate", "1", name, value)))
                .isInstanceOf(JobLoadException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aJobWithOtherParametersDoesNotContinueACheckpoint() throws Throwable {
        MemoryState saved = MemoryState.of(job(Map.of("rate", "0.1", "kind", "FANCY")));

        job(Map.of("rate", "1e-1", "room", "1536MiB")).restore(saved);
        Atomizable other = job(Map.of("rate", "0.2"));
        assertThatThrownBy(() -> other.restore(saved))
                .isInstanceOf(StateMismatchException.class)
                .hasMessageContaining("rate=0.1, size=3")
                .hasMessageContaining("this job has [rate=0.2, size=3")
                .hasMessageContaining("Give the same parameters, or another store");
    }

    @Test
    void aProgramGivesThemAsValues() {
        assertThat(COMPILED.generated().get("jobs.TrainJob"))
                .contains("public TrainJob(double rate, int size, Train.Kind kind, String job, ")
                .contains("public TrainJob(Map<String, String> parameters) throws IOException {");
    }
}
