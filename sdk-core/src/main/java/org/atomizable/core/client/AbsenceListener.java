package org.atomizable.core.client;

import java.time.Duration;

/**
 * Is told when a scheduler has not answered for a while, and when it answers again. Called on any thread, so it must
 * return quickly.
 */
public interface AbsenceListener {

    /** Hears nothing. */
    AbsenceListener NONE = new AbsenceListener() {
        @Override
        public void absent(Duration absence, String why) {}

        @Override
        public void back(Duration absence) {}
    };

    /**
     * Nothing was answered for a while; attempts go on. Told again after twice the time each time, and at least every ten minutes.
     *
     * @param absence since the first attempt that failed
     * @param why the newest attempt failed
     */
    void absent(Duration absence, String why);

    /** The scheduler answers again; told only if its absence was. */
    void back(Duration absence);
}
