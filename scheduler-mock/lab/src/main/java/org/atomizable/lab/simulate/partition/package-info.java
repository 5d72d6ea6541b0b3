/**
 * Dynamic MIG partitioning in the manner of MISO (Li et al., SoCC 2022) beside whole GPUs and the best static partition.
 *
 * <p>Input: published jobs, their measured speed on each MIG profile, and the costs of a repartition. Output: when each job finished,
 * where it ran, and figures. The package never uses a layout that {@link org.atomizable.scheduler.cluster.MigGeometry} does not allow,
 * and never reads a clock.
 */
@NullMarked
package org.atomizable.lab.simulate.partition;

import org.jspecify.annotations.NullMarked;
