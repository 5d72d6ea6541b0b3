package org.atomizable.lab.simulate.population;

import java.util.List;
import org.atomizable.scheduler.clear.Explained;

/**
 * The result of a population.
 *
 * @param utilization time under leases over offered time
 * @param jain Jain's index of the tenants' granted time: 1 if all had as much, 1/n if one had it all
 * @param optimal share of the clearings that were proved to be the best
 * @param outcomes by strategy
 * @param usefulSeconds in which atoms of each job ran; the honest ones first, the others in the order of {@link Strategy}
 * @param gains what each job won was worth to it less what it was charged, in score times seconds; in the same order
 * @param last the last clearing: of each window its winners, and the heaviest bid of some jobs that won nothing there
 */
record ExperimentReport(
        double utilization,
        double jain,
        double optimal,
        List<Outcome> outcomes,
        List<Double> usefulSeconds,
        List<Double> gains,
        List<Explained> last) {

    /**
     * The result of the jobs of one strategy.
     *
     * @param share of all granted time
     * @param fairShare that they would have if all jobs had as much, for the time in which they bid
     * @param laterShare the share in what was granted after each of them had won 50 subjobs or half of the time was over
     * @param meanWaitSeconds from one win to the next
     * @param longestWaitSeconds of any of them, unended ones included
     * @param gain of each job, on average
     * @param rho their reliability in the end, on average; not applied where winners pay
     */
    public record Outcome(
            Strategy strategy,
            int jobs,
            double share,
            double fairShare,
            double laterShare,
            double meanWaitSeconds,
            double longestWaitSeconds,
            double gain,
            double rho) {}

    /**
     * Returns what share of its useful time the first jobs lost against another report of the same jobs; less than 0 if they
     * gained.
     *
     * @param first how many, 1 or more
     */
    public double loss(ExperimentReport reference, int first) {
        return 1 - sum(usefulSeconds.subList(0, first)) / sum(reference.usefulSeconds.subList(0, first));
    }

    /**
     * Returns by what share the jobs of a strategy gained more than the same jobs in another report; less than 0 if they gained less.
     *
     * @param reference of the same jobs, of which some may have another strategy
     */
    public double advantage(ExperimentReport reference, Strategy strategy) {
        int first = outcomes.subList(0, outcomes.indexOf(of(strategy))).stream()
                .mapToInt(Outcome::jobs)
                .sum();
        int last = first + of(strategy).jobs();
        return sum(gains.subList(first, last)) / sum(reference.gains.subList(first, last)) - 1;
    }

    private static double sum(List<Double> figures) {
        return figures.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Returns the outcome of a strategy that some job has. */
    public Outcome of(Strategy strategy) {
        return outcomes.stream()
                .filter(outcome -> outcome.strategy() == strategy)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no job is " + strategy));
    }
}
