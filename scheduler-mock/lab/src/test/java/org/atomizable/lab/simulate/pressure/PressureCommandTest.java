package org.atomizable.lab.simulate.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.atomizable.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PressureCommandTest {

    @TempDir
    Path out;

    @Test
    void theAirlockKeepsTheOrderAndItsBoundsWhereTheOthersDoNot() throws Exception {
        CommandRun run = CommandRun.of("simulate", "pressure", "--surges", "200", "--seeds", "4", "--json");
        assertThat(run.code()).isZero();
        JsonNode all = new ObjectMapper().readTree(run.out());
        assertThat(all.get("airlock").get("inversions").asInt()).isZero();
        assertThat(all.get("airlock").get("boundsBroken").asInt()).isZero();
        assertThat(all.get("kernel").get("inversions").asInt()).isPositive();
        assertThat(all.get("newest").get("inversions").asInt()).isPositive();
        assertThat(all.get("airlock").get("rungs").get("suspend").asInt()).isPositive();
        assertThat(all.get("airlock").get("killedByKernel").asInt())
                .isLessThan(all.get("kernel").get("killedByKernel").asInt());
    }

    @Test
    void everyKeyOfTheJsonHasItsPlace() throws Exception {
        JsonNode all = new ObjectMapper()
                .readTree(CommandRun.of("simulate", "pressure", "--surges", "20", "--seeds", "2", "--json")
                        .out());
        assertThat(all.fieldNames()).toIterable().containsExactly("surges", "seeds", "airlock", "kernel", "newest");
        assertThat(all.get("airlock").fieldNames())
                .toIterable()
                .startsWith("short", "long", "reserved", "inversions", "killedByKernel", "boundsBroken");
        assertThat(all.get("airlock").get("short").fieldNames())
                .toIterable()
                .containsExactly("completed", "completedElsewhere", "lostHours", "killed");
        assertThat(all.get("airlock").get("short").get("lostHours").fieldNames())
                .toIterable()
                .containsExactly("mean", "low", "high");
    }

    @Test
    void theSameSeedGivesTheSameFiguresAndAPicture() throws Exception {
        Object[] call = {"simulate", "pressure", "--surges", "40", "--seeds", "2", "--out", out.toString(), "--json"};
        CommandRun run = CommandRun.of(call);
        assertThat(run.code()).isZero();
        assertThat(CommandRun.of(call).out()).isEqualTo(run.out());
        assertThat(Files.readString(out.resolve("pressure.json"))).isEqualTo(run.out());
        assertThat(Files.readString(out.resolve("pressure.svg"))).contains("<svg", "long, airlock", "</svg>");
        assertThat(CommandRun.of("simulate", "pressure", "--surges", "10").out())
                .contains("10 surges", "inversions 0");
    }

    @ParameterizedTest
    @CsvSource({"--surges=0, --surges", "--seeds=0, --seeds", "--out=/proc/nowhere, --out"})
    void whatIsWrongIsNamedWithTheRemedy(String option, String remedy) {
        CommandRun run = option.startsWith("--out")
                ? CommandRun.of("simulate", "pressure", "--surges", "10", option)
                : CommandRun.of("simulate", "pressure", option);
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains(remedy).doesNotContain("\tat ");
    }
}
