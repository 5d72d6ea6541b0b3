package org.atomizable.lab.simulate.trace;

import java.util.List;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.workload.Line;
import org.atomizable.lab.simulate.workload.LineSource;
import org.atomizable.lab.simulate.workload.TracedJob;

/** How a published trace is written. */
interface TraceFormat {

    /**
     * What was read.
     *
     * @param jobs those that are taken
     * @param all how many jobs the file has
     */
    record Rows(List<TracedJob> jobs, int all) {}

    /** Returns the name of the trace and its first line, for a user whose file begins otherwise. */
    String described();

    /** Returns whether a file with this first line has this format. */
    boolean begins(String first);

    /** Returns whether the trace says when its jobs arrive. */
    boolean hasArrivals();

    /**
     * Reads the jobs on one GPU or a share of one.
     *
     * @param first the first line
     * @param rest the lines after it
     */
    Rows jobs(Line first, LineSource rest) throws AtomizableException;
}
