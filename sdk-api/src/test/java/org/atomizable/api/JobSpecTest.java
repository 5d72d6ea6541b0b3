package org.atomizable.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobSpecTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "mnist-8", "9_lives", "A.b.c"})
    void namesFitForFilesAndAddressesAreTaken(String name) {
        assertThat(JobSpec.of(name, 1).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ".hidden", "-x", "a/b", "a b", "ü", "../up", "a\n"})
    void otherNamesAreRefused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> JobSpec.of(name, 1));
    }

    @Test
    void aNameHasAtMostAHundredCharacters() {
        assertThat(JobSpec.of("a".repeat(100), 1).name()).hasSize(100);
        assertThatIllegalArgumentException().isThrownBy(() -> JobSpec.of("a".repeat(101), 1));
    }

    @Test
    void aJobHasAtLeastOneAtom() {
        assertThatIllegalArgumentException().isThrownBy(() -> JobSpec.of("none", 0));
    }

    @Test
    void aDeadlineHasAYearOfFourDigits() {
        JobSpec spec = JobSpec.of("job", 10);
        assertThat(spec.withDeadline(Instant.parse("9999-12-31T23:59:59Z")).deadline())
                .isPresent();
        for (String never : List.of("+10000-01-01T00:00:00Z", "-0001-12-31T23:59:59Z")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> spec.withDeadline(Instant.parse(never)))
                    .withMessageContaining(never);
        }
    }

    @Test
    void atomsLeftCountDownToNone() {
        JobSpec spec = JobSpec.of("job", 10);
        assertThat(spec.atomsLeft(0)).isEqualTo(10);
        assertThat(spec.atomsLeft(9)).isEqualTo(1);
        assertThat(spec.atomsLeft(10)).isZero();
        assertThat(spec.atomsLeft(11)).isZero();
    }

    @Test
    void anOpenEndedJobAlwaysHasAtomsLeft() {
        assertThat(JobSpec.openEnded("job").atomsLeft(1_000_000)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void eachWithChangesOneThing() {
        Instant deadline = Instant.parse("2000-01-02T00:00:00Z");
        JobSpec spec =
                JobSpec.of("job", 10).withPriority(3).withDeadline(deadline).withMemory(Bytes.gibi(2));
        assertThat(spec.name()).isEqualTo("job");
        assertThat(spec.totalAtoms()).hasValue(10);
        assertThat(spec.priority()).isEqualTo(3);
        assertThat(spec.deadline()).contains(deadline);
        assertThat(spec.memory()).contains(Bytes.gibi(2));
    }

    @Test
    void atomsBelongToTheStageThatNamesThem() {
        JobSpec spec = JobSpec.of("job", 100)
                .withStage("long sequences", 60, 80, Bytes.gibi(17))
                .withStage("short sequences", 10, 60);
        assertThat(spec.stageOf(9)).isEmpty();
        assertThat(spec.stageOf(10)).map(JobSpec.Stage::name).contains("short sequences");
        assertThat(spec.stageOf(59)).map(JobSpec.Stage::name).contains("short sequences");
        assertThat(spec.stageOf(60)).flatMap(JobSpec.Stage::memory).contains(Bytes.gibi(17));
        assertThat(spec.stageOf(80)).isEmpty();
        assertThat(spec.withPriority(1).withTrait("batch", "8").withRecurring("evaluation", 5))
                .extracting(JobSpec::stages)
                .isEqualTo(spec.stages());
    }

    @Test
    void memoryOfStagesGrowsWithThatOfTheJob() {
        JobSpec spec = JobSpec.of("job", 100).withStage("large", 60, 80, Bytes.gibi(4));
        assertThat(spec.withMemoryTimes(2).stageOf(60))
                .flatMap(JobSpec.Stage::memory)
                .contains(Bytes.gibi(8));
    }

    @Test
    void stagesThatCannotBeAreRefused() {
        JobSpec spec = JobSpec.of("job", 100).withStage("large", 60, 80);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> spec.withStage("larger", 79, 90))
                .withMessageContainingAll("larger", "large", "79", "must not overlap");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> spec.withStage("large", 90, 95))
                .withMessageContaining("a name of its own");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> spec.withStage("late", 100, 120))
                .withMessageContainingAll("late", "100 atoms");
        assertThatIllegalArgumentException().isThrownBy(() -> spec.withStage(" ", 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> spec.withStage("none", 5, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> spec.withStage("negative", -1, 5));
    }
}
