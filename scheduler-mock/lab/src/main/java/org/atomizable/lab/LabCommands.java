package org.atomizable.lab;

import java.util.List;
import org.atomizable.cli.MoreCommands;
import org.atomizable.lab.bench.BenchCommand;
import org.atomizable.lab.chaos.ChaosCommand;
import org.atomizable.lab.market.MarketCommand;

/** Adds {@code market}, {@code chaos} and {@code bench} to the command line. */
public final class LabCommands implements MoreCommands {

    @Override
    public List<Object> commands() {
        return List.of(new MarketCommand(), new ChaosCommand(), new BenchCommand());
    }
}
