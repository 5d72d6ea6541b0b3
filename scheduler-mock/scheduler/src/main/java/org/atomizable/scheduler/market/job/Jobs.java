package org.atomizable.scheduler.market.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.atomizable.api.JobSpec;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.change.PendingChanges;
import org.atomizable.scheduler.market.incarnation.IdSequence;

/**
 * Every job, in order of registration. Of the jobs that have ended, only the last ones are kept. Guarded by the
 * market's lock.
 */
public final class Jobs {

    private static final String NAME = "job";
    private static final int LONGEST_TENANT = 200;

    private final int most;
    private final IdSequence ids;
    private final PendingChanges changes;
    private final Map<String, Job> byId = new LinkedHashMap<>();
    // Those that are over may be many more, and are asked for nothing.
    private final Map<String, Job> active = new LinkedHashMap<>();
    private final Map<String, Integer> activeOfTenant = new TreeMap<>();
    private final Waiting waiting = new Waiting();
    private long numbered;

    public Jobs(int most, IdSequence ids, PendingChanges changes) {
        this.most = most;
        this.ids = ids;
        this.changes = changes;
    }

    /** Restores the jobs of an earlier incarnation, in order of registration. */
    public void restore(Collection<Job> kept) {
        kept.forEach(this::put);
    }

    private void put(Job job) {
        job.numbered(++numbered);
        byId.put(job.id, job);
        if (job.state().active()) {
            active.put(job.id, job);
            activeOfTenant.merge(job.request.tenant(), 1, Integer::sum);
        }
        if (job.waiting()) {
            waiting.add(job);
        }
    }

    /** Changes a job's state; once it is over it stays so. */
    public void become(Job job, JobState next) {
        boolean ends = job.state().active() && !next.active();
        job.become(next);
        if (job.waiting()) {
            waiting.add(job);
        } else {
            waiting.remove(job);
        }
        if (ends) {
            active.remove(job.id);
            activeOfTenant.computeIfPresent(job.request.tenant(), (tenant, count) -> count == 1 ? null : count - 1);
        }
    }

    public void end(Job job, JobEnd how) {
        job.endBy(how);
        become(job, how.how() == JobEnd.How.FINISHED ? JobState.FINISHED : JobState.WITHDRAWN);
    }

    /** Notes that a job must be written down as it will be when all is done. */
    public void changed(Job job) {
        changes.changed(Table.JOB, job.id, () -> Optional.of(job.kept()));
    }

    /** Enters a new job; {@code forgotten} is told of each that had to be forgotten for it. */
    public Job enter(JobRequest request, Instant now, Consumer<Job> forgotten) throws Refused {
        requireSense(request, now);
        if (active.size() >= most) {
            throw new Refused(
                    Refused.Reason.TOO_MANY,
                    "%s jobs are registered already".formatted(most),
                    "Wait until one has finished, or withdraw one.");
        }
        Job job = new Job(ids.next(NAME), request, now);
        put(job);
        changed(job);
        int tooMany = Math.max(0, byId.size() - active.size() - most);
        for (Job old : all().filter(it -> !it.state().active()).limit(tooMany).toList()) {
            byId.remove(old.id);
            changes.changed(Table.JOB, old.id, Optional::empty);
            forgotten.accept(old);
        }
        return job;
    }

    public Job find(String id) throws Refused {
        Job job = byId.get(id);
        if (job == null) {
            throw ids.gave(NAME, id) ? Refused.forgottenJob(id) : Refused.unknownJob(id);
        }
        return job;
    }

    /** Returns a job unless it was forgotten. */
    public Optional<Job> kept(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Returns a job that must be there. */
    public Job known(String id) {
        Job job = byId.get(id);
        if (job == null) {
            throw new IllegalStateException("job %s is active and must be known".formatted(id));
        }
        return job;
    }

    /** Returns the job that its tenant registered with the same key. */
    public Optional<Job> withKeyOf(JobRequest request) {
        return request.key().isEmpty()
                ? Optional.empty()
                : all().filter(job -> job.request.key().equals(request.key())
                                && job.request.tenant().equals(request.tenant()))
                        .findFirst();
    }

    /** Returns the tenant's job of the same name that is not over. */
    public Optional<Job> activeNamesake(JobRequest request) {
        String lineage = request.lineage();
        return active.values().stream()
                .filter(job -> job.lineage().equals(lineage))
                .findFirst();
    }

    public boolean knowsLineage(String lineage) {
        return all().anyMatch(job -> job.lineage().equals(lineage));
    }

    public Stream<Job> all() {
        return byId.values().stream();
    }

    /** Returns every tenant that has a job to be served, once and in the order of their names. */
    public Set<String> tenants() {
        return activeOfTenant.keySet();
    }

    public Waiting waiting() {
        return waiting;
    }

    private static void requireSense(JobRequest request, Instant now) throws Refused {
        requireSameRuleAsSpecs(request.name());
        if (!ReadableText.is(request.tenant(), LONGEST_TENANT)) {
            throw nonsense("a tenant's name has 1 to %s characters, all of them printable".formatted(LONGEST_TENANT));
        }
        if (request.deadline().isPresent()
                && !new Century(now).has(request.deadline().get())) {
            throw nonsense("a deadline is within a century of now, was %s"
                    .formatted(request.deadline().get()));
        }
        long total = request.totalAtoms().orElse(Long.MAX_VALUE);
        if (total < 1 || request.nextAtom() < 0 || request.nextAtom() > total) {
            throw nonsense("a job has 1 atom or more, and its next is one of them or the one after, was %s of %s"
                    .formatted(request.nextAtom(), total));
        }
    }

    private static void requireSameRuleAsSpecs(String name) throws Refused {
        try {
            JobSpec.openEnded(name);
        } catch (IllegalArgumentException wrong) {
            throw nonsense(String.valueOf(wrong.getMessage()));
        }
    }

    private static Refused nonsense(String what) {
        return new Refused(Refused.Reason.NONSENSE, what, "Correct the registration.");
    }

    /** The waiting jobs, of each tenant in the order in which they were last asked. */
    public static final class Waiting {

        /** Among jobs that were never asked, those that came first. */
        private static final Comparator<Job> LEAST_LATELY =
                Comparator.<Job>comparingLong(job -> job.lastAsked()).thenComparingLong(job -> job.number());

        private final Map<String, TreeSet<Job>> byTenant = new HashMap<>();
        private final TreeMap<Long, Job> byArrival = new TreeMap<>();
        private long arrivals;
        private long asked;

        public boolean isEmpty() {
            return byArrival.isEmpty();
        }

        /** Returns all of them, in the order in which they began to wait. */
        public Stream<Job> all() {
            return byArrival.values().stream();
        }

        /** Returns how often any job has begun to wait. */
        public long arrivals() {
            return arrivals;
        }

        /** Returns whether a job is waiting that started to wait after {@code arrivals} others had. */
        public boolean hasArrivedAfter(long arrivals) {
            return !byArrival.isEmpty() && byArrival.lastKey() > arrivals;
        }

        void add(Job job) {
            remove(job);
            job.arrive(++arrivals);
            byArrival.put(job.arrival(), job);
            inOrder(job);
        }

        private void inOrder(Job job) {
            byTenant.computeIfAbsent(job.request.tenant(), it -> new TreeSet<>(LEAST_LATELY))
                    .add(job);
        }

        void remove(Job job) {
            byArrival.remove(job.arrival());
            byTenant.computeIfPresent(job.request.tenant(), (tenant, jobs) -> {
                jobs.remove(job);
                return jobs.isEmpty() ? null : jobs;
            });
        }

        /** Notes that a job is asked now. */
        public void asked(Job job) {
            TreeSet<Job> order = byTenant.get(job.request.tenant());
            boolean waits = order != null && order.remove(job);
            job.ask(++asked);
            if (waits) {
                inOrder(job);
            }
        }

        /**
         * Returns those whose turn it is: of each tenant the one that was asked least lately, then of each the next, and in each such round
         * who was asked least lately first.
         */
        public List<Job> inTurn(Predicate<Job> eligible, int most) {
            List<Iterator<Job>> tenants = new ArrayList<>();
            byTenant.values()
                    .forEach(jobs -> tenants.add(jobs.stream().filter(eligible).iterator()));
            List<Job> turns = new ArrayList<>();
            while (turns.size() < most && !tenants.isEmpty()) {
                tenants.removeIf(jobs -> !jobs.hasNext());
                tenants.stream().map(Iterator::next).sorted(LEAST_LATELY).forEach(turns::add);
            }
            return turns.subList(0, Math.min(most, turns.size()));
        }
    }
}
