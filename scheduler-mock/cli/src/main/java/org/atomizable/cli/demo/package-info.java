/**
 * {@code atomizable demo}: trains competing jobs through windows on a simulated node, runs each job again without
 * interruption, compares the two results bit for bit, and draws what happened on the cluster.
 *
 * <p>Input: a plan. Output: a report, two pictures and a verdict. The package uses the other modules only through their
 * public interfaces.
 */
@NullMarked
package org.atomizable.cli.demo;

import org.jspecify.annotations.NullMarked;
