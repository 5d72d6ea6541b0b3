package org.atomizable.scheduler.market.job;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The waiting jobs, of each tenant in the order in which they were last asked. Guarded by the market's lock. */
public final class Waiting {

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
