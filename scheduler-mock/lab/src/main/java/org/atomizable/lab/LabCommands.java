package org.atomizable.lab;

import java.util.List;
import org.atomizable.cli.MoreCommands;
import org.atomizable.lab.bench.BenchCommand;
import org.atomizable.lab.chaos.ChaosCommand;
import org.atomizable.lab.faults.SimulateFaultsCommand;
import org.atomizable.lab.simulate.SimulateCommand;
import org.atomizable.lab.simulate.population.MarketCommand;

/** Adds {@code market}, {@code simulate}, {@code simulate-faults}, {@code chaos} and {@code bench} to the command line. */
public final class LabCommands implements MoreCommands {

    @Override
    public List<Object> commands() {
        return List.of(
                new MarketCommand(),
                new SimulateCommand(),
                new SimulateFaultsCommand(),
                new ChaosCommand(),
                new BenchCommand());
    }

    @Override
    public String heading() {
        return "Instruments, which measure this project:";
    }
}
