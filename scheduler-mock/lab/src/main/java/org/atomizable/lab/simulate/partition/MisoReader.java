package org.atomizable.lab.simulate.partition;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.atomizable.api.AtomizableException;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;

/**
 * Reads the workload that was published with MISO (repository boringlee24/socc22-miso) from one folder:
 *
 * <pre>{@code
 * trace_100.json              {"0": 120, ...}                     seconds on a whole GPU, by job
 * job_models.json             {"0": "transformer_train32", ...}   model and batch size, by job
 * mig_iteration_times.jsonl   {"profile": "1g.5gb", "model": "gnn", "batch": 64, "seconds": [4.2, 0.032, ...]}
 * }</pre>
 *
 * <p>A job's speed on a profile is the mean iteration time on the whole GPU divided by that on the profile, both without the first
 * iteration. A model that was not measured on a profile does not fit it.
 */
final class MisoReader {

    /** Numbers of jobs are keys: their table takes many of them for an attack. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    private static final String TRACE = "trace_100.json";
    private static final String MODELS = "job_models.json";

    private final Path folder;

    private MisoReader(Path folder) {
        this.folder = folder;
    }

    /**
     * Reads the jobs in order of their numbers.
     *
     * @throws AtomizableException if a file cannot be read or is wrong; the message names the file and the line
     */
    static PartitionWorkload read(Path folder, MigGeometry geometry) throws AtomizableException {
        return new MisoReader(folder).read(geometry);
    }

    private PartitionWorkload read(MigGeometry geometry) throws AtomizableException {
        IterationTimes times = IterationTimes.read(folder.resolve(IterationTimes.NAME));
        List<String> profiles = geometry.profiles().stream()
                .sorted(Comparator.comparingInt(MigProfile::computeSlices).reversed())
                .map(MigProfile::name)
                .filter(times.profiles()::contains)
                .toList();
        Map<Integer, Entry> lengths = entries(TRACE);
        Map<Integer, Entry> models = entries(MODELS);
        List<PartitionJob> jobs = new ArrayList<>();
        for (Map.Entry<Integer, Entry> each : lengths.entrySet()) {
            Entry length = each.getValue();
            Entry model = models.get(each.getKey());
            if (model == null) {
                throw refused(TRACE, length.line(), "job %s has no model in %s".formatted(each.getKey(), MODELS));
            }
            SortedMap<String, Double> speeds = times.speeds(model.text(), profiles);
            if (profiles.isEmpty() || !speeds.containsKey(profiles.get(0))) {
                throw refused(MODELS, model.line(), "%s was not measured on a whole GPU".formatted(model.text()));
            }
            jobs.add(new PartitionJob(each.getKey(), seconds(length), speeds));
        }
        if (jobs.isEmpty()) {
            throw refused(TRACE, 1, "there must be at least one job");
        }
        return new PartitionWorkload(jobs, profiles);
    }

    private double seconds(Entry length) throws AtomizableException {
        double seconds;
        try {
            seconds = Double.parseDouble(length.text());
        } catch (NumberFormatException e) {
            throw refused(TRACE, length.line(), "a length must be a number, was " + length.text());
        }
        if (!(seconds > 0) || seconds == Double.POSITIVE_INFINITY) {
            throw refused(TRACE, length.line(), "a length must be finite and more than 0, was " + length.text());
        }
        return seconds;
    }

    /** A value of a JSON object, and the line in which it is written. */
    private record Entry(String text, int line) {}

    private SortedMap<Integer, Entry> entries(String name) throws AtomizableException {
        Path file = folder.resolve(name);
        SortedMap<Integer, Entry> entries = new TreeMap<>();
        try (JsonParser parser = JSON.createParser(file.toFile())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw refused(name, line(parser), "the file must hold one JSON object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String key = parser.currentName();
                int line = line(parser);
                if (!parser.nextToken().isScalarValue()) {
                    throw refused(name, line, "job %s must have a number or a text".formatted(key));
                }
                Entry entry = new Entry(parser.getText(), line);
                if (entries.put(number(name, line, key), entry) != null) {
                    throw refused(name, line, "job %s is there twice".formatted(key));
                }
            }
        } catch (JsonProcessingException e) {
            throw refused(name, e.getLocation().getLineNr(), "this is no JSON (%s)".formatted(e.getOriginalMessage()));
        } catch (IOException e) {
            throw new AtomizableException(
                    "%s, line 1: the file cannot be read (%s)".formatted(file, e),
                    "--miso must name the folder of the published files.",
                    e);
        }
        return entries;
    }

    private static int line(JsonParser parser) {
        return Math.max(1, parser.currentTokenLocation().getLineNr());
    }

    private int number(String name, int line, String key) throws AtomizableException {
        try {
            return Integer.parseInt(key);
        } catch (NumberFormatException e) {
            throw refused(name, line, "a job is called by a number, was " + key);
        }
    }

    private AtomizableException refused(String name, int line, String what) {
        return IterationTimes.refused(folder.resolve(name), line, what);
    }
}
