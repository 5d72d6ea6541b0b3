package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.device.Repartitionable;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.job.Jobs;
import org.atomizable.scheduler.market.tenant.Quotas;
import org.atomizable.scheduler.packing.Fit;
import org.atomizable.scheduler.packing.RepartitionPlan;
import org.atomizable.scheduler.packing.Room;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repartitions idle slices for jobs that find none. It does so once the jobs have together waited as long as a
 * repartition takes. The cost is then at most twice that of an optimal decision with knowledge of the future. Guarded
 * by the market's lock.
 */
final class Repartitioning {

    private static final Logger LOG = LoggerFactory.getLogger(Repartitioning.class);

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    /** A job that has waited for less time is only waiting for a clearing. */
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(2);

    private static final Comparator<Job> BY_WAIT = Comparator.comparing(job -> job.waitingSince());

    /** The maximum number of jobs in a plan: those that have waited longest. */
    private static final int MOST_NEEDS = 100;

    /** If a job has found no slice that is large enough, free or not, for this long, one is created as soon as leases end. */
    private static final Duration STARVING = Duration.ofSeconds(30);

    private final Optional<Repartitionable> source;
    private final Duration wantedFor;
    private final Jobs jobs;
    private final Quotas quotas;
    private final Bookings bookings;
    private Instant look = Instant.MIN;
    private Optional<Intent> intent = Optional.empty();

    /**
     * A repartition that starts as soon as leases have ended.
     *
     * @param kept slices that are kept free for it
     */
    private record Intent(List<Fit> fits, Set<String> kept, Instant until) {}

    /**
     * Makes one.
     *
     * @param wantedFor the longest for which a slice is leased at a time
     */
    Repartitioning(SliceSource source, Duration wantedFor, Jobs jobs, Quotas quotas, Bookings bookings) {
        this.source = source instanceof Repartitionable it ? Optional.of(it) : Optional.empty();
        this.wantedFor = wantedFor;
        this.jobs = jobs;
        this.quotas = quotas;
        this.bookings = bookings;
    }

    /**
     * Starts a repartition, if it is worth its time.
     *
     * @return whether the slices must be examined again, because some are now repartitioned or kept free, or no longer are
     */
    boolean begin(Instant now) {
        if (source.isEmpty() || look.isAfter(now)) {
            return false;
        }
        look = now.plus(LOOK_EVERY);
        return intent.isPresent()
                ? carryOut(source.get(), intent.get(), bookings.busy(now).keySet(), now)
                : plan(source.get(), now);
    }

    /** Returns whether a slice is kept free until it can be repartitioned. */
    boolean keepsFree(String slice) {
        return intent.filter(it -> it.kept().contains(slice)).isPresent();
    }

    /** Returns when to look again. */
    Optional<Instant> nextDue() {
        boolean idle = intent.isEmpty() && jobs.waiting().isEmpty();
        return source.isEmpty() || idle ? Optional.empty() : Optional.of(look);
    }

    private boolean carryOut(Repartitionable repartitionable, Intent intended, Set<String> busy, Instant now) {
        boolean free = intended.kept().stream().noneMatch(busy::contains);
        if (!free && now.isBefore(intended.until())) {
            return false;
        }
        intent = Optional.empty();
        if (free) {
            repartitionable.repartition(intended.fits());
        }
        return true;
    }

    private boolean plan(Repartitionable repartitionable, Instant now) {
        Interval time = Interval.of(now, wantedFor);
        List<Job> waiting = jobs.waiting()
                .all()
                .filter(job ->
                        job.awaited() && !job.waitingSince().plus(LONG_ENOUGH).isAfter(now))
                .filter(job -> quotas.allows(job, needed(job), time))
                .sorted(BY_WAIT)
                .limit(MOST_NEEDS)
                .toList();
        if (waiting.isEmpty()) {
            return false;
        }
        Map<String, Instant> taken = bookings.busy(now);
        List<Room> rooms = repartitionable.rooms(taken);
        Optional<Fit> larger = waiting.stream()
                .filter(job -> isStarving(job, repartitionable, now))
                .findFirst()
                .flatMap(job -> RepartitionPlan.soonest(rooms, needed(job)));
        if (larger.isPresent()) {
            return intend(repartitionable, List.of(larger.get()), taken.keySet(), now);
        }
        List<Job> left = withoutOffer(waiting, memoryOf(bookings.offered(), repartitionable));
        RepartitionPlan ofIdle = RepartitionPlan.plan(rooms, needs(left), time);
        if (isWorth(left, ofIdle, repartitionable.takes(ofIdle.fits()), now)) {
            return intend(repartitionable, ofIdle.fits(), taken.keySet(), now);
        }
        List<Job> active = jobs.all()
                .filter(job -> job.state().active())
                .sorted(BY_WAIT)
                .limit(MOST_NEEDS)
                .toList();
        RepartitionPlan ofAll = RepartitionPlan.plan(RepartitionPlan.onceIdle(rooms), needs(active), time);
        // Until the last lease has ended, others wait for what is kept free.
        return isWorth(left, ofAll, repartitionable.takes(ofAll.fits()).plus(wantedFor), now)
                && intend(repartitionable, ofAll.ofOneGpu(), taken.keySet(), now);
    }

    private static List<Bytes> memoryOf(Set<String> slices, Repartitionable repartitionable) {
        return repartitionable.slices().stream()
                .filter(it -> slices.contains(it.id()))
                .map(Slice::memory)
                .sorted()
                .toList();
    }

    /**
     * Returns the jobs for which no slice is on offer, if the job that needs least takes the smallest sufficient slice.
     */
    private static List<Job> withoutOffer(List<Job> waiting, List<Bytes> offered) {
        List<Bytes> free = new ArrayList<>(offered);
        Set<Job> served = new HashSet<>();
        for (Job job : waiting.stream()
                .sorted(Comparator.comparing(Repartitioning::needed))
                .toList()) {
            Optional<Bytes> smallest =
                    free.stream().filter(it -> !needed(job).exceeds(it)).findFirst();
            smallest.ifPresent(it -> {
                free.remove(it);
                served.add(job);
            });
        }
        return waiting.stream().filter(job -> !served.contains(job)).toList();
    }

    private static boolean isStarving(Job job, Repartitionable repartitionable, Instant now) {
        return !job.waitingSince().plus(STARVING).isAfter(now)
                && repartitionable.slices().stream()
                        .allMatch(slice -> needed(job).exceeds(slice.memory()));
    }

    /**
     * The jobs that find no slice now must together have waited as long as the repartition takes; a job that finds one
     * counts as the newest.
     */
    private static boolean isWorth(List<Job> waiting, RepartitionPlan plan, Duration takes, Instant now) {
        int without = Math.max(0, Math.min(waiting.size(), plan.served() - plan.before()));
        return !plan.fits().isEmpty()
                && waiting.subList(0, without).stream()
                                .map(job -> Duration.between(job.waitingSince(), now))
                                .reduce(Duration.ZERO, Duration::plus)
                                .compareTo(takes)
                        >= 0;
    }

    private boolean intend(Repartitionable repartitionable, List<Fit> fits, Set<String> busy, Instant now) {
        Set<String> kept = new HashSet<>();
        fits.forEach(fit -> kept.addAll(repartitionable.destroyed(fit)));
        LOG.info(
                "GPUs are repartitioned: destroying slices {}; creating {}",
                kept,
                fits.stream().map(Fit::place).toList());
        intent = Optional.of(new Intent(fits, kept, now.plus(wantedFor.multipliedBy(2))));
        carryOut(repartitionable, intent.get(), busy, now);
        return true;
    }

    private static List<Bytes> needs(List<Job> of) {
        return of.stream().map(Repartitioning::needed).toList();
    }

    private static Bytes needed(Job job) {
        return job.needed().orElse(Bytes.ZERO);
    }
}
