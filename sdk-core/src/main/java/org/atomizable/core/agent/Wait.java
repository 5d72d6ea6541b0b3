package org.atomizable.core.agent;

import java.time.Duration;
import java.util.Locale;

/**
 * Why a job waits for a grant, for a person.
 *
 * @param waited since it last ran, or began to wait
 * @param lacks what it lacks
 * @param offered what windows there were
 * @param remedy what would help
 */
public record Wait(Duration waited, String lacks, String offered, String remedy) {

    /** Says it in one line. */
    public String message() {
        return String.format(
                Locale.ROOT,
                "waiting for %d s: it lacks %s; %s. What would help: %s",
                waited.toSeconds(),
                lacks,
                offered,
                remedy);
    }
}
