package org.atomizable.scheduler.market.job;

import java.time.Duration;
import java.time.Instant;

/**
 * A job's last safe point, and its cost.
 *
 * @param at when the report of it arrived
 * @param cost the time that the subjob that ended there spent on restore and checkpoint
 */
public record SafePoint(Instant at, Duration cost) {}
