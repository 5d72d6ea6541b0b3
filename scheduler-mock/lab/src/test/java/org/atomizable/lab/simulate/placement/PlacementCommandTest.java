package org.atomizable.lab.simulate.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.cli.CommandRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementCommandTest {

    @TempDir
    Path directory;

    private Path nodes;
    private Path pods;

    /** Ten GPUs, and pods of one GPU: at 90 % load everything is placed, and from 100 % on all GPUs are taken. */
    @BeforeEach
    void aSmallCluster() throws Exception {
        nodes = directory.resolve("nodes.csv");
        pods = directory.resolve("ones.csv");
        Files.write(
                nodes, List.of("sn,cpu_milli,memory_mib,gpu,model", "a,96000,393216,8,G2", "b,16000,122880,2,P100"));
        Files.write(pods, List.of("name,cpu_milli,memory_mib,num_gpu,gpu_milli", "p,1000,1024,1,1000"));
    }

    private CommandRun run(Object... more) {
        List<Object> call = new ArrayList<>(List.of("simulate", "placement", "--nodes", nodes, "--pods", pods));
        call.addAll(List.of(more));
        return CommandRun.of(call.toArray());
    }

    @Test
    void figuresArePrintedToldAndDrawn() throws Exception {
        Path out = directory.resolve("out");
        CommandRun run = run("--seeds", "2", "--seed", "5", "--out", out, "--json");
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode all = run.json().get("placements");
        assertThat(all.findValuesAsText("policy")).containsExactly("random", "best-fit", "fgd");
        assertThat(all).allSatisfy(it -> {
            assertThat(it.get("workload").asText()).isEqualTo("ones");
            assertThat(it.get("seeds").toString()).isEqualTo("[5,6]");
            assertThat(it.get("placed").toString()).isEqualTo("[10,10]");
            assertThat(it.get("loads").get(0).get("allocatedPercent").asDouble())
                    .isEqualTo(90);
            assertThat(it.get("loads").get(5).get("allocatedPercent").asDouble())
                    .isEqualTo(100);
            // Nothing arrives near 95 %.
            assertThat(it.get("loads").get(1).has("allocatedPercent")).isFalse();
        });
        assertThat(Files.readString(out.resolve("placement.json"))).isEqualTo(run.out());
        assertThat(Files.readAllLines(out.resolve("placement.csv")))
                .contains("ones,fgd,6,100,100.000000,0.000000,0.000000")
                .first()
                .asString()
                .startsWith("workload,policy,seed,arrived_pct,");
        assertThat(Files.readString(out.resolve("ones.svg"))).startsWith("<svg").contains("fgd", "all pods placed");
    }

    @Test
    void differencesToPublishedMeansArePrinted() throws Exception {
        Path expected = directory.resolve("expected.csv");
        Files.write(
                expected,
                List.of(
                        "metric,workload,policy,arrived_pct,mean,n",
                        "allo,ones,06-FGD,90,91.5,10",
                        "allo,ones,06-FGD,100,99.75,10",
                        "allo,ones,05-BestFit,100,50,10",
                        "allo,another,06-FGD,100,50,10",
                        "frag,ones,06-FGD,100,0.25,10"));
        CommandRun run = run("--policies", "fgd", "--seeds", "1", "--expected", expected);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("ones: 13 pods arrive with seed 42; number of seeds: 1")
                .containsPattern("allo +ones +fgd +90 +90.000 +91.500 +-1.500")
                .contains("allo: 2 lines, largest difference 1.500 points")
                .contains("frag: 1 lines, largest difference 0.250 points")
                .doesNotContain("another");
    }

    @Test
    void theSameSeedGivesTheSameBytes() {
        String once = run("--seeds", "2", "--json").out();
        assertThat(once).contains("fgd");
        assertThat(run("--seeds", "2", "--json").out()).isEqualTo(once);
    }

    @ParameterizedTest
    @CsvSource({
        "--policies=nonsense, gpu-clustering",
        "--seeds=0, --seeds",
        "--out=/proc/nowhere, --out",
        "--expected=absent.csv, absent.csv"
    })
    void whatIsWrongIsNamedWithTheRemedy(String option, String remedy) {
        CommandRun run = run(option);
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains(remedy).doesNotContain("\tat ");
    }

    @Test
    void aWrongLineIsNamedWithItsNumber() throws Exception {
        Files.write(pods, List.of("name,cpu_milli,memory_mib,num_gpu,gpu_milli", "p,1000,1024,1,1000", "q,1,1,1,-5"));
        CommandRun run = run();
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains("ones.csv, line 3", "gpu_milli").doesNotContain("\tat ");
    }
}
