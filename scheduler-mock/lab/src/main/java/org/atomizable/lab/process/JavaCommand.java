package org.atomizable.lab.process;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.atomizable.cli.ParentWatch;

/** The command line of a JVM of this JDK with this one's class path, for {@link Offspring}. */
public final class JavaCommand {

    /** The command line's own main class. Named only: it knows this module. */
    public static final String PROGRAM = "org.atomizable.cli.Main";

    private JavaCommand() {}

    /** Returns where a program of this JDK is. */
    public static Path jdk(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program);
    }

    /** Tells whether an option of this JVM sets a property or opens a module, and changes nothing of its speed or memory. */
    public static boolean isNeutral(String option) {
        return option.startsWith("-D") || option.startsWith("--");
    }

    /**
     * Returns the command.
     *
     * @param kept which of this JVM's options it has too
     * @param more options
     */
    public static List<String> of(Predicate<String> kept, List<String> more, String main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(jdk("java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(kept)
                .forEach(command::add);
        command.addAll(more);
        command.add(ParentWatch.OPTION);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        command.addAll(arguments);
        return command;
    }
}
