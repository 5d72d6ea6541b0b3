package org.atomizable.core.command;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.time.TimeSource;
import org.jspecify.annotations.Nullable;

/**
 * A job whose program speaks no protocol, but can be stopped by a signal and resumes from its own files. An atom is a length of time.
 * A save stops the program, and the next atom starts it again.
 */
final class ResumableJob implements Atomizable {

    private static final int SIGNAL = 128;
    private static final String STATE = "ATOMIZABLE_STATE";
    private static final String FINISHED = "finished";

    private final Guardian guardian;
    private final CommandSettings settings;
    private final CommandSettings.Resumable how;
    private final TimeSource time;
    private final StateDirectory files;
    private @Nullable Program program;
    private @Nullable ProgramMemory memory;
    private boolean finished;

    private ResumableJob(Guardian guardian, CommandSettings settings, CommandSettings.Resumable how, TimeSource time) {
        this.guardian = guardian;
        this.settings = settings;
        this.how = how;
        this.time = time;
        this.files = new StateDirectory(guardian.scratch().resolve("state"));
    }

    /** Makes a job. Its program starts with the first atom. */
    static ResumableJob of(CommandSettings settings, CommandSettings.Resumable how, TimeSource time)
            throws CommandException {
        Guardian guardian = Guardian.start();
        try {
            ResumableJob job = new ResumableJob(guardian, settings, how, time);
            Files.createDirectories(job.files.directory());
            job.spec();
            return job;
        } catch (IOException e) {
            guardian.close();
            throw new CommandException(
                    "no directory for the command's state can be made: " + e.getMessage(), "Look at the disk", e);
        } catch (RuntimeException e) {
            guardian.close();
            throw e;
        }
    }

    @Override
    public JobSpec spec() {
        return JobSpec.openEnded(settings.name().orElseThrow())
                .withTrait("atom-seconds", Long.toString(how.atom().toSeconds()));
    }

    @Override
    public void run(long atom) throws Exception {
        Program running = program;
        if (running == null) {
            running = Program.start(
                    settings.command(), Map.of(STATE, files.directory().toString()), guardian);
            program = running;
            memory = ProgramMemory.of(running, time);
        }
        OptionalInt code = running.exitCode(how.atom());
        if (code.isPresent()) {
            ended(running, code.getAsInt(), "did not end atom %d".formatted(atom));
        }
    }

    private void ended(Program running, int code, String when) throws CommandException {
        String words = running.lastWords();
        String lastWords = words.isEmpty() ? "; it printed nothing" : "; its last lines: \"" + words + "\"";
        end();
        if (code == 0) {
            finished = true;
        } else if (code != how.stopCode()) {
            throw Ending.of(code, when, lastWords);
        }
    }

    private void end() {
        Program running = program;
        if (running != null) {
            running.close();
            program = null;
        }
    }

    @Override
    public void save(StateWriter to) throws IOException {
        try {
            stop();
        } catch (CommandException e) {
            throw new IOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the command saved its state", e);
        }
        files.take(to);
        to.longs(FINISHED, finished ? 1 : 0);
    }

    private void stop() throws CommandException, IOException, InterruptedException {
        Program running = program;
        if (running == null) {
            return;
        }
        running.signal(how.stopSignal());
        OptionalInt code = running.exitCode(settings.answerLimit());
        if (code.isEmpty()) {
            end();
            throw new CommandException(
                    "the command did not end within %d s after SIG%s"
                            .formatted(settings.answerLimit().toSeconds(), how.stopSignal()),
                    "It must write its state to $%s and end with exit code %d then; give it more time with --answer-limit"
                            .formatted(STATE, how.stopCode()));
        }
        if (code.getAsInt() > SIGNAL) {
            end();
            throw new CommandException(
                    "the command was ended by SIG%s (exit code %d)".formatted(how.stopSignal(), code.getAsInt()),
                    "It must catch this signal, write its state to $%s and end with exit code %d"
                            .formatted(STATE, how.stopCode()));
        }
        ended(running, code.getAsInt(), "did not save its state");
    }

    @Override
    public void restore(StateReader from) throws IOException {
        end();
        files.give(from);
        finished = from.longs(FINISHED)[0] == 1;
    }

    @Override
    public boolean enough(long nextAtom) {
        return finished;
    }

    @Override
    public Optional<Bytes> memoryUsed() {
        ProgramMemory running = memory;
        return running == null ? Optional.empty() : running.used();
    }

    @Override
    public void close() {
        end();
        guardian.close();
    }
}
