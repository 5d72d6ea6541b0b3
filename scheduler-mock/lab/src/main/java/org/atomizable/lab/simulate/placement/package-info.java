/**
 * Places pods on nodes with GPUs, and measures how much of the GPUs is allocated when more and more has arrived.
 *
 * <p>Input: lists of nodes and pods, names of policies, a seed. Output: allocation and fragmentation by arrived load. The rules are those
 * of Weng et al., "Beware of Fragmentation: Scheduling GPU-Sharing Workloads with Fragmentation Gradient Descent" (USENIX ATC 2023), and
 * of its simulator, so that the published results are an answer key for this one. Nothing departs here, there is no time, and the package
 * never places anything on a real cluster. A run is a pure function of its input.
 *
 * <p>{@code org.atomizable.scheduler.packing} applies the same idea to MIG instances. The two share nothing: there, a place is an interval
 * of slots of one GPU, and a demand is one size; here, a place is a share of any GPU of a node, and CPU and model count, too. Neither
 * measure of fragmentation can be written as the other.
 */
@NullMarked
package org.atomizable.lab.simulate.placement;

import org.jspecify.annotations.NullMarked;
