package org.atomizable.core.command;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
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

    private static final String FINISHED = "finished";
    private static final String PLACE = "place";
    private static final String UNCHANGED = "unchanged";

    /** So often in a row a program may say that it has saved without having changed a file. */
    private static final int MOST_UNCHANGED = 3;

    private final Guardian guardian;
    private final CommandSettings settings;
    private final CommandSettings.Resumable how;
    private final TimeSource time;
    private final StateDirectory files;
    private @Nullable ResumableProgram program;
    private @Nullable ProgramMemory memory;
    private List<StateEntry> before = List.of();
    private String place = "";
    private long unchanged;
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
        ResumableProgram running = program;
        if (running == null) {
            running = start();
        }
        OptionalInt code = running.exitCode(how.atom());
        if (code.isPresent()) {
            ended(running, code.getAsInt(), "did not end atom %s".formatted(atom));
        }
    }

    private ResumableProgram start() throws CommandException, IOException {
        before = files.entries();
        ResumableProgram started = ResumableProgram.start(settings, files, place, guardian);
        place = started.place();
        program = started;
        memory = ProgramMemory.of(started.program(), time);
        return started;
    }

    private void ended(ResumableProgram running, int code, String when)
            throws CommandException, IOException, InterruptedException {
        if (code == 0) {
            String left = running.left();
            running.program().drain();
            end();
            if (!left.isEmpty()) {
                System.err.println("warning: the command ended with exit code 0, and %s still waited; it was killed"
                        .formatted(left));
            }
            finished = true;
            return;
        }
        String lastWords = running.program().lastWords();
        end();
        if (code == how.stopCode()) {
            requireProgress();
        } else {
            throw Ending.of(code, when, lastWords);
        }
    }

    /** Atoms would count, and the work would not go on. */
    private void requireProgress() throws CommandException, IOException {
        unchanged = before.equals(files.entries()) ? unchanged + 1 : 0;
        if (unchanged == 0) {
            return;
        }
        String what = "the command ended with exit code %s, but has changed no file in $%s"
                .formatted(how.stopCode(), ResumableProgram.STATE);
        String remedy = "Its next start goes on from where the last one did: let it save there before it ends so, or"
                + " give it more time with --atom-seconds";
        if (unchanged >= MOST_UNCHANGED) {
            throw new CommandException(what + ", %s times in a row".formatted(unchanged), remedy);
        }
        System.err.println("warning: " + what + ". " + remedy);
    }

    private void end() throws IOException {
        ResumableProgram running = program;
        if (running != null) {
            program = null;
            running.close();
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
        // Values that differ from run to run are no part of a finished job's state: equal results have equal digests.
        files.take(to, !finished);
        if (!finished) {
            to.text(PLACE, place);
            to.longs(UNCHANGED, unchanged);
        }
        to.longs(FINISHED, finished ? 1 : 0);
    }

    private void stop() throws CommandException, IOException, InterruptedException {
        ResumableProgram running = program;
        if (running == null) {
            return;
        }
        OptionalInt already = running.exitCode(Duration.ZERO);
        if (already.isPresent()) {
            ended(running, already.getAsInt(), "ended before it was told to save its state");
            return;
        }
        int code;
        try {
            code = running.stop();
        } catch (CommandException e) {
            end();
            throw e;
        }
        if (code == 0) {
            prove(running);
        } else {
            ended(running, code, "did not save its state");
        }
    }

    /**
     * A program that was told to stop and ends with exit code 0 was finished at the same moment, or does not say that it was stopped.
     * The one ends with 0 again when it is started again and nobody stops it.
     */
    private void prove(ResumableProgram stopped) throws CommandException, IOException, InterruptedException {
        end();
        ResumableProgram again = start();
        OptionalInt code = again.exitCode(stopped.proof());
        if (code.isEmpty()) {
            end();
            throw stopped.saysFinished();
        }
        ended(again, code.getAsInt(), "did not end with exit code 0 again after SIG" + how.stopSignal());
    }

    @Override
    public void restore(StateReader from) throws IOException {
        end();
        try {
            files.give(from);
        } catch (IOException e) {
            if (!(e instanceof FileSystemException) && !Scratch.isFull(String.valueOf(e.getMessage()))) {
                throw e;
            }
            throw Scratch.unwritable(e);
        }
        finished = from.longs(FINISHED)[0] == 1;
        place = from.names().contains(PLACE) ? from.text(PLACE) : "";
        unchanged = from.names().contains(UNCHANGED) ? from.longs(UNCHANGED)[0] : 0;
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
        try {
            end();
        } catch (IOException e) {
            // The state stays where the program had it; the next one that comes there deletes it.
        } finally {
            guardian.close();
        }
    }
}
