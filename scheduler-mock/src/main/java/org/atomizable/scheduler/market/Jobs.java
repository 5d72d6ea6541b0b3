package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.lease.Refused;

/** Every job, in order of registration; of those that are over, only the last ones. Guarded by the market's lock. */
final class Jobs {

    static final String SJA = "sja";
    static final String JASDA = "jasda";

    private static final int LONGEST_NAME = 200;

    private final int most;
    private final Names names;
    private final Notes notes;
    private final Map<String, Job> byId = new LinkedHashMap<>();

    Jobs(int most, Names names, Notes notes) {
        this.most = most;
        this.names = names;
        this.notes = notes;
    }

    /** Takes up jobs of a former life, in order of registration. */
    void restore(Collection<Job> kept) {
        kept.forEach(job -> byId.put(job.id, job));
    }

    /** Notes that a job must be written down as it will be when all is done. */
    void changed(Job job) {
        notes.changed(Table.JOB, job.id, () -> Optional.of(KeptJob.of(job)));
    }

    /** Enters a new job; {@code forgotten} is told of each that had to be forgotten for it. */
    Job enter(JobRequest request, Instant now, Consumer<Job> forgotten) throws Refused {
        requireSense(request);
        if (all().filter(job -> job.state.active()).count() >= most) {
            throw new Refused(
                    Refused.Reason.TOO_MANY,
                    "%d jobs are registered already".formatted(most),
                    "Wait until one has finished, or withdraw one.");
        }
        Job job = new Job(names.next("job"), request, now);
        byId.put(job.id, job);
        changed(job);
        List<Job> over = new ArrayList<>(all().filter(it -> !it.state.active()).toList());
        for (Job old : over.subList(0, Math.max(0, over.size() - most))) {
            byId.remove(old.id);
            notes.changed(Table.JOB, old.id, Optional::empty);
            forgotten.accept(old);
        }
        return job;
    }

    Job find(String id) throws Refused {
        Job job = byId.get(id);
        if (job == null) {
            throw Refused.unknownJob(id);
        }
        return job;
    }

    /** Returns a job that must be there. */
    Job known(String id) {
        Job job = byId.get(id);
        if (job == null) {
            throw new IllegalStateException("job %s is active and must be known".formatted(id));
        }
        return job;
    }

    /** Returns the job that its tenant registered with the same key. */
    Optional<Job> withKeyOf(JobRequest request) {
        return request.key().isEmpty()
                ? Optional.empty()
                : all().filter(job -> job.request.key().equals(request.key())
                                && job.request.tenant().equals(request.tenant()))
                        .findFirst();
    }

    /** Returns the tenant's job of the same name that is not over. */
    Optional<Job> activeNamesake(JobRequest request) {
        return all().filter(job -> job.state.active() && job.lineage().equals(request.lineage()))
                .findFirst();
    }

    boolean knowsLineage(String lineage) {
        return all().anyMatch(job -> job.lineage().equals(lineage));
    }

    Stream<Job> all() {
        return byId.values().stream();
    }

    /** Returns every tenant that has a job to be served, once. */
    List<String> tenants() {
        return all().filter(job -> job.state.active())
                .map(job -> job.request.tenant())
                .distinct()
                .toList();
    }

    Stream<Job> waiting() {
        return all().filter(Job::waiting);
    }

    private static void requireSense(JobRequest request) throws Refused {
        if (request.name().isBlank() || request.name().length() > LONGEST_NAME) {
            throw nonsense("a job's name has 1 to %d characters, not %d"
                    .formatted(LONGEST_NAME, request.name().strip().length()));
        }
        if (!request.mode().equals(SJA) && !request.mode().equals(JASDA)) {
            throw nonsense("no mode is known as \"%s\"; this scheduler speaks %s and %s"
                    .formatted(request.mode(), SJA, JASDA));
        }
        if (request.tenant().isBlank() || request.tenant().length() > LONGEST_NAME) {
            throw nonsense("a tenant's name has 1 to %d characters, not %d"
                    .formatted(LONGEST_NAME, request.tenant().strip().length()));
        }
        if (hasControl(request.name()) || hasControl(request.tenant())) {
            throw nonsense("names of jobs and tenants have no control characters");
        }
        long total = request.totalAtoms().orElse(Long.MAX_VALUE);
        if (total < 1 || request.nextAtom() < 0 || request.nextAtom() > total) {
            throw nonsense("a job has 1 atom or more, and its next is one of them or the one after, was %d of %d"
                    .formatted(request.nextAtom(), total));
        }
    }

    private static boolean hasControl(String name) {
        return name.chars().anyMatch(Character::isISOControl);
    }

    private static Refused nonsense(String what) {
        return new Refused(Refused.Reason.NONSENSE, what, "Correct the registration.");
    }
}
