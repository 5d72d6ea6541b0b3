package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.score.Reliability;

/** What must not be forgotten of a job; the fields are {@link Job}'s. */
record KeptJob(
        String id,
        JobRequest request,
        Instant registered,
        JobState state,
        long nextAtom,
        long offered,
        long signals,
        long grants,
        Instant waitingSince,
        Instant lastTurn,
        Bytes peak,
        Reliability reliability,
        Optional<String> lastSlice,
        Optional<SafePoint> safePoint,
        Map<String, Declaration> promised,
        Optional<JobEnd> ended) {

    static KeptJob of(Job job) {
        return new KeptJob(
                job.id,
                job.request,
                job.registered,
                job.state,
                job.nextAtom,
                job.offered,
                job.signals,
                job.grants,
                job.waitingSince,
                job.lastTurn,
                job.peak,
                job.reliability,
                job.lastSlice,
                job.safePoint,
                Map.copyOf(job.promised),
                job.ended);
    }

    Job job() {
        Job job = new Job(id, request, registered);
        job.state = state;
        job.nextAtom = nextAtom;
        job.offered = offered;
        job.signals = signals;
        job.grants = grants;
        job.waitingSince = waitingSince;
        job.idleSince = waitingSince;
        job.lastTurn = lastTurn;
        job.peak = peak;
        job.reliability = reliability;
        job.lastSlice = lastSlice;
        job.safePoint = safePoint;
        job.promised.putAll(promised);
        job.ended = ended;
        return job;
    }
}
