package org.atomizable.scheduler.market.neighbour;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.colocation.Slowdown;
import org.atomizable.scheduler.colocation.Slowdowns;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.Leases;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.job.Jobs;

/**
 * The neighbours of slices by the leases, and slowdowns by an interference matrix. A neighbour of a job is one with a lease on another
 * slice of the same GPU that overlaps its time.
 */
public final class MatrixNeighbourhood implements Neighbourhood {

    /** A placement that helps nobody still serves its job. */
    private static final double LEAST_PROGRESS = 0.05;

    private final Slowdowns slowdowns;
    private final double most;
    private final SliceSource source;
    private final Jobs jobs;
    private final Leases leases;

    private MatrixNeighbourhood(NeighbourRules rules, SliceSource source, Jobs jobs, Leases leases) {
        this.slowdowns = new Slowdowns(rules.matrix());
        this.most = rules.mostSlowdown();
        this.source = source;
        this.jobs = jobs;
        this.leases = leases;
    }

    /** Makes it by these rules; without a matrix there are no neighbours. */
    public static Neighbourhood of(NeighbourRules rules, SliceSource source, Jobs jobs, Leases leases) {
        return rules.isEmpty() ? Neighbourhood.NONE : new MatrixNeighbourhood(rules, source, jobs, leases);
    }

    /** The most that a job may be slowed down at all: by its own guarantee, or by the rules. */
    private double limit(Job job) {
        return job.request.allowedLoss().map(it -> Math.min(most, 1 / (1 - it))).orElse(most);
    }

    /**
     * The product over the other slices of the GPU of the worst that may run there: who holds it, and any active job of another kind. It
     * is cut at the limit, since {@link #admits} will not let more come.
     */
    @Override
    public OptionalDouble told(Job job, Slice slice, Interval time) {
        List<Lease> beside = beside(slice, time);
        Optional<Slowdown> now = slowdowns.of(slice.kind(), job.kind(), names(beside));
        if (now.isEmpty() || now.get().upper() > limit(job) || !neighboursBear(job, slice, beside)) {
            return OptionalDouble.empty();
        }
        double worst = worstOfActive(job, slice);
        double product = 1;
        for (Slice other : others(slice)) {
            double there = beside.stream()
                    .filter(it -> it.grant().slice().id().equals(other.id()))
                    .map(it -> slowdowns.of(slice.kind(), job.kind(), List.of(kind(it))))
                    .flatMap(Optional::stream)
                    .mapToDouble(Slowdown::upper)
                    .max()
                    .orElse(1);
            product = Math.min(limit(job), product * Math.max(there, worst));
        }
        return OptionalDouble.of(Math.max(now.get().upper(), product));
    }

    private double worstOfActive(Job job, Slice slice) {
        return jobs.activeKinds().stream()
                .filter(it -> !it.equals(job.kind()) || jobs.active(it) > 1)
                .flatMap(it -> slowdowns.of(slice.kind(), job.kind(), List.of(it)).stream())
                .mapToDouble(Slowdown::upper)
                .filter(it -> it <= limit(job))
                .max()
                .orElse(1);
    }

    @Override
    public boolean admits(Job job, Slice slice, Interval time, double told) {
        List<Lease> beside = beside(slice, time);
        return slowdowns
                        .of(slice.kind(), job.kind(), names(beside))
                        .filter(it -> it.upper() <= told)
                        .isPresent()
                && neighboursBear(job, slice, beside);
    }

    /** Each neighbour must bear the job beside all others that overlap its own time. */
    private boolean neighboursBear(Job job, Slice slice, List<Lease> beside) {
        return beside.stream().allMatch(it -> {
            Slice its = it.grant().slice();
            List<String> names = names(beside(its, it.time()).stream()
                    .filter(other -> !other.grant().slice().id().equals(slice.id()))
                    .toList());
            names.add(job.kind());
            return slowdowns
                    .of(its.kind(), kind(it), names)
                    .filter(slowdown -> slowdown.upper() <= it.grant().slowdown())
                    .isPresent();
        });
    }

    @Override
    public double progress(Job job, Slice slice, Interval time) {
        List<Lease> beside = beside(slice, time);
        double progress = throughput(slice, job.kind(), names(beside));
        for (Lease each : beside) {
            Slice its = each.grant().slice();
            List<String> names = names(beside(its, time).stream()
                    .filter(other -> !other.grant().slice().id().equals(slice.id()))
                    .toList());
            double before = throughput(its, kind(each), names);
            names.add(job.kind());
            progress -= before - throughput(its, kind(each), names);
        }
        return Math.min(1, Math.max(LEAST_PROGRESS, progress));
    }

    private double throughput(Slice slice, String job, List<String> beside) {
        return slowdowns
                .of(slice.kind(), job, beside)
                .map(it -> 1 / it.expected())
                .orElse(0.0);
    }

    private List<Slice> others(Slice slice) {
        String gpu = source.gpu(slice.id());
        return source.slices().stream()
                .filter(it -> !it.id().equals(slice.id()) && source.gpu(it.id()).equals(gpu))
                .toList();
    }

    private List<Lease> beside(Slice slice, Interval time) {
        return others(slice).stream()
                .flatMap(it -> leases.holding(it.id()))
                .filter(it -> it.time().overlaps(time))
                .toList();
    }

    private List<String> names(List<Lease> held) {
        List<String> names = new ArrayList<>();
        held.forEach(it -> names.add(kind(it)));
        return names;
    }

    private String kind(Lease lease) {
        return jobs.known(lease.job()).kind();
    }
}
