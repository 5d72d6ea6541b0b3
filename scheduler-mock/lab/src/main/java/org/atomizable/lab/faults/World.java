package org.atomizable.lab.faults;

import java.util.concurrent.Executor;

/**
 * The objects that all nodes of a simulation share.
 *
 * @param threads carry strands, of which never two run at a time
 */
record World(
        SimulatedTime time,
        Executor threads,
        Scenario scenario,
        Seams seams,
        Faults faults,
        EventLog log,
        Witness witness) {

    Strand strand(String name, Runnable body) {
        return Strand.begin(time, threads, name, body);
    }
}
