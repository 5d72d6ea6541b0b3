package org.atomizable.scheduler.market;

import java.time.Instant;

/**
 * Ids that no other life of the scheduler gives: each holds the instant at which the market began, so that a grant from
 * before a restart is never taken for another's.
 */
final class Names {

    private final String life;
    private long given;

    Names(Instant began) {
        this.life = Long.toString(began.toEpochMilli(), Character.MAX_RADIX);
    }

    String next(String what) {
        given++;
        return "%s-%s-%d".formatted(what, life, given);
    }
}
