/**
 * A market's figures, as Prometheus reads them.
 *
 * <p>In comes a market, out goes text. Every name is in {@code docs/operations.md}, and a test compares. Only this package knows Micrometer.
 */
@NullMarked
package org.atomizable.scheduler.metrics;

import org.jspecify.annotations.NullMarked;
