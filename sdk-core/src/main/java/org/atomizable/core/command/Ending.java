package org.atomizable.core.command;

import org.atomizable.core.device.Limit;

/** Says in words why a command has ended. */
final class Ending {

    private static final int NOT_FOUND = 127;
    private static final int NOT_EXECUTABLE = 126;
    private static final int SIGNAL = 128;
    private static final int BUS = 7;
    private static final int FILE_SIZE = 25;
    private static final int KILL = 9;

    private Ending() {}

    /**
     * Returns it as an exception.
     *
     * @param code the exit code; 128 plus the signal's number if a signal ended it; -1 if it still runs
     * @param when what it did not do
     * @param lastWords begins with a semicolon
     */
    static CommandException of(int code, String when, String lastWords) {
        if (code == -1) {
            return new CommandException(
                    "the command %s: it still runs%s".formatted(when, lastWords),
                    "It must end after \"stop\", and soon; give it more time with --answer-limit");
        }
        if (code == NOT_FOUND || code == NOT_EXECUTABLE) {
            return new CommandException(
                    "the command cannot be found or executed (exit code %s)%s".formatted(code, lastWords),
                    "Correct its name, or the PATH of the process that runs it");
        }
        if (code == SIGNAL + KILL) {
            // A worker that is killed so is not the job's fault either.
            return CommandException.ofThisMachine(
                    "the command %s: it was killed with SIGKILL%s".formatted(when, lastWords),
                    "If nobody killed it, the machine had no memory left (see the kernel's log, dmesg)");
        }
        if (code > SIGNAL) {
            return new CommandException(
                    "the command %s: signal %s ended it%s".formatted(when, code - SIGNAL, lastWords),
                    switch (code - SIGNAL) {
                        case BUS -> Limit.SHARED_MEMORY.remedy() + ". If it is not, correct the program";
                        case FILE_SIZE -> Limit.FILE_SIZE.remedy();
                        default -> "Correct the program; its output is in the log";
                    });
        }
        if (code == 0) {
            return new CommandException(
                    "the command %s: it ended with exit code 0%s".formatted(when, lastWords),
                    "A program ends after \"stop\" or \"evaluate\". In Python, take all steps from atomizable.steps,"
                            + " and call atomizable.enough() instead of break");
        }
        if (lastWords.contains("No module named 'atomizable'")) {
            return new CommandException(
                    "the command %s: its Python finds no module atomizable".formatted(when),
                    "Write it beside the program: atomizable python-helper > atomizable.py");
        }
        return Scratch.failure(
                "the command %s: it ended with exit code %s%s".formatted(when, code, lastWords), lastWords);
    }
}
