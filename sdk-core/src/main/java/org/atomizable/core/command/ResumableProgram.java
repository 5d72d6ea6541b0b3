package org.atomizable.core.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A program that is stopped by a signal and goes on from its files, and the place at which it sees them while it runs. */
final class ResumableProgram implements AutoCloseable {

    /** The variable that names the directory of the state. */
    static final String STATE = "ATOMIZABLE_STATE";

    private static final int SIGNAL = 128;

    /** Programs begin with imports; until the signal is caught, it would kill them. */
    private static final Duration MOST_TO_CATCH = Duration.ofSeconds(5);

    /** So long an ended line's other processes may still run. */
    private static final Duration MOST_LEFT = Duration.ofSeconds(5);

    private static final Duration LOOK = Duration.ofMillis(20);

    private final CommandSettings settings;
    private final CommandSettings.Resumable how;
    private final StatePlace place;
    private final Program program;

    private ResumableProgram(
            CommandSettings settings, CommandSettings.Resumable how, StatePlace place, Program program) {
        this.settings = settings;
        this.how = how;
        this.place = place;
        this.program = program;
    }

    /**
     * Starts it.
     *
     * @param wanted the place at which the state was before; empty if it was at none
     */
    static ResumableProgram start(CommandSettings settings, StateDirectory files, String wanted, Guardian guardian)
            throws CommandException, IOException {
        String name = settings.name().orElseThrow();
        String identity = String.join(
                "\n",
                System.getProperty("user.name"),
                settings.command(),
                Path.of("").toAbsolutePath().toString());
        StatePlace place = StatePlace.of(files.directory(), name, identity, wanted, guardian);
        try {
            requireNoneOf(wanted, place);
            Program program = Program.start(
                    strict(
                            settings.command(),
                            settings.resumable().orElseThrow().stopCode()),
                    Map.of(STATE, place.path().toString()),
                    guardian,
                    Program.Others.STAY);
            return new ResumableProgram(settings, settings.resumable().orElseThrow(), place, program);
        } catch (CommandException | IOException | RuntimeException e) {
            place.close();
            throw e;
        }
    }

    /** A state that names another place would be read there, or not be found. */
    private static void requireNoneOf(String wanted, StatePlace place) throws CommandException, IOException {
        if (wanted.isEmpty() || wanted.equals(FileNames.text(place.path()))) {
            return;
        }
        Optional<String> naming = new StateDirectory(place.path()).naming(wanted.getBytes(StandardCharsets.UTF_8));
        if (naming.isPresent()) {
            throw new CommandException(
                    "the state names the directory that it was in: %s has %s, and now $%s is %s"
                            .formatted(naming.get(), wanted, STATE, place.path()),
                    "Write paths relative to $%s. To go on with this state, end the other program of this name that runs"
                                    .formatted(STATE)
                            + " on this machine, or set TMPDIR as it was");
        }
    }

    /** Of a pipeline, the exit code of the part that was stopped counts, or else of the last part that failed. */
    private static String strict(String command, int stopCode) {
        if (!command.contains("|")) {
            return command;
        }
        String line = """
                set -o pipefail
                %s
                codes=("$?" "${PIPESTATUS[@]}")
                for code in "${codes[@]:1}"; do if [ "$code" = %s ]; then exit %2$s; fi; done
                if [ "${codes[0]}" != 0 ] && [ "${#codes[@]}" -gt 2 ]
                then echo "the parts of the pipeline ended with the exit codes ${codes[*]:1}" >&2; fi
                exit "${codes[0]}"
                """.formatted(command, stopCode);
        return """
                if command -v bash >/dev/null 2>&1; then exec bash -c %s; fi
                if (set -o pipefail) 2>/dev/null; then set -o pipefail; fi
                %s""".formatted("'" + line.replace("'", "'\\''") + "'", command);
    }

    Program program() {
        return program;
    }

    /** Returns the path at which it sees its state. */
    String place() throws IOException {
        return FileNames.text(place.path());
    }

    OptionalInt exitCode(Duration most) throws InterruptedException {
        return program.exitCode(most);
    }

    /** Tells it to save its state and end; returns its exit code. */
    int stop() throws CommandException, IOException, InterruptedException {
        if (!signal()) {
            throw new CommandException(
                    "no process of the command catches SIG%s, so it would end without having saved its state"
                            .formatted(how.stopSignal()),
                    contract() + "; it must do so from its start on, or have more time before it with --atom-seconds");
        }
        Duration limit = settings.answerLimit();
        Duration soon = MOST_TO_CATCH.compareTo(limit) < 0 ? MOST_TO_CATCH : limit;
        OptionalInt code = program.exitCode(soon);
        if (code.isEmpty() && program.waitsForOthers()) {
            // Later, the grant would end before the limit, and an atom would seem to be too long.
            throw new CommandException(
                    "what caught SIG%s has ended, but the command has not: %s s later it still runs %s"
                            .formatted(how.stopSignal(), soon.toSeconds(), program.running()),
                    ended() + ", or end that too when the program ends");
        }
        code = code.isPresent() ? code : program.exitCode(limit.minus(soon));
        if (code.isEmpty()) {
            throw new CommandException(
                    "the command did not end within %s s after SIG%s: it still runs %s"
                            .formatted(limit.toSeconds(), how.stopSignal(), program.running()),
                    ended() + ". Give it more time with --answer-limit");
        }
        if (code.getAsInt() > SIGNAL) {
            throw new CommandException(
                    "the command was ended by a signal (exit code %s) after SIG%s"
                            .formatted(code.getAsInt(), how.stopSignal()),
                    contract());
        }
        return code.getAsInt();
    }

    /** It may not have come to catch it, or may be about to end. */
    private boolean signal() throws IOException, InterruptedException {
        for (Duration waited = Duration.ZERO; waited.compareTo(MOST_TO_CATCH) < 0; waited = waited.plus(LOOK)) {
            if (program.signal(how.stopSignal()) || program.exitCode(LOOK).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private String ended() {
        return "The whole line must end with exit code %s then, with its state in $%s: wait for nothing beside the program that saves"
                .formatted(how.stopCode(), STATE);
    }

    private String contract() {
        return "It must catch this signal, write its state to $%s and end with exit code %s"
                .formatted(STATE, how.stopCode());
    }

    /**
     * Waits for what an ended line has left running. A helper that waits may be killed then, but not work.
     *
     * @return the names of what runs even then
     */
    String left() throws CommandException, IOException, InterruptedException {
        if (program.left(Duration.ZERO).isEmpty()) {
            return "";
        }
        List<StateEntry> before = entries();
        Duration busy = program.busy();
        String names = program.left(MOST_LEFT);
        if (!names.isEmpty() && !(before.equals(entries()) && busy.equals(program.busy()))) {
            throw new CommandException(
                    "the command ended with exit code 0, but what it left running worked on for %s s: %s"
                            .formatted(MOST_LEFT.toSeconds(), names),
                    "The end of the line is the end of the job: let it wait for what works in the background, or end that before");
        }
        return names;
    }

    private List<StateEntry> entries() throws IOException {
        return new StateDirectory(place.path()).entries();
    }

    /** Returns how long a finished program may take to end when it is started again. */
    Duration proof() {
        Duration least = how.atom().compareTo(MOST_TO_CATCH) > 0 ? how.atom() : MOST_TO_CATCH;
        return least.compareTo(settings.answerLimit()) < 0 ? least : settings.answerLimit();
    }

    /** Returns the refusal of a program that ends with exit code 0 when it is stopped. */
    CommandException saysFinished() {
        return new CommandException(
                "the command ended with exit code 0 after SIG%s, but is not finished: started again, it did not end within %s s"
                        .formatted(how.stopSignal(), proof().toSeconds()),
                contract()
                        + ". The exit code of a line is that of its last part: write nothing behind the program, such as"
                        + " \"; true\", and run a pipeline in a shell of its own by bash -o pipefail -c. If it only has no more to save, and its last part takes longer than that, set"
                        + " --atom-seconds to more");
    }

    @Override
    public void close() throws IOException {
        program.close();
        place.close();
    }
}
