package org.atomizable.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in few lines what is wrong with a command line, so that the message is not lost above a long help text. */
final class WrongArguments implements IParameterExceptionHandler {

    @Override
    public int handleParseException(ParameterException wrong, String[] args) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        ParameterException told = misspelt(wrong);
        err.println(told.getMessage());
        given(told, args)
                .ifPresent(it -> err.printf("%s is an option of this command: give it without %s%n", it[1], it[0]));
        UnmatchedArgumentException.printSuggestions(told, err);
        if (command.getParent() != null && !command.getSubcommands().isEmpty()) {
            err.println("Its commands: "
                    + String.join(", ", command.getSubcommands().keySet()));
        }
        err.printf("To see what it takes: %s --help%n", command.getCommandSpec().qualifiedName());
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Returns an option and the option of this command that was given as its value; the parser takes that for a missing value. */
    private static Optional<String[]> given(ParameterException wrong, String[] args) {
        return wrong instanceof MissingParameterException
                ? Arrays.stream(args)
                        .filter(it -> it.matches("--[a-z-]+=--[a-z-]+(=.*)?"))
                        .map(it -> it.split("=", 2))
                        .findFirst()
                : Optional.empty();
    }

    /** An option is often missing because its name is wrong, and so is what follows it one argument too many. */
    private static ParameterException misspelt(ParameterException wrong) {
        List<String> options = wrong.getCommandLine().getUnmatchedArguments().stream()
                .filter(it -> it.startsWith("-"))
                .toList();
        boolean follows = wrong instanceof MissingParameterException || wrong instanceof UnmatchedArgumentException;
        return follows && !options.isEmpty() ? new UnmatchedArgumentException(wrong.getCommandLine(), options) : wrong;
    }

    /**
     * Runs the command that was given. Help that is asked of a command that does not exist is an error too.
     *
     * @throws ParameterException naming the word that is no command, or the commands one of which is missing
     */
    static int runKnown(ParseResult parsed) {
        List<CommandLine> given = parsed.asCommandLineList();
        for (CommandLine command : given) {
            List<String> words = command.getUnmatchedArguments();
            if (!words.isEmpty()
                    && !command.getSubcommands().isEmpty()
                    && !words.get(0).startsWith("-")) {
                throw new UnmatchedArgumentException(command, words);
            }
        }
        CommandLine last = given.get(given.size() - 1);
        if (isGroup(last) && given.stream().noneMatch(WrongArguments::isAskedForHelp)) {
            throw new ParameterException(
                    last,
                    "%s needs one of its commands: %s"
                            .formatted(
                                    last.getCommandName(),
                                    last.getSubcommands().values().stream()
                                            .map(CommandLine::getCommandName)
                                            .distinct()
                                            .collect(Collectors.joining(", "))));
        }
        return new RunLast().execute(parsed);
    }

    private static boolean isGroup(CommandLine command) {
        return command.getParent() != null && !(command.getCommand() instanceof Callable<?>);
    }

    private static boolean isAskedForHelp(CommandLine command) {
        return command.isUsageHelpRequested() || command.isVersionHelpRequested();
    }
}
