package org.atomizable.profiler.judge;

import java.util.List;
import org.atomizable.profiler.fit.ClopperPearson;

/**
 * How often bounds were exceeded, with a 95 % interval that counts jobs: subjobs of one job are alike.
 *
 * <p>The variance is that of a ratio of sums over jobs. Where it is larger than that of independent subjobs, the interval is that of
 * Clopper and Pearson for as many fewer (Korn and Graubard, 1998).
 *
 * @param exceeded how many subjobs exceeded their bound
 * @param subjobs how many were bounded
 * @param jobs of how many jobs
 * @param rate the share that exceeded; 0 if none was bounded
 * @param low lower end of the interval
 * @param high upper end of the interval; 1 if none was bounded
 */
public record Rate(long exceeded, long subjobs, int jobs, double rate, double low, double high) {

    private static final double CONFIDENCE = 0.95;

    static Rate of(List<Tally.Count> perJob) {
        List<Tally.Count> asked = perJob.stream().filter(it -> it.asked() > 0).toList();
        long subjobs = asked.stream().mapToLong(Tally.Count::asked).sum();
        long exceeded = asked.stream().mapToLong(Tally.Count::exceeded).sum();
        int jobs = asked.size();
        if (subjobs == 0) {
            return new Rate(0, 0, 0, 0, 0, 1);
        }
        double rate = (double) exceeded / subjobs;
        double fewer = subjobs / effect(asked, rate, subjobs);
        ClopperPearson interval = ClopperPearson.ofShare(rate, fewer, CONFIDENCE);
        return new Rate(exceeded, subjobs, jobs, rate, interval.low(), interval.high());
    }

    /** By how much the variance is larger than that of independent subjobs; 1 if it is not, or if nothing varies. */
    private static double effect(List<Tally.Count> perJob, double rate, long subjobs) {
        int jobs = perJob.size();
        double independent = rate * (1 - rate) * subjobs;
        if (jobs < 2 || independent == 0) {
            return 1;
        }
        double squares = 0;
        for (Tally.Count job : perJob) {
            double more = job.exceeded() - rate * job.asked();
            squares += more * more;
        }
        return Math.max(1, squares * jobs / (jobs - 1) / independent);
    }
}
