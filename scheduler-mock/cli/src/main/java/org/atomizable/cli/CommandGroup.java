package org.atomizable.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Help;

/**
 * Commands with a line of their own above them in the list of all commands.
 *
 * @param names of its commands
 */
record CommandGroup(String heading, Set<String> names) {

    /** Returns the commands that are in no group, then each group. */
    static String list(Help help, List<CommandGroup> groups) {
        Map<String, Help> others = new LinkedHashMap<>(help.subcommands());
        groups.forEach(group -> others.keySet().removeAll(group.names()));
        StringBuilder all = new StringBuilder(help.commandList(others));
        for (CommandGroup group : groups) {
            Map<String, Help> own = new LinkedHashMap<>(help.subcommands());
            own.keySet().retainAll(group.names());
            all.append(System.lineSeparator()).append(group.heading()).append(System.lineSeparator());
            all.append(help.commandList(own));
        }
        return all.toString();
    }
}
