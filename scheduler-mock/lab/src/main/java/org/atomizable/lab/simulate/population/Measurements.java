package org.atomizable.lab.simulate.population;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.atomizable.api.time.TimeSource;
import org.atomizable.lab.simulate.figure.Fairness;
import org.atomizable.scheduler.clear.ClearingOutcome;
import org.atomizable.scheduler.clear.Proposal;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.Statistics;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.event.GrantEnded;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.job.JobFacts;

/** The measurements of jobs in an experiment's market. */
final class Measurements implements Observer {

    private static final int ENOUGH_SUBJOBS = 50;

    private final TimeSource time;
    private final MarketExperiment experiment;
    private final Instant half;
    private final Map<String, JobRecord> records = new LinkedHashMap<>();
    private Optional<ClearingOutcome> last = Optional.empty();
    private final List<Cleared> ofLast = new ArrayList<>();
    private long clearings;
    private long optimal;

    Measurements(TimeSource time, MarketExperiment experiment) {
        this.time = time;
        this.experiment = experiment;
        this.half = time.now()
                .plus(PeriodicHoles.FIRST)
                .plus(PeriodicHoles.PERIOD.multipliedBy(experiment.minutes()).dividedBy(2));
    }

    void registered(String id, Bidder job) {
        records.put(id, new JobRecord(id, job, time.now()));
    }

    @Override
    public void cleared(Cleared cleared) {
        if (cleared.deal().isEmpty()) {
            return;
        }
        ClearingOutcome outcome = cleared.deal().get();
        if (last.isEmpty() || last.get() != outcome) {
            begin(outcome);
        }
        ofLast.add(cleared);
        Set<String> winners = new HashSet<>();
        for (ClearingOutcome.Winner winner : outcome.winners(cleared.window())) {
            Proposal bid = winner.proposal();
            JobRecord record = record(bid.bidder().job());
            double worth = experiment.exchange().composite().lambda() * record.job.trueUtility(bid, time.now());
            record.gain += worth * seconds(bid.time().length());
            if (winners.add(bid.bidder().job())) {
                record.won(time.now());
            }
        }
    }

    /** Windows that are cleared together arrive one after the other, with the same deal. */
    private void begin(ClearingOutcome outcome) {
        last = Optional.of(outcome);
        ofLast.clear();
        clearings++;
        optimal += outcome.gap() == 0 ? 1 : 0;
        if (experiment.paying()) {
            outcome.prices().forEach((job, price) -> record(job).gain -= price);
        }
    }

    @Override
    public void ended(GrantEnded ended) {
        Lease lease = ended.lease();
        JobRecord record = record(lease.job());
        double seconds = lease.ended()
                .map(end -> seconds(Duration.between(lease.grant().starts(), end.at())))
                .orElseThrow();
        boolean later = isLater();
        record.subjobs++;
        record.heldSeconds += seconds;
        record.usefulSeconds += lease.end().map(end -> seconds(end.useful())).orElse(0.0);
        record.laterSeconds += later ? seconds : 0;
    }

    private boolean isLater() {
        return !time.now().isBefore(half) || records.values().stream().allMatch(it -> it.subjobs >= ENOUGH_SUBJOBS);
    }

    /** Returns the results so far; the jobs that wait have waited until now. */
    ExperimentReport report(Market market) {
        List<JobRecord> all = List.copyOf(records.values());
        all.forEach(it -> it.waits(time.now()));
        Map<String, Double> reliabilities =
                market.jobs().stream().collect(Collectors.toMap(JobFacts::id, JobFacts::reliability));
        Map<Strategy, List<JobRecord>> groups = all.stream()
                .collect(Collectors.groupingBy(
                        it -> it.job.strategy(), () -> new EnumMap<>(Strategy.class), Collectors.toList()));
        List<Statistics.SliceUse> slices = market.statistics().slices();
        return new ExperimentReport(
                sum(slices, Statistics.SliceUse::busySeconds) / sum(slices, Statistics.SliceUse::offeredSeconds),
                Fairness.jain(all.stream()
                        .collect(Collectors.groupingBy(
                                it -> it.job.tenant(), Collectors.averagingDouble(it -> it.heldSeconds)))
                        .values()),
                clearings == 0 ? 1 : (double) optimal / clearings,
                groups.entrySet().stream()
                        .map(it -> outcome(it.getKey(), it.getValue(), all, reliabilities))
                        .toList(),
                all.stream().map(it -> it.usefulSeconds).toList(),
                all.stream().map(it -> it.gain).toList(),
                ofLast.stream().flatMap(it -> it.explained().stream()).toList());
    }

    private static ExperimentReport.Outcome outcome(
            Strategy strategy, List<JobRecord> group, List<JobRecord> all, Map<String, Double> reliabilities) {
        double wins = sum(group, it -> it.wins);
        double later = sum(all, it -> it.laterSeconds);
        return new ExperimentReport.Outcome(
                strategy,
                group.size(),
                sum(group, it -> it.heldSeconds) / sum(all, it -> it.heldSeconds),
                sum(group, Measurements::presence) / sum(all, Measurements::presence),
                later == 0 ? 0 : sum(group, it -> it.laterSeconds) / later,
                wins == 0 ? Double.NaN : sum(group, JobRecord::waitedSeconds) / wins,
                group.stream().mapToDouble(JobRecord::longestWaitSeconds).max().orElse(0),
                sum(group, it -> it.gain) / group.size(),
                sum(group, it -> reliabilities.getOrDefault(it.id, Double.NaN)) / group.size());
    }

    private static double presence(JobRecord record) {
        return record.job.strategy().presence();
    }

    private static <T> double sum(List<T> of, ToDoubleFunction<T> figure) {
        return of.stream().mapToDouble(figure).sum();
    }

    private JobRecord record(String id) {
        JobRecord record = records.get(id);
        if (record == null) {
            throw new IllegalStateException("job %s was never registered".formatted(id));
        }
        return record;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /** The results of one job so far. For one thread. */
    private static final class JobRecord {

        final String id;
        final Bidder job;
        int wins;
        int subjobs;
        double heldSeconds;
        double usefulSeconds;

        /** Of the time that it held slices, what counts in its later share. */
        double laterSeconds;

        /** The worth of what it won, less what it was charged. */
        double gain;

        private Instant waitingSince;
        private Duration waited = Duration.ZERO;
        private Duration longestWait = Duration.ZERO;

        JobRecord(String id, Bidder job, Instant waitingSince) {
            this.id = id;
            this.job = job;
            this.waitingSince = waitingSince;
        }

        /** It has won, and waits anew. */
        void won(Instant now) {
            waits(now);
            wins++;
            waited = waited.plus(Duration.between(waitingSince, now));
            waitingSince = now;
        }

        /** It still waits. */
        void waits(Instant now) {
            Duration wait = Duration.between(waitingSince, now);
            longestWait = wait.compareTo(longestWait) > 0 ? wait : longestWait;
        }

        /** Returns how long it waited for all of its wins together. */
        double waitedSeconds() {
            return waited.toMillis() / 1e3;
        }

        double longestWaitSeconds() {
            return longestWait.toMillis() / 1e3;
        }
    }
}
