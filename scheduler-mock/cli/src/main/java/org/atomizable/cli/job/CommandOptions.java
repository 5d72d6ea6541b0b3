package org.atomizable.cli.job;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.atomizable.core.command.CommandFactory;
import org.atomizable.core.worker.NamedJob;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that make a job of any command. */
final class CommandOptions {

    @Option(
            names = "--command",
            paramLabel = "LINE",
            description = {
                "Run this line of the shell as the job, such as 'python3 train.py'. The program must speak the "
                        + "protocol of docs/any-command.md; 'atomizable python-helper' prints a module that does. Or see "
                        + "--resumable."
            })
    private @Nullable String command;

    @Option(
            names = "--job-name",
            paramLabel = "NAME",
            description = "The name of the command's job (default: the name that the program tells).")
    private @Nullable String name;

    @Option(
            names = "--start-limit",
            paramLabel = "SECONDS",
            description = "How long the command may take to its first answer (default: 120).")
    private @Nullable Long startLimit;

    @Option(
            names = "--answer-limit",
            paramLabel = "SECONDS",
            description = "How long the command may take to save, to restore and to evaluate (default: 600).")
    private @Nullable Long answerLimit;

    @Option(
            names = "--resumable",
            description = {
                "The command speaks no protocol. On a signal it saves its state to the directory "
                        + "$ATOMIZABLE_STATE and ends; started again, it goes on from there.",
                "Exit code 0 means that it is finished. Needs --job-name."
            })
    private boolean resumable;

    @Option(
            names = "--atom-seconds",
            paramLabel = "SECONDS",
            description = "How long a resumable command runs at least before it may be stopped (default: 60).")
    private @Nullable Long atomSeconds;

    @Option(
            names = "--stop-signal",
            paramLabel = "NAME",
            description = "The signal that stops a resumable command: TERM, INT, HUP, USR1 or USR2 (default: TERM).")
    private @Nullable String stopSignal;

    @Option(
            names = "--stop-code",
            paramLabel = "CODE",
            description =
                    "The exit code of a resumable command that was stopped and has saved its state (default: 85).")
    private @Nullable Integer stopCode;

    @Option(
            names = "--scratch",
            paramLabel = "DIR",
            description = {
                "Where the command's state is written before it goes to the store, and a resumable command has "
                        + "its files (default: the directory that TMPDIR names, else /tmp)."
            })
    private @Nullable Path scratch;

    public CommandOptions() {}

    /** Returns the job of the command; empty if there is none. */
    Optional<NamedJob> named() {
        if (command == null) {
            return Optional.empty();
        }
        if (scratch != null) {
            CommandFactory.scratchIn(scratch);
        }
        Map<String, String> parameters = parameters();
        parameters.put("command", command);
        return Optional.of(new NamedJob(CommandFactory.NAME, parameters));
    }

    /** Tells whether there are options that only mean something with a command. */
    boolean areGiven() {
        return !parameters().isEmpty() || scratch != null;
    }

    private Map<String, String> parameters() {
        Map<String, String> parameters = new TreeMap<>();
        put(parameters, "name", name);
        put(parameters, "start-limit", startLimit);
        put(parameters, "answer-limit", answerLimit);
        put(parameters, "resumable", resumable ? true : null);
        put(parameters, "atom-seconds", atomSeconds);
        put(parameters, "stop-signal", stopSignal);
        put(parameters, "stop-code", stopCode);
        return parameters;
    }

    private static void put(Map<String, String> parameters, String name, @Nullable Object value) {
        if (value != null) {
            parameters.put(name, value.toString());
        }
    }
}
