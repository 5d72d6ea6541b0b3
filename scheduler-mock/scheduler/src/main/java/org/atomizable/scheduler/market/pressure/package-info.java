/**
 * The reaction of a market when the memory of its node gets scarce.
 *
 * <p>Input: leases, heartbeats, and readings of memories. Output: orders to the holders of grants, and whether a job may get a window.
 * The package decides nothing itself: {@code node.airlock} does. It never reads a file.
 */
@NullMarked
package org.atomizable.scheduler.market.pressure;

import org.jspecify.annotations.NullMarked;
