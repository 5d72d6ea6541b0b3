package org.atomizable.profiler.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.Conformal;
import org.atomizable.profiler.profile.KeptPromises;
import org.atomizable.profiler.profile.KeptPromises.Count;
import org.atomizable.profiler.profile.ObservedSubjob;

class RecordingProperties {

    private static final SliceKind KIND = new SliceKind("2g.20gb");
    private static final ProfileKey KEY = new ProfileKey(KIND, new TreeMap<>(Map.of("batch", "64")));

    @Property(tries = 300)
    void mergingIsAssociativeCommutativeAndIdempotent(
            @ForAll("recordings") Recording a, @ForAll("recordings") Recording b, @ForAll("recordings") Recording c) {
        assertThat(a.merge(b)).isEqualTo(b.merge(a));
        assertThat(a.merge(b).merge(c)).isEqualTo(a.merge(b.merge(c)));
        assertThat(a.merge(b).merge(b)).isEqualTo(a.merge(b));
    }

    @Property(tries = 200)
    void whatIsWrittenIsReadBack(@ForAll("recordings") Recording recording) throws Exception {
        assertThat(RecordingJson.read(RecordingJson.write(recording), Path.of("it")))
                .isEqualTo(recording);
    }

    @Property(tries = 100)
    void aFileWithoutSubjobsIsReadAsOneOfSamplesAlone(@ForAll("recordings") Recording recording) throws Exception {
        Recording read = readWithout("subjobs", recording);
        assertThat(read.samples()).isEqualTo(recording.samples());
        assertThat(read.subjobs()).isEmpty();
    }

    @Property(tries = 100)
    void aFileWithoutBatchesIsReadAsOfRunsOneAfterTheOther(@ForAll("recordings") Recording recording) throws Exception {
        assertThat(readWithout("batches", recording).samples())
                .isEqualTo(recording.runs().stream()
                        .sorted(Comparator.<RecordedRun, Instant>comparing(
                                        it -> it.origin().began())
                                .thenComparing(it -> it.origin().id()))
                        .flatMap(it -> it.samples().stream())
                        .toList());
    }

    private static Recording readWithout(String part, Recording recording) throws Exception {
        ObjectMapper json = new ObjectMapper();
        JsonNode older = json.readTree(RecordingJson.write(recording));
        older.path("runs").forEach(run -> ((ObjectNode) run).remove(part));
        return RecordingJson.read(json.writeValueAsBytes(older), Path.of("it"));
    }

    @Property(tries = 100)
    void aFileThatWasCutIsRefused(@ForAll("recordings") Recording recording, @ForAll double where) {
        byte[] whole = RecordingJson.write(recording);
        int length = (int) Math.floor(Math.abs(where % 1) * (whole.length - 1));
        byte[] cut = Arrays.copyOf(whole, length);
        assertThatThrownBy(() -> RecordingJson.read(cut, Path.of("profile.json")))
                .isInstanceOf(ProfileException.class)
                .hasMessageContaining("profile.json")
                .hasMessageContaining("measure again");
    }

    @Provide
    Arbitrary<Recording> recordings() {
        return runs().list().ofMaxSize(20).map(runs -> new Recording("names-cnn", KEY, runs));
    }

    private static Arbitrary<RecordedRun> runs() {
        Arbitrary<String> ids = Arbitraries.of("a", "b", "c", "d", "e", "f", "g");
        Arbitrary<Instant> times = Arbitraries.longs().between(0, 3).map(Instant::ofEpochSecond);
        Arbitrary<Double> shifts = Arbitraries.of(-1.0, 0.0, 0.25);
        return Combinators.combine(
                        ids,
                        times,
                        samples().list().ofMaxSize(6),
                        Arbitraries.integers().between(0, 3),
                        shifts,
                        shifts,
                        plans().list().ofMaxSize(3),
                        batches())
                .as((id, began, samples, forgotten, memory, time, plans, batches) -> new RecordedRun(
                        new RecordedRun.Origin(id, began, "a machine"),
                        new RecordedRun.Observed(
                                samples.size() + forgotten,
                                samples,
                                inOrder(plans, samples.size() + forgotten),
                                batches.stream()
                                        .filter(it -> it.first() <= samples.size() + forgotten)
                                        .toList()),
                        new KeptPromises(
                                new Conformal(memory),
                                new Conformal(time),
                                new Count(forgotten, 2L * forgotten),
                                new Count(0, forgotten))));
    }

    private static Arbitrary<List<RecordedBatch>> batches() {
        Arbitrary<Long> numbers = Arbitraries.longs().between(0, 9);
        Arbitrary<List<Long>> rising =
                numbers.list().ofSize(4).map(it -> it.stream().sorted().toList());
        return Combinators.combine(rising, rising, Arbitraries.integers().between(0, 4))
                .as((first, after, size) -> IntStream.range(0, size)
                        .mapToObj(i -> new RecordedBatch(first.get(i), Duration.ofMillis(300 * after.get(i))))
                        .toList());
    }

    private static Arbitrary<RecordedSubjob> plans() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 2),
                        Arbitraries.integers().between(1, 3),
                        Arbitraries.longs().between(0, Long.MAX_VALUE),
                        Arbitraries.longs().between(0, Long.MAX_VALUE),
                        Arbitraries.of(ObservedSubjob.Ending.class))
                .as((gap, samples, planned, beyond, ending) ->
                        new RecordedSubjob(gap, samples, planned, Duration.ofNanos(beyond), ending));
    }

    /** Puts each so many samples after the one before, and leaves out those beyond the last sample. */
    private static List<RecordedSubjob> inOrder(List<RecordedSubjob> gaps, long observed) {
        List<RecordedSubjob> subjobs = new ArrayList<>();
        long end = 0;
        for (RecordedSubjob it : gaps) {
            RecordedSubjob next =
                    new RecordedSubjob(end + it.first(), it.samples(), it.planned(), it.beyond(), it.ending());
            end = next.end();
            if (end <= observed) {
                subjobs.add(next);
            }
        }
        return subjobs;
    }

    private static Arbitrary<Sample> samples() {
        return Combinators.combine(
                        Arbitraries.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, new Phase("evaluation")),
                        Arbitraries.longs().between(0, Long.MAX_VALUE),
                        Arbitraries.longs().between(0, Long.MAX_VALUE),
                        Arbitraries.of(false, false, false, true))
                .as((phase, nanos, bytes, unfinished) ->
                        new Sample(KIND, phase, Duration.ofNanos(nanos), Bytes.of(bytes), unfinished));
    }
}
