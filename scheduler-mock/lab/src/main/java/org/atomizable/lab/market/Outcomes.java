package org.atomizable.lab.market;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Puts the records of single jobs together.
 *
 * @param records of all jobs
 * @param reliabilities of all jobs in the end, by id
 */
record Outcomes(List<JobRecord> records, Map<String, Double> reliabilities) {

    /** Returns what came of the jobs of each strategy, in the order of {@link Strategy}. */
    List<ExperimentReport.Outcome> byStrategy() {
        Map<Strategy, List<JobRecord>> groups = records.stream()
                .collect(Collectors.groupingBy(
                        it -> it.job().strategy(), () -> new EnumMap<>(Strategy.class), Collectors.toList()));
        List<ExperimentReport.Outcome> outcomes = new ArrayList<>();
        groups.forEach((strategy, group) -> outcomes.add(outcome(strategy, group)));
        return outcomes;
    }

    private ExperimentReport.Outcome outcome(Strategy strategy, List<JobRecord> group) {
        double wins = sum(group, JobRecord::wins);
        double later = sum(records, JobRecord::laterSeconds);
        return new ExperimentReport.Outcome(
                strategy,
                group.size(),
                sum(group, JobRecord::heldSeconds) / sum(records, JobRecord::heldSeconds),
                sum(group, Outcomes::presence) / sum(records, Outcomes::presence),
                later == 0 ? 0 : sum(group, JobRecord::laterSeconds) / later,
                wins == 0 ? Double.NaN : sum(group, JobRecord::waitedSeconds) / wins,
                group.stream().mapToDouble(JobRecord::longestWaitSeconds).max().orElse(0),
                sum(group, JobRecord::gain) / group.size(),
                sum(group, it -> reliabilities.getOrDefault(it.id(), Double.NaN)) / group.size());
    }

    private static double presence(JobRecord record) {
        return record.job().strategy().presence();
    }

    /** Returns Jain's index of the tenants' granted time for each of their jobs. */
    double jain() {
        Collection<Double> tenants = records.stream()
                .collect(Collectors.groupingBy(
                        it -> it.job().tenant(), Collectors.averagingDouble(JobRecord::heldSeconds)))
                .values();
        double sum = tenants.stream().mapToDouble(it -> it).sum();
        double squares = tenants.stream().mapToDouble(it -> it * it).sum();
        return squares == 0 ? 1 : sum * sum / (tenants.size() * squares);
    }

    private static double sum(List<JobRecord> records, ToDoubleFunction<JobRecord> figure) {
        return records.stream().mapToDouble(figure).sum();
    }
}
