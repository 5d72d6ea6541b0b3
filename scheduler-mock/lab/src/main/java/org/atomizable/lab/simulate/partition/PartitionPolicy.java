package org.atomizable.lab.simulate.partition;

/** Decides where jobs run. A policy reacts to what has happened and knows no future. */
interface PartitionPolicy {

    /** Starts and moves jobs, after jobs have come or finished. */
    void dispatch(Cluster cluster);

    /** Ends the profiling of a GPU that was shared until now. */
    void profiled(Cluster cluster, Gpu gpu);
}
