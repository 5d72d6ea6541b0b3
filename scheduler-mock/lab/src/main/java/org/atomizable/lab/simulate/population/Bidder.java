package org.atomizable.lab.simulate.population;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.Bytes;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.score.Weighting;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.clear.Proposal;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.job.JobRequest;

/**
 * A simulated job: what is true of it, what it declares, and how its subjobs end. The work that it has left stays the same, as if as
 * much was added as it does: its bids for each window begin at atom 0.
 */
final class Bidder {

    private static final Weighting<JobFeature> UTILITY = Weighting.ofJobs();

    private static final double ATOMS_PER_SECOND = 10;

    /** A subjob is faster or slower than typical by this much at the most. */
    private static final double NOISE = 0.03;

    /** A subjob ends so long before its lease. */
    private static final Duration SPARE = Duration.ofMillis(50);

    private final String name;
    private final Strategy strategy;
    private final String tenant;
    private final Instant began;
    private final SplittableRandom random;
    private final double overheadSeconds;
    private final long atomsLeft;
    private final Bytes memory;

    private Optional<String> lastSlice = Optional.empty();
    private Instant lastWon;
    private String lastWindow = "";
    private long atomsDone;

    Bidder(int number, Strategy strategy, String tenant, SplittableRandom random, Instant began) {
        this.name = "%s-%s".formatted(strategy.word(), number);
        this.strategy = strategy;
        this.tenant = tenant;
        this.began = began;
        this.random = random;
        this.overheadSeconds = random.nextDouble(0.5, 4);
        this.atomsLeft = Math.round(ATOMS_PER_SECOND * random.nextDouble(600, 6000));
        this.memory = PeriodicHoles.MEMORY.times(random.nextDouble(0.7, 0.9));
        this.lastWon = began;
    }

    Strategy strategy() {
        return strategy;
    }

    String tenant() {
        return tenant;
    }

    JobRequest request() {
        return new JobRequest(
                name,
                Mode.JASDA,
                tenant,
                0,
                strategy.registersDeadline() ? Optional.of(began) : Optional.empty(),
                Optional.of(atomsLeft),
                0,
                Optional.empty());
    }

    /** Returns what it bids for a window: all of it, each half, and the second half after the first; nothing if it is silent now. */
    List<BidVariant> bids(Window window, Instant now) {
        if (!strategy.bids(Duration.between(began, now))) {
            return List.of();
        }
        Duration half = window.length().dividedBy(2);
        return List.of(
                variant("whole", "", Duration.ZERO, window.length(), window, now),
                variant("first", "", Duration.ZERO, half, window, now),
                variant("second", "", half, window.length(), window, now),
                variant("then", "first", half, window.length(), window, now));
    }

    private BidVariant variant(String id, String after, Duration from, Duration to, Window window, Instant now) {
        double seconds = seconds(to.minus(from));
        long firstAtom = after.isEmpty() ? 0 : atoms(seconds(from));
        long left = atomsLeft - firstAtom;
        Features<JobFeature> declared = strategy.declares(truth(window.slice().id(), firstAtom, seconds, now));
        long claimed = (long) Math.ceil(declared.of(JobFeature.PROGRESS) * left);
        return new BidVariant(
                id,
                after.isEmpty() ? Optional.empty() : Optional.of(after),
                firstAtom,
                Math.min(left, Math.max(atoms(seconds), claimed)),
                from,
                to,
                memory,
                Math.max(useful(seconds), declared.of(JobFeature.USEFUL_SHARE) * seconds),
                declared,
                UTILITY.of(declared),
                false);
    }

    /** Returns how much it truly wants what it bid, in [0, 1]; to be asked before it is told that it has won. */
    double trueUtility(Proposal bid, Instant now) {
        Window window = bid.window();
        long firstAtom = bid.variant().after().isEmpty()
                ? 0
                : atoms(seconds(Duration.between(window.opens(), bid.time().from())));
        return UTILITY.of(
                truth(window.slice().id(), firstAtom, seconds(bid.time().length()), now));
    }

    private Features<JobFeature> truth(String slice, long firstAtom, double seconds, Instant now) {
        Map<JobFeature, Double> truth = new EnumMap<>(JobFeature.class);
        truth.put(JobFeature.PROGRESS, (double) atoms(seconds) / (atomsLeft - firstAtom));
        truth.put(JobFeature.USEFUL_SHARE, useful(seconds) / seconds);
        truth.put(JobFeature.DEADLINE_PRESSURE, strategy.deadlinePressure(Duration.between(lastWon, now)));
        truth.put(JobFeature.LOCALITY, lastSlice.filter(slice::equals).isPresent() ? 1.0 : 0.0);
        truth.put(JobFeature.HEADROOM, 1 - (double) memory.count() / PeriodicHoles.MEMORY.count());
        return new Features<>(truth);
    }

    private double useful(double seconds) {
        return Math.max(0, seconds - overheadSeconds);
    }

    private long atoms(double seconds) {
        return Math.max(1, (long) (ATOMS_PER_SECOND * useful(seconds)));
    }

    /** Takes down that it has won. */
    void won(Instant now) {
        lastWon = now;
    }

    /** Begins a subjob, behind the one before it if that ran in the same window, and returns it as it is planned. */
    Acceptance begin(Grant grant) {
        atomsDone = grant.window().equals(lastWindow) ? atomsDone : 0;
        lastWindow = grant.window();
        lastSlice = Optional.of(grant.slice().id());
        Duration total = total(grant);
        return new Acceptance(atomsDone, atoms(seconds(total)), memory, total);
    }

    /** Returns how long a subjob takes. */
    static Duration total(Grant grant) {
        return Duration.between(grant.starts(), grant.ends()).minus(SPARE);
    }

    /** Ends the subjob that began last, and returns what became of it, truthfully. */
    SubjobEnd end(Grant grant) {
        Duration total = total(grant);
        double speed = 1 + NOISE * random.nextDouble(-1, 1);
        double useful = Math.min(seconds(total), useful(seconds(total)) * speed);
        atomsDone += (long) (ATOMS_PER_SECOND * useful);
        return new SubjobEnd(
                SubjobEnd.Kind.YIELDED, "time", atomsDone, Duration.ofNanos((long) (useful * 1e9)), total, memory);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
