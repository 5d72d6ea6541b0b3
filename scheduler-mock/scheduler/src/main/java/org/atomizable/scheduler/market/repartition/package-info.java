/**
 * Decides when it is worth the time to repartition GPUs for jobs that find no slice.
 *
 * <p>Input: the jobs that wait, what they need, and which slices are idle. Output: calls of the slice source. The package never disturbs a
 * slice that is leased or offered.
 */
@NullMarked
package org.atomizable.scheduler.market.repartition;

import org.jspecify.annotations.NullMarked;
