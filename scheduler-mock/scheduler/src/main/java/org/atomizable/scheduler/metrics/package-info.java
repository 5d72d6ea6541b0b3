/**
 * The scheduler's metrics in the format of Prometheus.
 *
 * <p>Input: a market and its server's responses. Output: text. {@code docs/reference/metrics.md} lists every name, and a test
 * compares the two. This is the only package that uses Micrometer and Prometheus.
 */
@NullMarked
package org.atomizable.scheduler.metrics;

import org.jspecify.annotations.NullMarked;
