package org.atomizable.lab.simulate.colocation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Cell;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Sharing;
import org.atomizable.scheduler.colocation.RelativeThroughput;

/**
 * Reads tables of throughput that were published with Gavel (repository stanford-futuredata/gavel):
 *
 * <pre>{@code
 * {"v100": {"('A3C', 1)": {"null": 5.1, "('CycleGAN', 1)": [4.9, 3.2], ...}, ...}, ...}
 *    GPU      job and GPUs         alone     beside another job: its own, and the other's
 * }</pre>
 *
 * <p>Jobs of one GPU are read, in steps per second. A pair with 0 did not run together.
 */
final class GavelTables {

    private static final Pattern ON_ONE_GPU = Pattern.compile("\\('(.*)', 1\\)");
    private static final String ALONE = "null";

    /** Steps per second that nothing reaches. */
    private static final double FASTEST = 1e12;

    private final Path file;

    private GavelTables(Path file) {
        this.file = file;
    }

    /**
     * Reads the matrix of one kind of GPU.
     *
     * @throws AtomizableException if the file cannot be read, is wrong, or has no such GPU
     */
    static InterferenceMatrix read(Path file, String gpu) throws AtomizableException {
        return new GavelTables(file).read(gpu);
    }

    private InterferenceMatrix read(String gpu) throws AtomizableException {
        JsonNode all;
        try {
            all = new ObjectMapper().readTree(file.toFile());
        } catch (JsonProcessingException e) {
            throw refused("line %s is no JSON (%s)".formatted(e.getLocation().getLineNr(), e.getOriginalMessage()));
        } catch (IOException e) {
            throw new AtomizableException(
                    "%s cannot be read (%s)".formatted(file, e.getMessage()),
                    "--throughputs must name a file that was published with Gavel.",
                    e);
        }
        if (!all.path(gpu).isObject()) {
            List<String> gpus = new ArrayList<>();
            all.fieldNames().forEachRemaining(gpus::add);
            throw new AtomizableException(
                    "%s has no table of GPU %s".formatted(file, gpu), "Choose --gpus from " + gpus + ".");
        }
        Map<String, JsonNode> rows = new TreeMap<>();
        all.path(gpu).properties().forEach(it -> name(it.getKey()).ifPresent(job -> rows.put(job, it.getValue())));
        Map<Cell, RelativeThroughput> measured = new HashMap<>();
        List<Sharing> excluded = new ArrayList<>();
        for (Map.Entry<String, JsonNode> row : rows.entrySet()) {
            for (Map.Entry<String, JsonNode> pair : row.getValue().properties()) {
                Optional<String> other = name(pair.getKey()).filter(rows::containsKey);
                if (other.isPresent()) {
                    Cell cell = Cell.of(new SliceKind(gpu), row.getKey(), List.of(other.get()));
                    add(cell, row.getValue(), pair.getValue(), measured, excluded);
                }
            }
        }
        if (measured.isEmpty()) {
            throw refused("table %s has no pair of jobs on one GPU that ran together".formatted(gpu));
        }
        return InterferenceMatrix.EMPTY
                .withMeasured(measured)
                .withExcluded(excluded)
                .without(excluded);
    }

    private void add(
            Cell cell, JsonNode row, JsonNode pair, Map<Cell, RelativeThroughput> measured, List<Sharing> excluded)
            throws AtomizableException {
        double alone = rate(row.path(ALONE));
        double own = rate(pair.path(0));
        double other = rate(pair.path(1));
        if (alone < 0 || own < 0 || other < 0) {
            throw refused("%s needs its throughput alone, and two of the pair, 0 to 1e12; has %s alone and %s for %s"
                    .formatted(cell.job(), row.path(ALONE), pair, cell.sharing().group()));
        }
        if (alone == 0 || own == 0 || other == 0) {
            excluded.add(cell.sharing());
        } else {
            measured.put(cell, RelativeThroughput.once(own / alone, "published"));
        }
    }

    /** Returns a number of 0 or more, and -1 for anything else. */
    private static double rate(JsonNode node) {
        double rate = node.isNumber() ? node.asDouble() : -1;
        return rate >= 0 && rate <= FASTEST ? rate : -1;
    }

    private AtomizableException refused(String what) {
        return new AtomizableException("%s: %s".formatted(file, what), "Take the file as it was published with Gavel.");
    }

    private static Optional<String> name(String key) {
        Matcher matcher = ON_ONE_GPU.matcher(key);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
