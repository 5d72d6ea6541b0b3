package org.atomizable.core.command;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The settings of a command, and its time limits.
 *
 * @param command a line for {@code /bin/sh}
 * @param name the job's name; empty to take the one that the program says
 * @param startLimit how long the first answer may take
 * @param answerLimit how long every other answer may take, except that to an atom
 * @param resumable set if the program speaks no protocol and resumes by itself
 */
record CommandSettings(
        String command,
        Optional<String> name,
        Duration startLimit,
        Duration answerLimit,
        Optional<Resumable> resumable) {

    private static final Set<String> NAMES = Set.of(
            "command", "name", "start-limit", "answer-limit", "resumable", "atom-seconds", "stop-signal", "stop-code");
    private static final List<String> OF_RESUMABLE = List.of("atom-seconds", "stop-signal", "stop-code");
    private static final Set<String> SIGNALS = Set.of("TERM", "INT", "HUP", "USR1", "USR2");

    /**
     * How a program that speaks no protocol is stopped.
     *
     * @param atom how long an atom is
     * @param stopSignal the name of the signal that asks it to save its state and end, such as {@code TERM}
     * @param stopCode its exit code when it has done so
     */
    record Resumable(Duration atom, String stopSignal, int stopCode) {}

    /**
     * Reads parameters.
     *
     * @throws IllegalArgumentException if one is unknown or not allowed
     */
    static CommandSettings of(Map<String, String> parameters) {
        for (String name : new TreeMap<>(parameters).keySet()) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException("it has no parameter %s; it has %s"
                        .formatted(name, NAMES.stream().sorted().toList()));
            }
        }
        String command = parameters.getOrDefault("command", "");
        if (command.isBlank()) {
            throw new IllegalArgumentException("it needs the parameter command, such as command='python3 train.py'");
        }
        Optional<String> name = Optional.ofNullable(parameters.get("name"));
        boolean resumes = Boolean.parseBoolean(parameters.getOrDefault("resumable", "false"));
        if (resumes && name.isEmpty()) {
            throw new IllegalArgumentException("a command that resumes by itself needs a name (--job-name)");
        }
        OF_RESUMABLE.stream()
                .filter(it -> !resumes && parameters.containsKey(it))
                .findFirst()
                .ifPresent(it -> {
                    throw new IllegalArgumentException(
                            "%s is for a command that resumes by itself: it needs --resumable".formatted(it));
                });
        return new CommandSettings(
                command,
                name,
                seconds(parameters, "start-limit", 120),
                seconds(parameters, "answer-limit", 600),
                resumes ? Optional.of(resumable(parameters)) : Optional.empty());
    }

    private static Resumable resumable(Map<String, String> parameters) {
        String signal = parameters.getOrDefault("stop-signal", "TERM").replaceFirst("^SIG", "");
        if (!SIGNALS.contains(signal)) {
            throw new IllegalArgumentException("stop-signal is one of %s, was %s"
                    .formatted(SIGNALS.stream().sorted().toList(), signal));
        }
        long code = whole(parameters, "stop-code", 85);
        if (code < 1 || code > 125) {
            throw new IllegalArgumentException("stop-code is 1 to 125, was " + code);
        }
        return new Resumable(seconds(parameters, "atom-seconds", 60), signal, (int) code);
    }

    private static Duration seconds(Map<String, String> parameters, String name, long usual) {
        long seconds = whole(parameters, name, usual);
        if (seconds < 1 || seconds > 1_000_000) {
            throw new IllegalArgumentException("%s is 1 to 1000000 seconds, was %s".formatted(name, seconds));
        }
        return Duration.ofSeconds(seconds);
    }

    private static long whole(Map<String, String> parameters, String name, long usual) {
        String value = parameters.getOrDefault(name, String.valueOf(usual));
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("%s is a whole number, was \"%s\"".formatted(name, value), e);
        }
    }
}
