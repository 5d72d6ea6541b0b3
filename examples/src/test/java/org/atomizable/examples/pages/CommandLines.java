package org.atomizable.examples.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.cli.Main;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Judges lines of {@code atomizable} by the real command line. */
final class CommandLines {

    /** What the launcher script answers itself. */
    static final String CLASSPATH = "classpath";

    private static final Pattern OPTION =
            Pattern.compile("(?<=^|[\\s\\[])(--?[a-z][\\w-]*)(?:[ =]((?!--)[^\\s\\]\\[]+))?");
    private static final Pattern WORDS = Pattern.compile("\\./atomizable((?: [a-z][a-z-]*(?= |$))+)");
    private static final Pattern CHOICE = Pattern.compile("[a-z0-9-]+");

    private static final CommandLine WHOLE = whole();

    private CommandLines() {}

    private static CommandLine whole() {
        return Main.commands().setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** What is wrong with these arguments; empty if nothing is. */
    static String wrong(List<String> arguments) {
        if (arguments.equals(List.of(CLASSPATH))) {
            return "";
        }
        try {
            WHOLE.parseArgs(arguments.toArray(String[]::new));
            return "";
        } catch (ParameterException wrong) {
            return String.valueOf(wrong.getMessage());
        }
    }

    static boolean hasOption(String command, String option) {
        return WHOLE.getSubcommands().get(command).getCommandSpec().findOption(option) != null;
    }

    /** What is wrong with a summary of a command such as {@code ./atomizable demo [--quick] [--seed N]}. */
    static List<String> wrongInSummary(String summary) {
        Matcher words = WORDS.matcher(summary);
        if (!words.lookingAt()) {
            return List.of("names no command");
        }
        CommandLine command = WHOLE;
        for (String word : words.group(1).strip().split(" ")) {
            CommandLine named = command.getSubcommands().get(word);
            if (named == null && command.getSubcommands().isEmpty()) {
                break; // a parameter
            }
            if (named == null) {
                return List.of("there is no command " + word);
            }
            command = named;
        }
        List<String> wrong = new ArrayList<>();
        Matcher options = OPTION.matcher(summary.substring(words.end()));
        while (options.find()) {
            String value = options.group(2) == null ? "" : options.group(2);
            wrong.addAll(wrongOption(command.getCommandSpec(), options.group(1), value));
        }
        return wrong;
    }

    private static List<String> wrongOption(CommandSpec command, String name, String value) {
        OptionSpec option = command.findOption(name);
        if (option == null) {
            return List.of("%s has no option %s".formatted(command.name(), name));
        }
        boolean takes = option.arity().max() > 0;
        if (takes == value.isEmpty()) {
            return List.of("%s takes %s".formatted(name, takes ? "a value" : "no value"));
        }
        List<String> wrong = new ArrayList<>();
        if (option.type().isEnum()) {
            for (String choice : value.split("\\|")) {
                if (CHOICE.matcher(choice).matches() && !isOneOf(option, choice)) {
                    wrong.add("%s has no value %s".formatted(name, choice));
                }
            }
        }
        return wrong;
    }

    private static boolean isOneOf(OptionSpec option, String choice) {
        for (Object each : option.type().getEnumConstants()) {
            if (each.toString().equalsIgnoreCase(choice)) {
                return true;
            }
        }
        return false;
    }
}
