package org.atomizable.lab.faults.world;

import java.util.concurrent.Executor;
import org.atomizable.lab.faults.process.SimulatedTime;
import org.atomizable.lab.faults.process.Strand;
import org.atomizable.lab.faults.scenario.Chance;
import org.atomizable.lab.faults.scenario.EventLog;
import org.atomizable.lab.faults.scenario.Scenario;
import org.atomizable.lab.faults.scenario.Seams;

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
        Chance chance,
        Faults faults,
        EventLog log,
        Witness witness) {

    Strand strand(String name, Runnable body) {
        return Strand.begin(time, threads, name, body);
    }
}
