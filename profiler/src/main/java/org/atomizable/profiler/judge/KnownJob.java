package org.atomizable.profiler.judge;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.profile.KeptPromises;
import org.atomizable.profiler.profile.ObservedSubjob;
import org.atomizable.profiler.store.ProfileDirectory;
import org.atomizable.profiler.store.ProfileException;
import org.atomizable.profiler.store.ProfileKey;
import org.atomizable.profiler.store.RecordedBatch;
import org.atomizable.profiler.store.RecordedRun;
import org.atomizable.profiler.store.RecordedSubjob;
import org.atomizable.profiler.store.Recording;

/** The knowledge of a job in several processes, one after the other: each reads the directory that the one before has written. */
final class KnownJob {

    /** The observations of one process on one kind of slice. */
    private static final class Run {
        private final List<Sample> samples = new ArrayList<>();
        private final List<RecordedSubjob> subjobs = new ArrayList<>();
        private final List<RecordedBatch> batches = new ArrayList<>();
    }

    private static final String NAME = "judged";

    private final Optional<Bytes> declared;
    private final Optional<Path> directory;
    private final Map<SliceKind, Run> runs = new LinkedHashMap<>();
    private JobProfile profile;
    private long seconds;
    private Instant began = Instant.EPOCH;

    /**
     * Begins with nothing.
     *
     * @param directory where processes write; empty if there is one process only
     */
    KnownJob(Optional<Bytes> declared, Optional<Path> directory) {
        this.declared = declared;
        this.directory = directory;
        this.profile = JobProfile.declared(declared);
    }

    JobProfile profile() {
        return profile;
    }

    void saw(SliceKind kind, ObservedSubjob subjob, KeptPromises kept) {
        profile = profile.with(subjob).knowing(kept);
        if (directory.isPresent()) {
            Run run = runs.computeIfAbsent(kind, it -> new Run());
            seconds++;
            run.subjobs.add(RecordedSubjob.of(run.samples.size(), subjob));
            run.batches.add(
                    new RecordedBatch(run.samples.size(), Duration.between(began, Instant.EPOCH.plusSeconds(seconds))));
            run.samples.addAll(subjob.samples());
        }
    }

    /** Ends the process, and begins another. */
    void restart() throws ProfileException {
        if (directory.isEmpty()) {
            return;
        }
        ProfileDirectory profiles = ProfileDirectory.at(directory.get());
        for (Map.Entry<SliceKind, Run> each : runs.entrySet()) {
            Run run = each.getValue();
            RecordedRun recorded = new RecordedRun(
                    new RecordedRun.Origin("process-" + began.getEpochSecond(), began, "judge"),
                    new RecordedRun.Observed(run.samples.size(), run.samples, run.subjobs, run.batches),
                    profile.kept());
            profiles.add(new Recording(NAME, key(each.getKey()), List.of(recorded)));
        }
        runs.clear();
        seconds++;
        began = Instant.EPOCH.plusSeconds(seconds);
        profile = profiles.profile(NAME, key(new SliceKind("any")), declared).orElse(profile);
    }

    private static ProfileKey key(SliceKind kind) {
        return new ProfileKey(kind, new TreeMap<>());
    }
}
