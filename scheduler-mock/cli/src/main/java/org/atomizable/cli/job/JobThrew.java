package org.atomizable.cli.job;

import org.atomizable.api.AtomizableException;
import org.atomizable.core.worker.StackPlace;

/** Tells an exception that a job's own code threw as one, and where it was thrown, instead of as a defect of this program. */
public final class JobThrew {

    private JobThrew() {}

    /**
     * Returns what to tell the user.
     *
     * @param doing what the job was asked to do, such as "evaluated"
     * @param remedy what helps
     */
    public static AtomizableException of(String job, String doing, Exception thrown, String remedy) {
        String place = StackPlace.innermost(thrown.getStackTrace());
        return new AtomizableException(
                "job %s threw %s%s while it was %s"
                        .formatted(job, thrown, place.isEmpty() ? "" : " at " + place, doing),
                remedy,
                thrown);
    }
}
