package org.atomizable.profiler.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Sample;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.profile.KeptPromises;
import org.atomizable.profiler.profile.ObservedSubjob;

/**
 * Everything that was measured of one job under one key.
 *
 * <p>To merge is associative, commutative and idempotent: runs are told apart by beginning and id, of two states of one run the further one
 * counts, and the {@value #MOST_RUNS} runs that were updated last are kept.
 *
 * @param job its name
 * @param key what it is valid for
 * @param runs the last updated first
 */
public record Recording(String job, ProfileKey key, List<RecordedRun> runs) {

    /** So that the file stays small. */
    static final int MOST_RUNS = 16;

    /** Refuses what is no job's name, puts the runs into order, and keeps the {@value #MOST_RUNS} updated last. */
    public Recording {
        // Its directory is named so.
        JobSpec.openEnded(job);
        Map<RecordedRun.Identity, RecordedRun> furthest = new LinkedHashMap<>();
        runs.forEach(run -> furthest.merge(run.identity(), run, BinaryOperator.maxBy(RecordedRun.FURTHER)));
        runs = furthest.values().stream()
                .sorted(RecordedRun.NEWEST_FIRST)
                .limit(MOST_RUNS)
                .toList();
    }

    /**
     * Returns what both know.
     *
     * @throws IllegalArgumentException if they are of different jobs or keys
     */
    public Recording merge(Recording other) {
        if (!job.equals(other.job) || !key.equals(other.key)) {
            throw new IllegalArgumentException(
                    "measurements of %s on %s do not apply to %s on %s".formatted(other.job, other.key, job, key));
        }
        List<RecordedRun> all = new ArrayList<>(runs);
        all.addAll(other.runs);
        return new Recording(job, key, all);
    }

    /** Returns all samples, in the order in which they were observed. */
    public List<Sample> samples() {
        return Observation.samples(Observation.inOrder(runs.stream()));
    }

    /** Returns all subjobs that were recorded as such, in the order in which they were observed. */
    public List<ObservedSubjob> subjobs() {
        return Observation.subjobs(Observation.inOrder(runs.stream()));
    }

    /** Returns the profile that follows. */
    public JobProfile profile(Optional<Bytes> declaredMemory) {
        return together(List.of(this), declaredMemory);
    }

    /**
     * Returns the profile that follows from recordings of several kinds of slice. What was observed first counts as older, on whatever
     * slice; promises are kept by the job, so the newest state of that counts.
     */
    static JobProfile together(List<Recording> recordings, Optional<Bytes> declaredMemory) {
        List<RecordedRun> runs =
                recordings.stream().flatMap(it -> it.runs().stream()).toList();
        List<Observation> observed = Observation.inOrder(runs.stream());
        KeptPromises kept = runs.stream()
                .min(RecordedRun.NEWEST_FIRST)
                .map(RecordedRun::kept)
                .orElse(KeptPromises.NONE);
        return JobProfile.declared(declaredMemory)
                .with(Observation.samples(observed), Observation.subjobs(observed))
                .knowing(kept);
    }
}
