package org.atomizable.cli.job;

import java.util.Locale;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Metric;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.command.OutsideLease;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.StackPlace;

/** How a job ended, and what it achieved, for people. */
public final class JobEnd {

    /** The words for a job all of whose atoms are done. */
    public static final String FINISHED = "finished";

    private JobEnd() {}

    /** Says how a job ended. */
    public static String words(AgentResult result) {
        return result.match(
                finished -> FINISHED,
                failed -> "failed (%s): %s".formatted(failed.kind(), failed.message()),
                nowhere -> "fits nowhere: " + nowhere.reason(),
                cut -> "cut off: " + cut.message(),
                withdrawn -> withdrawn.message());
    }

    /** Says what it achieved, with its interval. */
    public static String words(Metric metric) {
        return String.format(
                Locale.ROOT, "%s %.4g [%.4g, %.4g]", metric.name(), metric.value(), metric.low(), metric.high());
    }

    /** Returns what the job achieved by its last checkpoint; empty if it does not tell. */
    public static Optional<Metric> evaluated(NamedJob job, Checkpoint last) throws Exception {
        return OutsideLease.with(job, TimeSource.system(), revived -> {
            revived.restore(last.state());
            return revived.evaluate();
        });
    }

    /**
     * Returns an exception that a job's own code threw as one, and where it was thrown, instead of as a defect of this program.
     *
     * @param doing what the job was asked to do, such as "evaluated"
     * @param remedy what helps
     */
    public static AtomizableException threw(String job, String doing, Exception thrown, String remedy) {
        String place = StackPlace.innermost(thrown.getStackTrace());
        return new AtomizableException(
                "job %s threw %s%s while it was %s"
                        .formatted(job, thrown, place.isEmpty() ? "" : " at " + place, doing),
                remedy,
                thrown);
    }
}
