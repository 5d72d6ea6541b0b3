/**
 * The scheduler's figures, as Prometheus reads them.
 *
 * <p>In come a market and what its server has answered, out goes text. Every name is in {@code docs/operations.md}, and a test compares.
 * Only this package knows Micrometer and Prometheus.
 */
@NullMarked
package org.atomizable.scheduler.metrics;

import org.jspecify.annotations.NullMarked;
