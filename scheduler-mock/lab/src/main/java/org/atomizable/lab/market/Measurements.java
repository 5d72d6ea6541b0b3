package org.atomizable.lab.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.clear.ClearingOutcome;
import org.atomizable.scheduler.clear.Explained;
import org.atomizable.scheduler.clear.Proposal;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.event.GrantEnded;
import org.atomizable.scheduler.market.event.Observer;

/** The measurements of jobs in an experiment's market. */
final class Measurements implements Observer {

    private static final int ENOUGH_SUBJOBS = 50;

    private final TimeSource time;
    private final ExperimentRules rules;
    private final Instant half;
    private final Map<String, JobRecord> records = new LinkedHashMap<>();
    private Optional<ClearingOutcome> last = Optional.empty();
    private final List<Cleared> ofLast = new ArrayList<>();
    private long clearings;
    private long optimal;

    Measurements(TimeSource time, ExperimentRules rules, Instant origin) {
        this.time = time;
        this.rules = rules;
        this.half =
                origin.plus(PeriodicHoles.PERIOD.multipliedBy(rules.minutes()).dividedBy(2));
    }

    void registered(String id, SimulatedJob job) {
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
            double worth = rules.exchange().composite().lambda() * record.job().trueUtility(bid, time.now());
            record.gains(worth * seconds(bid.time().length()));
            if (winners.add(bid.bidder().job())) {
                record.won(time.now());
            }
        }
    }

    /** Windows that are cleared together are told of one after the other, with the same deal. */
    private void begin(ClearingOutcome outcome) {
        last = Optional.of(outcome);
        ofLast.clear();
        clearings++;
        optimal += outcome.gap() == 0 ? 1 : 0;
        if (rules.paying()) {
            outcome.prices().forEach((job, price) -> record(job).gains(-price));
        }
    }

    @Override
    public void ended(GrantEnded ended) {
        Lease lease = ended.lease();
        JobRecord record = record(lease.job());
        double seconds = lease.ended()
                .map(end -> seconds(Duration.between(lease.grant().starts(), end.at())))
                .orElseThrow();
        record.held(seconds, lease.end().map(end -> seconds(end.useful())).orElse(0.0), isLater());
    }

    private boolean isLater() {
        return !time.now().isBefore(half) || records.values().stream().allMatch(it -> it.subjobs() >= ENOUGH_SUBJOBS);
    }

    /** Returns what came of each job, in order of registration; those that wait have waited until now. */
    List<JobRecord> records() {
        records.values().forEach(it -> it.waits(time.now()));
        return List.copyOf(records.values());
    }

    /** Returns the share of the clearings that were proved to be the best. */
    double optimalShare() {
        return clearings == 0 ? 1 : (double) optimal / clearings;
    }

    /** Returns why the windows that were cleared last went so. */
    List<Explained> explainedLast() {
        return ofLast.stream().flatMap(it -> it.explained().stream()).toList();
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
}
