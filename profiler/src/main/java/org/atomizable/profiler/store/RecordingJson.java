package org.atomizable.profiler.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.Conformal;
import org.atomizable.profiler.profile.KeptPromises;
import org.atomizable.profiler.profile.ObservedSubjob;
import org.atomizable.profiler.store.RecordedRun.Observed;
import org.atomizable.profiler.store.RecordedRun.Origin;
import org.atomizable.profiler.store.RecordingFile.Batches;
import org.atomizable.profiler.store.RecordingFile.Kept;
import org.atomizable.profiler.store.RecordingFile.Plan;
import org.atomizable.profiler.store.RecordingFile.Run;
import org.atomizable.profiler.store.RecordingFile.Step;
import org.jspecify.annotations.Nullable;

/**
 * A recording as JSON, format {@value #FORMAT}.
 *
 * <pre>
 * {"format": 1, "job": "names-cnn", "slice": "2g.20gb", "traits": {"batch": "64"},
 *  "runs": [{"id": "…", "began": "2026-11-21T05:00:00Z", "machine": "…",
 *            "observed": 4, "memoryShift": -0.1, "timeShift": -0.5,
 *            "memoryKept": {"exceeded": 0, "judged": 20}, "timeKept": {"exceeded": 1, "judged": 20},
 *            "steps": [{"phase": "restore", "atom": 0, "nanos": [812345], "bytes": [52428800]},
 *                      {"phase": "warm-up", "atom": 0, "nanos": [41234567], "bytes": [73400320]},
 *                      {"phase": "steady", "atom": 1, "nanos": [16012345, 15998877], "bytes": [73400320, 73400320]}],
 *            "subjobs": [{"first": 0, "samples": 4, "planned": 3, "beyond": 250000, "ending": "complete"}],
 *            "batches": {"first": [0], "after": [91234567]}}]}
 * </pre>
 *
 * <p>"atom" is the number of a step's first atom; the others follow without a gap. It is left out where it is not known, and
 * versions that do not know it pass over it.
 *
 * <p>A step of phases that were stopped before their end also has {@code "unfinished": true}. Versions that do not know that
 * property take it for an ordinary step.
 *
 * <p>"memoryKept" and "timeKept" tell how many bounds of the job's subjobs were judged, and how many of them were exceeded. They are left
 * out where none was, and versions that do not know them pass over them.
 *
 * <p>"subjobs" tells which samples, counted from the run's beginning, are those of one subjob. It is left out where none is known, and
 * versions that do not know it pass over it.
 *
 * <p>"batches" tells how many nanoseconds after the run's beginning samples were observed, by the number of the first of them. It puts
 * the samples of several kinds of slice into order. Where it is left out, all were observed when the run began; versions that do not know
 * it pass over it.
 */
final class RecordingJson {

    static final int FORMAT = 1;

    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    // Traits are keys: their table takes many numbered ones for an attack.
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .build())
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .build();

    static {
        JSON.getFactory()
                .setStreamReadConstraints(
                        StreamReadConstraints.builder().maxNestingDepth(10).build());
    }

    private RecordingJson() {}

    static byte[] write(Recording recording) {
        RecordingFile file = new RecordingFile(
                FORMAT,
                recording.job(),
                recording.key().kind().name(),
                recording.key().traits(),
                recording.runs().stream().map(RecordingJson::run).toList());
        try {
            return JSON.writeValueAsBytes(file);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a recording is always JSON", e);
        }
    }

    private static Run run(RecordedRun run) {
        List<Step> steps = new ArrayList<>();
        List<Sample> samples = run.samples();
        for (int from = 0; from < samples.size(); ) {
            int to = from + 1;
            while (to < samples.size() && continues(samples.get(from), samples.get(to), to - from)) {
                to++;
            }
            List<Sample> alike = samples.subList(from, to);
            steps.add(new Step(
                    alike.get(0).phase().name(),
                    alike.get(0).atom() == Sample.NO_ATOM ? null : alike.get(0).atom(),
                    alike.stream().map(it -> it.took().toNanos()).toList(),
                    alike.stream().map(it -> it.peak().count()).toList(),
                    alike.get(0).unfinished() ? true : null));
            from = to;
        }
        return new Run(
                run.origin().id(),
                run.origin().began().toString(),
                run.origin().machine(),
                run.observed().count(),
                run.kept().memory().shift(),
                run.kept().time().shift(),
                Kept.of(run.kept().memoryCount()),
                Kept.of(run.kept().timeCount()),
                steps,
                run.observed().subjobs().isEmpty()
                        ? null
                        : run.observed().subjobs().stream()
                                .map(RecordingJson::plan)
                                .toList(),
                run.observed().batches().isEmpty()
                        ? null
                        : batches(run.observed().batches()));
    }

    private static Batches batches(List<RecordedBatch> batches) {
        return new Batches(
                batches.stream().map(RecordedBatch::first).toList(),
                batches.stream().map(it -> it.after().toNanos()).toList());
    }

    private static boolean continues(Sample first, Sample sample, int further) {
        long atom = first.atom() == Sample.NO_ATOM ? Sample.NO_ATOM : first.atom() + further;
        return sample.phase().equals(first.phase())
                && sample.unfinished() == first.unfinished()
                && sample.atom() == atom;
    }

    private static Plan plan(RecordedSubjob subjob) {
        return new Plan(
                subjob.first(),
                subjob.samples(),
                subjob.planned(),
                subjob.beyond().toNanos(),
                word(subjob.ending()));
    }

    private static String word(ObservedSubjob.Ending ending) {
        return ending.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Reads one.
     *
     * @param from what to call it
     * @throws ProfileException if it is no recording, or one of a newer format
     */
    static Recording read(byte[] json, Path from) throws ProfileException {
        try {
            JsonNode tree = JSON.readTree(json);
            if (!tree.path("format").isInt()) {
                throw malformed(from, "it has no format", null);
            }
            if (tree.path("format").intValue() != FORMAT) {
                throw new ProfileException(
                        "%s has format %s, this version reads %s"
                                .formatted(from, tree.path("format").intValue(), FORMAT),
                        "Use the version that wrote it, or move it away and measure again");
            }
            return recording(JSON.treeToValue(tree, RecordingFile.class));
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            throw malformed(from, why(e), e);
        }
    }

    private static String why(Exception e) {
        if (e instanceof JsonMappingException mismatch) {
            String where = mismatch.getPath().stream()
                    .map(it -> it.getFieldName() == null ? "[" + it.getIndex() + "]" : it.getFieldName())
                    .collect(Collectors.joining(" "));
            return mismatch.getCause() instanceof IllegalArgumentException unfit
                    ? "%s, at %s".formatted(unfit.getMessage(), where.isEmpty() ? "its beginning" : where)
                    : "\"%s\" has no fitting value".formatted(where);
        }
        if (e instanceof JsonProcessingException broken) {
            JsonLocation at = broken.getLocation();
            return at == null
                    ? "it is no JSON"
                    : "it is no JSON from line %s, column %s on".formatted(at.getLineNr(), at.getColumnNr());
        }
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private static ProfileException malformed(Path from, String why, @Nullable Exception cause) {
        String what = "%s is no recording of a job: %s".formatted(from, why);
        String remedy = "It may have been cut or edited: move it away and measure again, or bring back a copy";
        return cause == null ? new ProfileException(what, remedy) : new ProfileException(what, remedy, cause);
    }

    private static Recording recording(RecordingFile file) {
        SliceKind kind = new SliceKind(file.slice());
        SortedMap<String, String> traits = file.traits() == null ? new TreeMap<>() : file.traits();
        List<RecordedRun> runs = new ArrayList<>();
        for (Run run : file.runs()) {
            Origin origin = new Origin(run.id(), Instant.parse(run.began()), String.valueOf(run.machine()));
            List<Sample> samples = samples(kind, run);
            KeptPromises kept = kept(run);
            Observed observed = new Observed(run.observed(), samples, subjobs(run), batches(run));
            runs.add(new RecordedRun(origin, observed, kept));
        }
        return new Recording(file.job(), new ProfileKey(kind, traits), runs);
    }

    private static List<RecordedSubjob> subjobs(Run run) {
        List<RecordedSubjob> subjobs = new ArrayList<>();
        for (Plan plan : run.subjobs() == null ? List.<Plan>of() : run.subjobs()) {
            ObservedSubjob.Ending ending = Arrays.stream(ObservedSubjob.Ending.values())
                    .filter(it -> word(it).equals(plan.ending()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "run %s has a subjob with the ending \"%s\"".formatted(run.id(), plan.ending())));
            subjobs.add(new RecordedSubjob(
                    plan.first(), plan.samples(), plan.planned(), Duration.ofNanos(plan.beyond()), ending));
        }
        return subjobs;
    }

    private static List<RecordedBatch> batches(Run run) {
        Batches batches = run.batches() == null ? new Batches(List.of(), List.of()) : run.batches();
        if (batches.first().size() != batches.after().size()) {
            throw new IllegalArgumentException("run %s has %s batches and times of %s"
                    .formatted(run.id(), batches.first().size(), batches.after().size()));
        }
        return IntStream.range(0, batches.first().size())
                .mapToObj(i -> new RecordedBatch(
                        batches.first().get(i), Duration.ofNanos(batches.after().get(i))))
                .toList();
    }

    private static KeptPromises kept(Run run) {
        return new KeptPromises(
                new Conformal(run.memoryShift()),
                new Conformal(run.timeShift()),
                Kept.count(run.memoryKept()),
                Kept.count(run.timeKept()));
    }

    private static List<Sample> samples(SliceKind kind, Run run) {
        List<Sample> samples = new ArrayList<>();
        for (Step step : run.steps()) {
            if (step.nanos().size() != step.bytes().size()) {
                throw new IllegalArgumentException("run %s has %s times and %s peaks of phase %s"
                        .formatted(run.id(), step.nanos().size(), step.bytes().size(), step.phase()));
            }
            Phase phase = new Phase(step.phase());
            for (int i = 0; i < step.nanos().size(); i++) {
                samples.add(new Sample(
                        kind,
                        phase,
                        Duration.ofNanos(step.nanos().get(i)),
                        Bytes.of(step.bytes().get(i)),
                        Boolean.TRUE.equals(step.unfinished()),
                        step.atom() == null ? Sample.NO_ATOM : step.atom() + i));
            }
        }
        return samples;
    }
}
