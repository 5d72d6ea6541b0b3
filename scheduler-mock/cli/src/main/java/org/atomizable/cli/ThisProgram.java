package org.atomizable.cli;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.atomizable.core.engine.Chain;
import picocli.CommandLine.Model.CommandSpec;

/** This program, as another machine can start it that has the same files and the same JDK. */
final class ThisProgram {

    /** Variables that ./atomizable sets, which sbatch need not pass on. */
    private static final Set<String> OF_THE_LAUNCHER = Set.of("ONEDNN_MAX_CPU_ISA");

    private ThisProgram() {}

    /** Returns how to run the same command line again, and wait for what it does. */
    static Chain.Order order(CommandSpec given) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Its output there is a file.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(it -> !it.startsWith("-Datomizable.terminal."))
                .forEach(command::add);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(Main.class.getName());
        given.root().commandLine().getParseResult().originalArgs().stream()
                .filter(it -> !it.equals("--detach"))
                .forEach(command::add);
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().retainAll(OF_THE_LAUNCHER);
        return new Chain.Order(command, Path.of("").toAbsolutePath().toString(), environment);
    }
}
