package org.atomizable.profiler.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.profile.Assurance;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.profile.KeptPromises;
import org.atomizable.profiler.profile.ObservedSubjob;
import org.atomizable.profiler.store.RecordedRun.Observed;
import org.atomizable.profiler.store.RecordedRun.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileDirectoryTest {

    private static final SliceKind KIND = new SliceKind("2g.20gb");
    private static final ProfileKey SMALL_BATCH = key("32");
    private static final ProfileKey LARGE_BATCH = key("64");

    @TempDir
    Path directory;

    private static ProfileKey key(String batch) {
        return new ProfileKey(KIND, new TreeMap<>(Map.of("batch", batch)));
    }

    private static Recording recording(ProfileKey key, String id, int samples) {
        List<Sample> each =
                Collections.nCopies(samples, new Sample(KIND, Phase.STEADY, Duration.ofMillis(10), Bytes.mebi(100)));
        return new Recording("job", key, List.of(run(id, 0, Observed.ofSamples(each), KeptPromises.NONE)));
    }

    private static RecordedRun run(String id, long began, Observed observed, KeptPromises kept) {
        return new RecordedRun(new Origin(id, Instant.ofEpochSecond(began), "machine"), observed, kept);
    }

    @Test
    void aJobNeverMeasuredHasNoProfile() throws Exception {
        assertThat(ProfileDirectory.at(directory).profile("job", SMALL_BATCH, Optional.empty()))
                .isEmpty();
    }

    @Test
    void runsOfSeveralProcessesAreAllKept() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<Path>> added = IntStream.range(0, 16)
                .mapToObj(i ->
                        threads.submit(() -> ProfileDirectory.at(directory).add(recording(SMALL_BATCH, "run-" + i, 5))))
                .toList();
        for (Future<Path> each : added) {
            each.get();
        }
        threads.shutdown();
        List<Recording> all = ProfileDirectory.at(directory).of("job");
        assertThat(all).hasSize(1);
        assertThat(all.get(0).runs()).hasSize(16);
    }

    @Test
    void aKeyNeverMeasuredIsAnsweredFromTheNearestWidenedAndSaysSo() throws Exception {
        ProfileDirectory profiles = ProfileDirectory.at(directory);
        profiles.add(recording(SMALL_BATCH, "run", 500));
        JobProfile own = profiles.profile("job", SMALL_BATCH, Optional.empty()).orElseThrow();
        JobProfile other =
                profiles.profile("job", LARGE_BATCH, Optional.empty()).orElseThrow();
        assertThat(own.peak(KIND, Phase.STEADY, 1, Promise.DEFAULT).method()).isEqualTo("order statistic");
        assertThat(other.peak(KIND, Phase.STEADY, 1, Promise.DEFAULT).method())
                .isEqualTo("widened maximum, of 2g.20gb {batch=32} times 2.20");
        // Twice the batch, and a tenth for what is not proportional.
        assertThat(other.peak(KIND, Phase.STEADY, 1, Promise.DEFAULT).upper()).isGreaterThanOrEqualTo(Bytes.mebi(220));
        assertThat(profiles.profile("job", key("1024"), Optional.empty())).isEmpty();
        ProfileKey ofTheHeap = new ProfileKey(KIND, new TreeMap<>(Map.of("batch", "32", "memory", "heap")));
        assertThat(profiles.profile("job", ofTheHeap, Optional.empty())).isEmpty();
    }

    @Test
    void subjobsGoOnBeingCountedAfterARestart() throws Exception {
        List<ObservedSubjob> subjobs = IntStream.range(0, 59)
                .mapToObj(i -> new ObservedSubjob(
                        List.of(
                                new Sample(KIND, Phase.RESTORE, Duration.ofMillis(5), Bytes.mebi(10)),
                                new Sample(KIND, Phase.WARM_UP, Duration.ofMillis(40 + 37 * i % 59), Bytes.mebi(100)),
                                new Sample(KIND, Phase.CHECKPOINT, Duration.ofMillis(5), Bytes.mebi(20))),
                        1,
                        Duration.ofMillis(1),
                        ObservedSubjob.Ending.COMPLETE))
                .toList();
        JobProfile stayed = JobProfile.declared(Optional.empty()).withSubjobs(subjobs);
        ProfileDirectory profiles = ProfileDirectory.at(directory);
        for (int run = 0; run < 2; run++) {
            List<ObservedSubjob> seen = run == 0 ? subjobs.subList(0, 30) : subjobs.subList(30, 59);
            profiles.add(new Recording("job", SMALL_BATCH, List.of(run("run-" + run, run, seen))));
        }
        JobProfile restarted =
                profiles.profile("job", SMALL_BATCH, Optional.empty()).orElseThrow();
        assertThat(restarted).isEqualTo(stayed);
        assertThat(restarted
                        .grounds(JobSpec.openEnded("job"), 0, KIND, 1, Promise.DEFAULT)
                        .time())
                .isEqualTo(Assurance.PROVED);
    }

    private static RecordedRun run(String id, long began, List<ObservedSubjob> seen) {
        List<Sample> samples = new ArrayList<>();
        List<RecordedSubjob> subjobs = new ArrayList<>();
        for (ObservedSubjob subjob : seen) {
            subjobs.add(RecordedSubjob.of(samples.size(), subjob));
            samples.addAll(subjob.samples());
        }
        Observed observed = new Observed(samples.size(), samples, subjobs, List.of());
        return run(id, began, observed, KeptPromises.NONE);
    }

    @Test
    void theRunThatWasUpdatedLastIsKeptThoughItBeganFirst() throws Exception {
        ProfileDirectory profiles = ProfileDirectory.at(directory);
        List<Sample> samples = recording(SMALL_BATCH, "long", 5).samples();
        KeptPromises broken = KeptPromises.NONE.afterMemory(Promise.DEFAULT, true);
        List<RecordedBatch> tomorrow = List.of(new RecordedBatch(0, Duration.ofDays(1)));
        RecordedRun lasting = run("long", 0, new Observed(5, samples, List.of(), tomorrow), broken);
        profiles.add(new Recording("job", SMALL_BATCH, List.of(lasting)));
        for (int i = 0; i < Recording.MOST_RUNS; i++) {
            RecordedRun brief = run("run-" + i, 60, Observed.ofSamples(samples), KeptPromises.NONE);
            profiles.add(new Recording("job", SMALL_BATCH, List.of(brief)));
        }
        assertThat(profiles.of("job").get(0).runs())
                .hasSize(Recording.MOST_RUNS)
                .startsWith(lasting);
        assertThat(profiles.profile("job", SMALL_BATCH, Optional.empty())
                        .orElseThrow()
                        .kept())
                .isEqualTo(broken);
    }

    @Test
    void aFileOfANewerVersionIsRefusedWithTheRemedy() throws Exception {
        Path file = ProfileDirectory.at(directory).add(recording(SMALL_BATCH, "run", 2));
        Files.writeString(file, Files.readString(file).replace("\"format\" : 1", "\"format\" : 2"));
        assertThatThrownBy(() -> ProfileDirectory.read(file))
                .isInstanceOf(ProfileException.class)
                .hasMessageContaining("format 2")
                .hasMessageContaining("measure again");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"format\":1}",
                "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[null]}",
                "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[{\"id\":\"r\",\"began\":\"2030-01-01T00:00:00Z\",\"steps\":[{\"phase\":\"steady\",\"nanos\":[1]}]}]}",
                "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[{\"id\":\"r\",\"began\":\"2030-01-01T00:00:00Z\",\"steps\":[{\"phase\":\"steady\",\"nanos\":[1],\"bytes\":[1.5]}]}]}",
                "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[{\"id\":\"r\",\"began\":\"2030-01-01T00:00:00Z\",\"steps\":[{\"phase\":\"steady\",\"nanos\":[1],\"bytes\":[\"1\"]}]}]}",
                "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[{\"id\":\"r\",\"began\":\"2030-01-01T00:00:00Z\",\"steps\":[{\"phase\":\"steady\",\"atom\":-4,\"nanos\":[1],\"bytes\":[1]}]}]}",
                "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"ru",
                "{\"format\":1,\"job\":\"../x\",\"slice\":\"s\",\"runs\":[]}",
                "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[{\"id\":\"r\",\"began\":\"yesterday\",\"steps\":[]}]}",
                "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[{\"id\":\"r\",\"began\":\"2030-01-01T00:00:00Z\",\"steps\":[{\"phase\":\"steady\",\"nanos\":[-1],\"bytes\":[1]}]}]}",
                "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[{\"id\":\"r\",\"began\":\"2030-01-01T00:00:00Z\",\"steps\":[{\"phase\":\"steady\",\"nanos\":[1],\"bytes\":[-1]}]}]}",
                "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[{\"id\":\"r\",\"began\":\"2030-01-01T00:00:00Z\",\"steps\":[{\"phase\":\"steady\",\"nanos\":[1,2],\"bytes\":[1]}]}]}",
                "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[{\"id\":\"r\",\"began\":\"2030-01-01T00:00:00Z\",\"steps\":[{\"phase\":\"steady\",\"nanos\":[null],\"bytes\":[1]}]}]}",
                "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[{\"id\":\"r\",\"began\":\"2030-01-01T00:00:00Z\",\"memoryShift\":\"NaN\",\"steps\":[]}]}",
                "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[{\"id\":\"r\",\"began\":\"2030-01-01T00:00:00Z\",\"steps\":[],\"subjobs\":[{\"first\":0,\"samples\":1,\"planned\":1,\"beyond\":0,\"ending\":\"complete\"}]}]}",
                "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[{\"id\":\"r\",\"began\":\"2030-01-01T00:00:00Z\",\"observed\":1,\"steps\":[],\"subjobs\":[{\"first\":0,\"samples\":1,\"planned\":1,\"beyond\":0,\"ending\":\"odd\"}]}]}",
                "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[{\"id\":\"r/..\",\"began\":\"2030-01-01T00:00:00Z\",\"steps\":[]}]}"
            })
    void whatIsNoRecordingIsRefusedAndLeftAsItIs(String content) throws Exception {
        Path file = directory.resolve("odd.json");
        Files.writeString(file, content);
        assertThatThrownBy(() -> ProfileDirectory.read(file))
                .isInstanceOf(ProfileException.class)
                .hasMessageContaining("odd.json")
                .hasMessageNotContainingAny("java", "org.", "null pointer", "Source:");
        assertThat(Files.readString(file)).isEqualTo(content);
    }

    @Test
    void aShiftThatNoMeasurementGivesDoesNotEndAJob() throws Exception {
        Path file = directory.resolve("shift.json");
        Files.writeString(
                file,
                "{\"format\":1,\"job\":\"j\",\"slice\":\"s\",\"runs\":[{\"id\":\"r\",\"began\":\"2030-01-01T00:00:00Z\",\"observed\":1,\"memoryShift\":1e300,"
                        + "\"steps\":[{\"phase\":\"steady\",\"nanos\":[1000],\"bytes\":[1000]}]}]}");
        Recording recording = ProfileDirectory.read(file);
        assertThat(recording
                        .profile(Optional.empty())
                        .footprint(recording.key().kind(), 1, Promise.DEFAULT)
                        .memory()
                        .upper()
                        .count())
                .isPositive();
    }

    @Test
    void aMissingFileIsRefused() {
        assertThatThrownBy(() -> ProfileDirectory.read(directory.resolve("none.json")))
                .isInstanceOf(ProfileException.class)
                .hasMessageContaining("none.json");
    }
}
