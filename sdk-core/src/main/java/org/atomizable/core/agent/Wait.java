package org.atomizable.core.agent;

import java.time.Duration;
import java.util.Locale;

/**
 * Why a job is waiting for a grant, for a person to read.
 *
 * @param waited the time since it last ran, or started to wait
 * @param lacks what it needs and does not get
 * @param offered the windows that were offered
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
