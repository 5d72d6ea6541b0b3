package org.atomizable.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.profile.ObservedSubjob;
import org.atomizable.profiler.store.ProfileDirectory;
import org.atomizable.profiler.store.ProfileException;
import org.atomizable.profiler.store.ProfileKey;
import org.atomizable.profiler.store.RecordedBatch;
import org.atomizable.profiler.store.RecordedRun;
import org.atomizable.profiler.store.RecordedSubjob;
import org.atomizable.profiler.store.Recording;

/** Keeps what a run shows of a job, subjob by subjob, for the runs after it. Never in a job's way: what fails is said once. */
final class RunRecord {

    private final ProfileDirectory directory;
    private final JobSpec spec;
    private final Consumer<String> lines;
    private final TimeSource time;
    private final RecordedRun.Origin origin;
    private final long beganNanos;
    private final Map<SliceKind, List<Sample>> samples = new LinkedHashMap<>();
    private final Map<SliceKind, List<RecordedSubjob>> subjobs = new LinkedHashMap<>();
    private final Map<SliceKind, List<RecordedBatch>> batches = new LinkedHashMap<>();
    private Duration newest = Duration.ZERO;
    private boolean failed;

    RunRecord(ProfileDirectory directory, JobSpec spec, TimeSource time, Consumer<String> lines) {
        this.directory = directory;
        this.spec = spec;
        this.time = time;
        this.origin = new RecordedRun.Origin(UUID.randomUUID().toString(), time.now(), System.getProperty("os.arch"));
        this.beganNanos = time.nanos();
        this.lines = lines;
    }

    /** Returns what earlier runs showed; empty if there was none, or if it cannot be read. */
    Optional<JobProfile> known() {
        try {
            // Any kind will do: what was measured on others under the same traits is part of the answer.
            ProfileKey key = new ProfileKey(new SliceKind("any"), spec.traits());
            return directory.profile(spec.name(), key, spec.memory()).map(it -> it.believing(spec));
        } catch (ProfileException e) {
            complain(e);
            return Optional.empty();
        }
    }

    /** Takes what was seen of a whole subjob, and of how promises were kept until then. */
    void seen(SliceKind kind, ObservedSubjob subjob, JobProfile profile) {
        if (!subjob.samples().isEmpty()) {
            long first = samples.getOrDefault(kind, List.of()).size();
            subjobs.computeIfAbsent(kind, it -> new ArrayList<>()).add(RecordedSubjob.of(first, subjob));
        }
        seen(kind, subjob.samples(), profile);
    }

    /** Takes samples that are not counted as a whole subjob, and how promises were kept until then. */
    void seen(SliceKind kind, List<Sample> newer, JobProfile profile) {
        List<Sample> of = samples.computeIfAbsent(kind, it -> new ArrayList<>());
        List<RecordedBatch> when = batches.computeIfAbsent(kind, it -> new ArrayList<>());
        when.add(new RecordedBatch(of.size(), later()));
        of.addAll(newer);
        RecordedRun run = new RecordedRun(
                origin,
                new RecordedRun.Observed(of.size(), of, subjobs.getOrDefault(kind, List.of()), when),
                profile.kept());
        try {
            directory.add(new Recording(spec.name(), new ProfileKey(kind, spec.traits()), List.of(run)));
        } catch (ProfileException e) {
            complain(e);
        }
    }

    /** Returns how long the run has lasted: later each time, so that the order of kinds is kept on a clock that stands still too. */
    private Duration later() {
        Duration lasted = Duration.ofNanos(time.nanos() - beganNanos);
        newest = lasted.compareTo(newest) > 0 ? lasted : newest.plusNanos(1);
        return newest;
    }

    private void complain(ProfileException e) {
        if (!failed) {
            lines.accept("without a profile on disk: " + e.getMessage());
        }
        failed = true;
    }
}
