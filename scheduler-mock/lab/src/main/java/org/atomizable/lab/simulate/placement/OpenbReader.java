package org.atomizable.lab.simulate.placement;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.atomizable.api.AtomizableException;

/**
 * Reads lists of nodes and pods as Alibaba published them in cluster-trace-gpu-v2023.
 *
 * <pre>{@code
 * sn,cpu_milli,memory_mib,gpu,model
 * openb-node-0000,64000,262144,2,P100
 *
 * name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec
 * openb-pod-0001,6000,12288,1,460,V100M16|V100M32
 * }</pre>
 *
 * <p>The column {@code gpu_spec} may be missing, and further columns are ignored.
 */
final class OpenbReader {

    private OpenbReader() {}

    /**
     * Reads the nodes of a cluster.
     *
     * @throws AtomizableException if the file cannot be read or is wrong; the message names the file and the line
     */
    static List<ClusterNode> nodes(Path csv) throws AtomizableException {
        CsvTable table = CsvTable.read(csv, List.of("sn", "cpu_milli", "memory_mib", "gpu", "model"));
        List<ClusterNode> nodes = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (CsvTable.Row row : table.rows()) {
            refuseRepeated(row, names, row.text("sn"));
            nodes.add(new ClusterNode(
                    row.text("sn"),
                    row.count("cpu_milli"),
                    row.count("memory_mib"),
                    row.count("gpu"),
                    row.text("model")));
        }
        if (nodes.stream().noneMatch(it -> it.gpus() > 0)) {
            throw table.refused(1, "no node has a GPU");
        }
        return nodes;
    }

    /**
     * Reads pods.
     *
     * @throws AtomizableException if the file cannot be read or is wrong; the message names the file and the line
     */
    static List<Pod> pods(Path csv) throws AtomizableException {
        CsvTable table = CsvTable.read(csv, List.of("name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli"));
        List<Pod> pods = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (CsvTable.Row row : table.rows()) {
            refuseRepeated(row, names, row.text("name"));
            List<String> models = table.has("gpu_spec")
                    ? Arrays.stream(row.text("gpu_spec").split("\\|"))
                            .filter(it -> !it.isEmpty())
                            .toList()
                    : List.of();
            try {
                Demand demand =
                        new Demand(row.count("cpu_milli"), row.count("num_gpu"), row.count("gpu_milli"), models);
                pods.add(new Pod(row.text("name"), demand, row.count("memory_mib")));
            } catch (IllegalArgumentException e) {
                throw row.refused(String.valueOf(e.getMessage()));
            }
        }
        if (pods.stream().noneMatch(it -> it.demand().gpus() > 0)) {
            throw table.refused(1, "no pod asks for a GPU");
        }
        return pods;
    }

    private static void refuseRepeated(CsvTable.Row row, Set<String> names, String name) throws AtomizableException {
        if (!names.add(name)) {
            throw row.refused("%s is there twice".formatted(name));
        }
    }
}
