package org.atomizable.cli.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.atomizable.api.profile.Promise;
import org.atomizable.scheduler.market.Statistics;

/**
 * Whether every promise held, and by which figures.
 *
 * @param broken the promises that did not hold, in words
 */
record Verdict(
        DemoPlan plan,
        List<String> broken,
        List<DemoReport.Job> jobs,
        WindowFill fill,
        long violations,
        long boundsExceeded,
        Statistics statistics) {

    static Verdict on(DemoPlan plan, List<Contestant> contestants, List<Compared> compared, Competition competition) {
        Statistics statistics = competition.statistics();
        List<String> broken = new ArrayList<>();
        List<DemoReport.Job> jobs = new ArrayList<>();
        long violations = 0;
        long boundsExceeded = 0;
        WindowFill fill = WindowFill.NONE;
        for (int i = 0; i < contestants.size(); i++) {
            Contestant contestant = contestants.get(i);
            Compared both = compared.get(i);
            Duration completion = Duration.between(competition.began(), contestant.endedAt());
            jobs.add(contestant.track().against(both, grants(statistics, both.name()), completion));
            fill = fill.and(contestant.track().fill());
            violations += contestant.track().violations();
            boundsExceeded += contestant.track().boundsExceeded();
            if (!contestant.finished()) {
                broken.add("%s %s".formatted(both.name(), both.result()));
            }
            if (!both.exact()) {
                broken.add("%s did not end in the bits of its uninterrupted run".formatted(both.name()));
            }
        }
        if (statistics.overrun() > 0) {
            broken.add("%s subjobs were still on their slice after the end of their grant: %s"
                    .formatted(
                            statistics.overrun(),
                            contestants.stream()
                                    .flatMap(it -> it.track().overruns().stream())
                                    .collect(Collectors.joining("; "))));
        }
        if (violations > 0) {
            broken.add("%s subjobs used more memory than their slice has".formatted(violations));
        }
        return new Verdict(plan, broken, jobs, fill, violations, boundsExceeded, statistics);
    }

    DemoReport report(Duration wall, Duration starting) {
        return new DemoReport(
                plan.seed(),
                broken.isEmpty(),
                broken,
                plan.size(),
                plan.mode().word(),
                DemoPlan.MEMORY_SCALE,
                wall.toMillis() / 1e3,
                starting.toMillis() / 1e3,
                utilization(),
                fill.share(),
                jobs.stream()
                        .mapToDouble(DemoReport.Job::completionSeconds)
                        .average()
                        .orElse(0),
                jobs,
                new DemoReport.Windows(
                        statistics.offered(),
                        statistics.granted(),
                        statistics.overrun(),
                        statistics.cuts(),
                        statistics.cutSeconds(),
                        statistics.endedEarly()),
                new DemoReport.Memory(violations, boundsExceeded, Promise.DEFAULT.theta(), Promise.DEFAULT.gamma()),
                statistics.slices().stream()
                        .map(it ->
                                new DemoReport.SliceUse(it.slice(), it.kind(), it.busySeconds(), it.offeredSeconds()))
                        .toList());
    }

    private double utilization() {
        double busy = statistics.slices().stream()
                .mapToDouble(Statistics.SliceUse::busySeconds)
                .sum();
        double offered = statistics.slices().stream()
                .mapToDouble(Statistics.SliceUse::offeredSeconds)
                .sum();
        return offered == 0 ? 0 : busy / offered;
    }

    private static long grants(Statistics statistics, String job) {
        return statistics.jobs().stream()
                .filter(it -> it.job().equals(job))
                .mapToLong(Statistics.JobUse::grants)
                .sum();
    }
}
