/**
 * The counters, timelines and histories of a market, for people and for metrics.
 *
 * <p>Input: windows offered and cleared, and leases that ended. Output: statistics. Nothing here influences who wins.
 */
@NullMarked
package org.atomizable.scheduler.market.usage;

import org.jspecify.annotations.NullMarked;
