package org.atomizable.cli.demo;

import java.util.Optional;
import org.atomizable.api.Metric;
import org.atomizable.core.run.StraightRun;

/**
 * One job run both ways.
 *
 * @param result how the atomized run ended, in words
 * @param sha256 of its last checkpoint; empty if there is none
 * @param metric what it achieved, evaluated on that checkpoint
 * @param straight the uninterrupted run
 */
record Compared(String name, String result, String sha256, Optional<Metric> metric, StraightRun straight) {

    /** Returns whether both ended in the same bits, and with the same figure. */
    boolean exact() {
        return sha256.equals(straight.sha256()) && metric.equals(straight.metric());
    }
}
