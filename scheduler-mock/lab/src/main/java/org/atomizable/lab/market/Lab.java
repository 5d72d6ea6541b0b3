package org.atomizable.lab.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.score.Weighting;
import org.atomizable.scheduler.auction.Auction;
import org.atomizable.scheduler.auction.Award;
import org.atomizable.scheduler.auction.Counterfactual;
import org.atomizable.scheduler.auction.SearchBudget;
import org.atomizable.scheduler.auction.WeightedInterval;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.score.Composite;
import org.atomizable.scheduler.score.SchedulerFeature;

/** Lets a population compete. Every job always has more to do than it gets, so that windows are always wanted. */
public final class Lab {

    private static final int TENANTS = 4;
    private static final long APART = 60;
    private static final long SHORTEST = 20;
    private static final long LONGEST = 60;

    /** Nothing useful fits less. */
    private static final Duration REMNANT = Duration.ofSeconds(10);

    private static final Weighting<JobFeature> OWN = Weighting.ofJobs();
    private static final Weighting<SchedulerFeature> SEEN = SchedulerFeature.usualWeights();

    private static final int ENOUGH_SUBJOBS = 50;

    /** Thousands of clearings are made: what is not proved quickly is left with its gap. */
    private static final SearchBudget EFFORT = new SearchBudget(200, 100_000, () -> false);

    private static final int MOST_EXPLAINED = 8;

    /** What a bid's score was made of. */
    private record Parts(double truth, double own, double seen, double rho, double waitedSeconds, double score) {}

    private final LabRules rules;
    private final Composite scoring;
    private final SplittableRandom chance;
    private final List<LabJob> jobs = new ArrayList<>();
    private final Map<String, LabJob> byName = new HashMap<>();
    private final long[] heldByTenant = new long[TENANTS];
    private final int[] jobsOfTenant = new int[TENANTS];
    private final Map<Strategy, Long> laterSeconds = new EnumMap<>(Strategy.class);
    private long offeredSeconds;
    private long heldSeconds;
    private final Map<WeightedInterval, Parts> parts = new LinkedHashMap<>();
    private Award last = new Award(List.of(), 0, 0);
    private Optional<WeightedInterval> lastTurn = Optional.empty();
    private long clearings;
    private long optimal;

    private Lab(Population population, LabRules rules) {
        this.rules = rules;
        // Where winners pay, waiting is worth nothing in bids, as the scheduler has it.
        this.scoring = rules.paying() ? new Composite(rules.composite().lambda(), 0) : rules.composite();
        this.chance = new SplittableRandom(rules.seed());
        for (Strategy strategy : population.strategies()) {
            int number = jobs.size();
            LabJob job = new LabJob(number, strategy, number % TENANTS, chance.split());
            jobs.add(job);
            byName.put(job.name, job);
            jobsOfTenant[job.tenant]++;
        }
    }

    /**
     * Runs it.
     *
     * @param progress is told of every minute
     */
    public static LabReport run(Population population, LabRules rules, LongConsumer progress) {
        Lab lab = new Lab(population, rules);
        for (int minute = 0; minute < rules.minutes(); minute++) {
            lab.clear(minute * APART);
            progress.accept(minute + 1);
        }
        return lab.report();
    }

    private void clear(long now) {
        List<WeightedInterval> bids = new ArrayList<>();
        parts.clear();
        for (int slice = 0; slice < rules.slices(); slice++) {
            long length = chance.nextLong(SHORTEST, LONGEST + 1);
            offeredSeconds += length;
            for (LabJob job : jobs) {
                if (job.strategy.bids(now)) {
                    bids.addAll(bids(job, slice, length, now));
                }
            }
        }
        Optional<WeightedInterval> turn = rules.paying() ? turn(bids, now) : Optional.empty();
        Award award = Auction.clearAround(turn, bids, EFFORT);
        turn.ifPresent(it -> known(it.job()).lastTurn = now);
        last = award;
        lastTurn = turn;
        clearings++;
        optimal += award.optimal() ? 1 : 0;
        gain(bids, turn, award);
        boolean later = isLater(now);
        Map<String, List<WeightedInterval>> won = new TreeMap<>();
        award.winners()
                .forEach(weightedInterval -> won.computeIfAbsent(weightedInterval.job(), it -> new ArrayList<>())
                        .add(weightedInterval));
        won.forEach((name, winners) -> {
            LabJob job = known(name);
            for (WeightedInterval winner : winners) {
                long seconds = winner.closes() - winner.opens();
                job.ran(Integer.parseInt(winner.slice()), seconds, now);
                heldByTenant[job.tenant] += seconds;
                heldSeconds += seconds;
                if (later) {
                    laterSeconds.merge(job.strategy, seconds, Long::sum);
                }
            }
            job.won(now);
        });
        jobs.forEach(job -> job.waits(now));
    }

    /** What a job truly wants of what it won, less the second price of it where winners pay. */
    private void gain(List<WeightedInterval> bids, Optional<WeightedInterval> turn, Award award) {
        Map<LabJob, Double> notOwn = new LinkedHashMap<>();
        for (WeightedInterval winner : award.winners()) {
            LabJob job = known(winner.job());
            Parts of = known(winner);
            long seconds = winner.closes() - winner.opens();
            double lambda = rules.composite().lambda();
            job.gain += lambda * of.truth() * seconds;
            if (turn.equals(Optional.of(winner))) {
                continue;
            }
            notOwn.merge(job, (of.score() - lambda * of.rho() * of.own()) * seconds, Double::sum);
        }
        if (rules.paying()) {
            Counterfactual counterfactual = Counterfactual.around(turn, bids, award, EFFORT);
            notOwn.forEach((job, weight) -> job.gain -= counterfactual.externality(job.name) - weight);
        }
    }

    /** Of the job whose last turn is the longest ago, and longer than patience, what it wants most. */
    private Optional<WeightedInterval> turn(List<WeightedInterval> bids, long now) {
        double patience = 1 / rules.composite().mu();
        return jobs.stream()
                .filter(job -> job.strategy.bids(now) && now - job.lastTurn >= patience)
                .min(Comparator.comparingLong((LabJob job) -> job.lastTurn).thenComparing(job -> job.name))
                .flatMap(job -> bids.stream()
                        .filter(weightedInterval -> weightedInterval.job().equals(job.name)
                                && weightedInterval.after().isEmpty())
                        .max(Comparator.comparingDouble((WeightedInterval weightedInterval) ->
                                        known(weightedInterval).own()
                                                * (weightedInterval.closes() - weightedInterval.opens()))
                                .thenComparing(WeightedInterval::variant)));
    }

    private LabJob known(String name) {
        LabJob job = byName.get(name);
        if (job == null) {
            throw new IllegalStateException(name + " did not bid");
        }
        return job;
    }

    private Parts known(WeightedInterval weightedInterval) {
        Parts of = parts.get(weightedInterval);
        if (of == null) {
            throw new IllegalStateException("%s was not made in this lab".formatted(weightedInterval));
        }
        return of;
    }

    /** The whole window, its first half, its second, and the second after the first. */
    private List<WeightedInterval> bids(LabJob job, int slice, long length, long now) {
        long half = now + length / 2;
        long end = now + length;
        String on = String.valueOf(slice);
        return List.of(
                bid(job, slice, on + "-whole", "", now, end, now, end),
                bid(job, slice, on + "-first", "", now, half, now, end),
                bid(job, slice, on + "-second", "", half, end, now, end),
                bid(job, slice, on + "-then", on + "-first", half, end, now, end));
    }

    private WeightedInterval bid(
            LabJob job, int slice, String variant, String after, long from, long to, long opens, long closes) {
        Features<JobFeature> actual = job.truth(slice, to - from, opens);
        double truth = OWN.of(actual);
        double own = OWN.of(job.strategy.declares(actual));
        double seen = SEEN.of(
                SchedulerFeature.of(seconds(from, to), seconds(opens, closes), REMNANT, 1, deficit(job.tenant)));
        double rho = rules.calibrated() && !rules.paying() ? job.rho() : 1;
        Duration waited = Duration.ofSeconds(opens - job.waitingSince);
        double score = scoring.score(own, seen, rho, waited);
        double weight = Composite.weight(score, Duration.ofSeconds(to - from).toNanos());
        WeightedInterval single = WeightedInterval.of(job.name, variant, String.valueOf(slice), from, to, weight);
        WeightedInterval weightedInterval = after.isEmpty() ? single : single.after(after);
        parts.put(weightedInterval, new Parts(truth, own, seen, rho, waited.toSeconds(), score));
        return weightedInterval;
    }

    private static Interval seconds(long from, long to) {
        return new Interval(Instant.ofEpochSecond(from), Instant.ofEpochSecond(to));
    }

    private double deficit(int tenant) {
        double fair = (double) jobsOfTenant[tenant] / jobs.size();
        return heldSeconds == 0 ? 1 : Math.max(0, 1 - (double) heldByTenant[tenant] / heldSeconds / fair);
    }

    private boolean isLater(long now) {
        return now >= rules.minutes() * APART / 2 || jobs.stream().allMatch(job -> job.subjobs >= ENOUGH_SUBJOBS);
    }

    private LabReport report() {
        Map<Strategy, List<LabJob>> groups = new LinkedHashMap<>();
        jobs.stream()
                .sorted(Comparator.comparing((LabJob job) -> job.strategy))
                .forEach(job -> groups.computeIfAbsent(job.strategy, it -> new ArrayList<>())
                        .add(job));
        double presence =
                jobs.stream().mapToDouble(job -> job.strategy.presence()).sum();
        double later = laterSeconds.values().stream().mapToLong(Long::longValue).sum();
        List<LabReport.Outcome> outcomes = new ArrayList<>();
        groups.forEach((strategy, group) -> outcomes.add(outcome(strategy, group, presence, later)));
        return new LabReport(
                (double) heldSeconds / offeredSeconds,
                jain(),
                (double) optimal / clearings,
                outcomes,
                jobs.stream().map(job -> job.usefulSeconds).toList(),
                jobs.stream().map(job -> job.gain).toList(),
                explained());
    }

    /** The winners of the last clearing, and of each job that won nothing the heaviest bid. */
    private List<Explained> explained() {
        List<WeightedInterval> bids = List.copyOf(parts.keySet());
        Counterfactual counterfactual = Counterfactual.around(lastTurn, bids, last, EFFORT);
        List<Explained> explained = new ArrayList<>();
        last.winners().forEach(winner -> explained.add(explained(winner, true, 0)));
        Map<String, WeightedInterval> heaviest = new LinkedHashMap<>();
        bids.stream()
                .filter(weightedInterval ->
                        last.winners().stream().noneMatch(it -> it.job().equals(weightedInterval.job())))
                .filter(counterfactual::knows)
                .sorted(Comparator.comparingDouble(WeightedInterval::weight).reversed())
                .forEach(weightedInterval -> heaviest.putIfAbsent(weightedInterval.job(), weightedInterval));
        heaviest.values().stream()
                .limit(MOST_EXPLAINED)
                .map(weightedInterval -> explained(weightedInterval, false, counterfactual.lostBy(weightedInterval)))
                .sorted(Comparator.comparingDouble(Explained::lostBy))
                .forEach(explained::add);
        return explained;
    }

    private Explained explained(WeightedInterval weightedInterval, boolean won, double lostBy) {
        Parts of = known(weightedInterval);
        LabJob job = known(weightedInterval.job());
        return new Explained(
                weightedInterval.job(),
                job.strategy,
                weightedInterval.variant(),
                of.own(),
                of.rho(),
                of.seen(),
                of.waitedSeconds(),
                of.score(),
                weightedInterval.weight(),
                won,
                lostBy);
    }

    private LabReport.Outcome outcome(Strategy strategy, List<LabJob> group, double presence, double later) {
        long held = group.stream().mapToLong(job -> job.heldSeconds).sum();
        long wins = group.stream().mapToLong(job -> job.wins).sum();
        return new LabReport.Outcome(
                strategy,
                group.size(),
                (double) held / heldSeconds,
                group.size() * strategy.presence() / presence,
                later == 0 ? 0 : laterSeconds.getOrDefault(strategy, 0L) / later,
                wins == 0
                        ? Double.NaN
                        : (double) group.stream()
                                        .mapToLong(job -> job.waitedSeconds)
                                        .sum()
                                / wins,
                group.stream().mapToLong(job -> job.longestWaitSeconds).max().orElse(0),
                group.stream().mapToDouble(job -> job.gain).average().orElse(0),
                group.stream().mapToDouble(LabJob::rho).average().orElse(1));
    }

    private double jain() {
        double sum = 0;
        double squares = 0;
        int present = 0;
        for (int tenant = 0; tenant < TENANTS; tenant++) {
            if (jobsOfTenant[tenant] > 0) {
                double each = (double) heldByTenant[tenant] / jobsOfTenant[tenant];
                sum += each;
                squares += each * each;
                present++;
            }
        }
        return squares == 0 ? 1 : sum * sum / (present * squares);
    }
}
