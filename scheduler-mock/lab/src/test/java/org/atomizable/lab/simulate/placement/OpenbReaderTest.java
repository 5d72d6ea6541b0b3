package org.atomizable.lab.simulate.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.atomizable.api.AtomizableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenbReaderTest {

    private static final String NODES = "sn,cpu_milli,memory_mib,gpu,model";
    private static final String PODS = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec";

    @TempDir
    Path directory;

    private Path file(String... lines) throws IOException {
        return Files.write(directory.resolve("list.csv"), List.of(lines));
    }

    @Test
    void nodesAndPodsAreRead() throws Exception {
        assertThat(OpenbReader.nodes(file(NODES, "a,64000,262144,2,P100", "", "b,32000,1024,0,")))
                .containsExactly(
                        new ClusterNode("a", 64_000, 262_144, 2, "P100"), new ClusterNode("b", 32_000, 1024, 0, ""));
        assertThat(OpenbReader.pods(file(PODS + ",qos", "p,6000,12288,1,460,V100M16|V100M32,LS", "q,1000,5,0,0,,BE")))
                .containsExactly(
                        new Pod("p", new Demand(6000, 1, 460, List.of("V100M16", "V100M32")), 12_288),
                        new Pod("q", new Demand(1000, 0, 0, List.of()), 5));
    }

    /** As pandas and spreadsheets write it. */
    @Test
    void aListThatWasWrittenAnewIsTheSame() throws Exception {
        Path anew = Files.writeString(
                directory.resolve("anew.csv"),
                "\uFEFFname, cpu_milli, memory_mib, num_gpu, gpu_milli, gpu_spec\r\np, 6000.0, 12288, 1.0, 460.0, V100M16\r\n\r\n");
        assertThat(OpenbReader.pods(anew)).isEqualTo(OpenbReader.pods(file(PODS, "p,6000,12288,1,460,V100M16")));
    }

    /** The list multigpu50 has no column for models. */
    @Test
    void modelsMayBeMissing() throws Exception {
        assertThat(OpenbReader.pods(file("name,cpu_milli,memory_mib,num_gpu,gpu_milli", "p,6000,12288,8,1000")))
                .containsExactly(new Pod("p", new Demand(6000, 8, 1000, List.of()), 12_288));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "p,6000,12288,1;2;4 cells",
                "p,six,12288,1,460,;2;cpu_milli",
                "p,6000,-1,1,460,;2;memory_mib",
                "p,6000,12288,1,1460,;2;1460",
                "p,6000,12288,2,500,;2;500",
                "p,6000,12288,0,500,;2;500",
                "p,6000,12288,1,0,;2;1 to 1000",
                "p,6000,12288,1,99999999999,;2;gpu_milli"
            })
    void aWrongPodIsNamedWithFileAndLine(String line, int number, String what) throws Exception {
        Path file = file(PODS, line);
        assertThatThrownBy(() -> OpenbReader.pods(file))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining("list.csv, line " + number)
                .hasMessageContaining(what);
    }

    @Test
    void whatIsMissingOrRepeatedIsNamed() throws Exception {
        refused(file("sn,cpu_milli,gpu"), "line 1", "memory_mib");
        refused(file(), "line 1", "memory_mib");
        refused(file(NODES, "a,1,1,2,T4", "b,1,1,2,T4", "a,1,1,2,T4"), "line 4", "a is there twice");
        refused(file(NODES, "a,1,1,0,"), "line 1", "no node has a GPU");
        refused(directory.resolve("absent.csv"), "absent.csv", "cannot be read");
        Path idle = file(PODS, "p,1,1,0,0,");
        assertThatThrownBy(() -> OpenbReader.pods(idle)).hasMessageContaining("no pod asks for a GPU");
    }

    private static void refused(Path file, String where, String what) {
        assertThatThrownBy(() -> OpenbReader.nodes(file))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining(where)
                .hasMessageContaining(what);
    }
}
