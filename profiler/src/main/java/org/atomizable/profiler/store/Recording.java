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
 * counts, and the newest {@value #MOST_RUNS} runs are kept.
 *
 * @param job its name
 * @param key what it is valid for
 * @param runs newest first
 */
public record Recording(String job, ProfileKey key, List<RecordedRun> runs) {

    /** So that the file stays small. */
    static final int MOST_RUNS = 16;

    /** Refuses what is no job's name, puts the runs into order, and keeps the newest {@value #MOST_RUNS}. */
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

    /** Returns all samples, from the oldest run to the newest. */
    public List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        for (int i = runs.size() - 1; i >= 0; i--) {
            samples.addAll(runs.get(i).samples());
        }
        return samples;
    }

    /** Returns all subjobs that were recorded as such, from the oldest run to the newest. */
    public List<ObservedSubjob> subjobs() {
        List<ObservedSubjob> subjobs = new ArrayList<>();
        for (int i = runs.size() - 1; i >= 0; i--) {
            subjobs.addAll(runs.get(i).observedSubjobs());
        }
        return subjobs;
    }

    /** Returns the profile that follows. */
    public JobProfile profile(Optional<Bytes> declaredMemory) {
        KeptPromises kept = runs.isEmpty() ? KeptPromises.NONE : runs.get(0).kept();
        return JobProfile.declared(declaredMemory).with(samples(), subjobs()).knowing(kept);
    }
}
