package org.atomizable.lab.simulate.placement;

/**
 * What a policy did with a workload for one seed.
 *
 * @param workload name of the pod list
 * @param policy the policy
 * @param seed of the arrivals, the order of the nodes and what the policy draws
 * @param arrived how many pods arrived
 * @param placed how many of them were placed
 * @param curve what was allocated and fragmented by arrived load
 */
record PlacementRun(String workload, Policies policy, long seed, int arrived, int placed, LoadCurve curve) {}
