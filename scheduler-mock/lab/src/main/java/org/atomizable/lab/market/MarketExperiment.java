package org.atomizable.lab.market;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.Statistics;
import org.atomizable.scheduler.market.job.JobFacts;

/**
 * Lets a population compete on the scheduler's own market, in virtual time. Every job always has more to do than it gets, so that
 * windows are always wanted.
 */
final class MarketExperiment {

    private static final int TENANTS = 4;

    /** Jobs register so long before the first window opens, and before it is announced. */
    private static final Duration BEFORE = Duration.ofSeconds(1);

    private final VirtualTime time = VirtualTime.create();
    private final Instant origin = time.now().plus(BEFORE);
    private final ExperimentRules rules;
    private final Measurements measurements;

    private MarketExperiment(ExperimentRules rules) {
        this.rules = rules;
        this.measurements = new Measurements(time, rules, origin);
    }

    /**
     * Runs it.
     *
     * @param progress is told of every minute
     */
    public static ExperimentReport run(Population population, ExperimentRules rules, LongConsumer progress) {
        return new MarketExperiment(rules).run(population, progress);
    }

    private ExperimentReport run(Population population, LongConsumer progress) {
        SplittableRandom random = new SplittableRandom(rules.seed());
        SimulatedAgents agents = new SimulatedAgents(time);
        List<Strategy> strategies = population.strategies();
        PeriodicHoles holes = new PeriodicHoles(rules.slices(), random.nextLong(), origin);
        try (Market market = new Market(time, holes, rules.market(strategies.size()), agents, measurements)) {
            for (int i = 0; i < strategies.size(); i++) {
                String tenant = "tenant-" + i % TENANTS;
                SimulatedJob job = new SimulatedJob(i, strategies.get(i), tenant, random.split(), time.now());
                measurements.registered(agents.register(market, job), job);
            }
            for (int minute = 1; minute <= rules.minutes(); minute++) {
                // By then all leases of this minute are over, and the next windows are not yet announced.
                time.advanceTo(
                        origin.plus(PeriodicHoles.PERIOD.multipliedBy(minute)).minus(BEFORE.dividedBy(2)));
                progress.accept(minute);
            }
            return report(market);
        }
    }

    private ExperimentReport report(Market market) {
        List<Statistics.SliceUse> slices = market.statistics().slices();
        double busy =
                slices.stream().mapToDouble(Statistics.SliceUse::busySeconds).sum();
        double offered =
                slices.stream().mapToDouble(Statistics.SliceUse::offeredSeconds).sum();
        List<JobRecord> records = measurements.records();
        Map<String, Double> reliabilities =
                market.jobs().stream().collect(Collectors.toMap(JobFacts::id, JobFacts::reliability));
        Outcomes outcomes = new Outcomes(records, reliabilities);
        return new ExperimentReport(
                busy / offered,
                outcomes.jain(),
                measurements.optimalShare(),
                outcomes.byStrategy(),
                records.stream().map(JobRecord::usefulSeconds).toList(),
                records.stream().map(JobRecord::gain).toList(),
                measurements.explainedLast());
    }
}
