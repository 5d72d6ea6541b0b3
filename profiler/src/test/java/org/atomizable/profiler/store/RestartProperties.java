package org.atomizable.profiler.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.profile.KeptPromises;
import org.atomizable.profiler.profile.ObservedSubjob;
import org.atomizable.profiler.profile.ObservedSubjob.Ending;

/** A profile that was written and read back answers as the one in memory. */
class RestartProperties {

    private static final List<SliceKind> KINDS =
            List.of(new SliceKind("3g.40gb"), new SliceKind("1g.10gb"), new SliceKind("2g.20gb"));
    private static final Promise LOOSE = new Promise(0.2, 0.9, 0.2);
    private static final Phase EVALUATION = new Phase("evaluation");
    private static final JobSpec SPEC = JobSpec.openEnded("job");
    private static final List<JobSpec> SPECS = List.of(
            SPEC,
            SPEC.withRecurring(EVALUATION.name(), 4),
            SPEC.withStage("long", 5, 20).withRecurring(EVALUATION.name(), 7));

    /** A job that runs on several kinds of slice, in processes one after the other, each of which records what it sees. */
    private static final class Process {
        private final Map<SliceKind, Recording> disk =
                new TreeMap<>((a, b) -> a.name().compareTo(b.name()));
        private final Map<SliceKind, RecordedRun> runs =
                new TreeMap<>((a, b) -> a.name().compareTo(b.name()));
        private JobProfile profile = JobProfile.declared(Optional.of(Bytes.gibi(4)));
        private int processes;
        private long seconds;

        void restart() {
            processes++;
            seconds += 5;
            runs.clear();
        }

        void sees(SliceKind kind, ObservedSubjob subjob, KeptPromises kept) {
            profile = profile.with(subjob).knowing(kept);
            records(kind, subjob.samples(), Optional.of(subjob));
        }

        void sees(SliceKind kind, List<Sample> samples, KeptPromises kept) {
            profile = profile.with(samples).knowing(kept);
            records(kind, samples, Optional.empty());
        }

        private void records(SliceKind kind, List<Sample> newer, Optional<ObservedSubjob> subjob) {
            long began = 1000L * processes;
            seconds++;
            RecordedRun before = runs.get(kind);
            List<Sample> samples = new ArrayList<>(before == null ? List.of() : before.samples());
            List<RecordedSubjob> subjobs = new ArrayList<>(
                    before == null ? List.of() : before.observed().subjobs());
            List<RecordedBatch> batches = new ArrayList<>(
                    before == null ? List.of() : before.observed().batches());
            subjob.ifPresent(it -> subjobs.add(RecordedSubjob.of(samples.size(), it)));
            batches.add(new RecordedBatch(samples.size(), Duration.ofSeconds(seconds)));
            samples.addAll(newer);
            RecordedRun run = new RecordedRun(
                    new RecordedRun.Origin("process-" + processes, Instant.ofEpochSecond(began), "machine"),
                    new RecordedRun.Observed(samples.size(), samples, subjobs, batches),
                    profile.kept());
            runs.put(kind, run);
            Recording fresh = new Recording("job", new ProfileKey(kind, new TreeMap<>()), List.of(run));
            disk.merge(kind, fresh, Recording::merge);
        }

        JobProfile readBack() throws Exception {
            List<Recording> read = new ArrayList<>();
            for (Recording each : disk.values()) {
                read.add(RecordingJson.read(RecordingJson.write(each), Path.of("it")));
            }
            return Recording.together(read, Optional.of(Bytes.gibi(4)));
        }
    }

    private static Sample sample(SliceKind kind, Phase phase, SplittableRandom random, boolean unfinished) {
        return new Sample(
                kind,
                phase,
                Duration.ofMillis(random.nextInt(1, 200)),
                Bytes.mebi(random.nextInt(unfinished ? 0 : 1, 900)),
                unfinished);
    }

    private static List<Sample> samples(SliceKind kind, long first, Ending ending, SplittableRandom random) {
        boolean cold = random.nextInt(4) == 0;
        List<Sample> samples = new ArrayList<>();
        samples.add(sample(kind, cold ? Phase.COLD_RESTORE : Phase.RESTORE, random, false));
        samples.add(sample(kind, cold ? Phase.COLD_WARM_UP : Phase.WARM_UP, random, false));
        for (int left = random.nextInt(6); left > 0; left--) {
            samples.add(sample(kind, random.nextInt(5) == 0 ? EVALUATION : Phase.STEADY, random, false));
        }
        samples.add(
                ending == Ending.COMPLETE
                        ? sample(kind, cold ? Phase.COLD_CHECKPOINT : Phase.CHECKPOINT, random, false)
                        : sample(kind, Phase.STEADY, random, true));
        return Sample.numbered(first, samples);
    }

    private static Process process(long seed, int steps) {
        SplittableRandom random = new SplittableRandom(seed);
        Process process = new Process();
        long atom = 0;
        for (int step = 0; step < steps; step++) {
            SliceKind kind = KINDS.get(random.nextInt(KINDS.size()));
            KeptPromises kept = process.profile
                    .kept()
                    .afterMemory(LOOSE, random.nextInt(8) == 0)
                    .afterTime(LOOSE, random.nextInt(8) == 0);
            Ending ending = Ending.values()[Math.max(0, random.nextInt(7) - 4)];
            List<Sample> samples = samples(kind, atom, ending, random);
            if (random.nextInt(9) == 0) {
                process.sees(kind, samples, kept);
            } else {
                long planned = samples.size() + random.nextInt(3);
                process.sees(kind, new ObservedSubjob(samples, planned, Duration.ofMillis(1), ending), kept);
            }
            atom += samples.size() - 2;
            if (random.nextInt(12) == 0) {
                process.restart();
            }
        }
        return process;
    }

    @Property(tries = 30)
    void aProfileThatWasReadBackAnswersAsTheOneInMemory(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int steps) throws Exception {
        Process process = process(seed, steps);
        JobProfile read = process.readBack();
        JobProfile stayed = process.profile;
        for (JobSpec spec : SPECS) {
            for (boolean cold : List.of(false, true)) {
                answersAlike(spec, cold, stayed, read);
                answersAlike(spec, cold, stayed.withNewestTimes(4), read.withNewestTimes(4));
            }
        }
        assertThat(read.memoryChanges()).isEqualTo(stayed.memoryChanges());
        assertThat(read.longestUnfinished()).isEqualTo(stayed.longestUnfinished());
        assertThat(read).isEqualTo(stayed);
    }

    private static void answersAlike(JobSpec spec, boolean cold, JobProfile stayed, JobProfile read) {
        for (long atom : new long[] {0, 6, 30}) {
            Profile expected = stayed.from(spec, atom, cold);
            Profile answered = read.from(spec, atom, cold);
            for (SliceKind kind : KINDS) {
                for (long atoms : new long[] {1, 2, 7}) {
                    assertThat(answered.footprint(kind, atoms, LOOSE))
                            .isEqualTo(expected.footprint(kind, atoms, LOOSE));
                    assertThat(read.grounds(spec, atom, cold, kind, atoms, LOOSE))
                            .isEqualTo(stayed.grounds(spec, atom, cold, kind, atoms, LOOSE));
                    assertThat(read.chanceOfMore(kind, atoms, Bytes.mebi(500), 0.95))
                            .isEqualTo(stayed.chanceOfMore(kind, atoms, Bytes.mebi(500), 0.95));
                }
                for (Phase phase : List.of(Phase.RESTORE, Phase.COLD_WARM_UP, Phase.STEADY, EVALUATION)) {
                    assertThat(answered.peak(kind, phase, 3, LOOSE)).isEqualTo(expected.peak(kind, phase, 3, LOOSE));
                    assertThat(answered.span(kind, phase, 3, LOOSE)).isEqualTo(expected.span(kind, phase, 3, LOOSE));
                }
            }
        }
    }

    @Example
    void theNewestPeakIsThatOfTheKindThatRanLast() throws Exception {
        Process process = new Process();
        for (int i = 0; i < 4; i++) {
            process.sees(KINDS.get(0), oneAtom(KINDS.get(0), 8), KeptPromises.NONE);
        }
        process.sees(KINDS.get(2), oneAtom(KINDS.get(2), 14), KeptPromises.NONE);
        Bytes upper = process.readBack()
                .footprint(KINDS.get(0), 1, Promise.DEFAULT)
                .memory()
                .upper();
        assertThat(upper).isGreaterThanOrEqualTo(Bytes.gibi(14));
    }

    private static ObservedSubjob oneAtom(SliceKind kind, long gibi) {
        return ObservedSubjob.complete(List.of(
                new Sample(kind, Phase.RESTORE, Duration.ofMillis(5), Bytes.gibi(1)),
                new Sample(kind, Phase.WARM_UP, Duration.ofMillis(40), Bytes.gibi(gibi)),
                new Sample(kind, Phase.CHECKPOINT, Duration.ofMillis(5), Bytes.gibi(1))));
    }
}
