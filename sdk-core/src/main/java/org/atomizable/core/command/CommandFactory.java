package org.atomizable.core.command;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.StateReader;
import org.atomizable.api.spi.JobFactory;
import org.atomizable.api.time.TimeSource;

/** Makes a job of any command; see {@code docs/any-command.md}. */
public final class CommandFactory implements JobFactory {

    /** The name of the job. */
    public static final String NAME = "command";

    private final TimeSource time;

    /** Creates the factory with the system's clock. The service loader calls it, and has no clock to give. */
    public CommandFactory() {
        this(TimeSource.system());
    }

    CommandFactory(TimeSource time) {
        this.time = time;
    }

    /**
     * Checks parameters without starting the command.
     *
     * @throws IllegalArgumentException if one is unknown, missing or not allowed
     */
    public static void check(Map<String, String> parameters) {
        CommandSettings.of(parameters);
    }

    /**
     * Names the directory in which commands of this process and of its workers write their states before these go to a store.
     *
     * @throws IllegalArgumentException if it is not there, or cannot be written
     */
    public static void scratchIn(Path directory) {
        Scratch.use(directory);
    }

    /** Tells whether an atom is a length of time: then no two runs of an atom can be compared. */
    public static boolean hasTimedAtoms(String job, Map<String, String> parameters) {
        return job.equals(NAME) && Boolean.parseBoolean(parameters.getOrDefault("resumable", "false"));
    }

    /**
     * Writes the files that a resumable command's state holds.
     *
     * @param directory is made; it must not be there
     * @throws FileAlreadyExistsException if it is
     * @throws IllegalArgumentException if the state is that of another job
     */
    public static void writeFiles(StateReader from, Path directory) throws IOException {
        if (!StateDirectory.isIn(from)) {
            throw new IllegalArgumentException("the checkpoint holds tensors, and no files of a resumable command");
        }
        if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(directory.toString());
        }
        new StateDirectory(directory.toAbsolutePath()).give(from);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "any program, such as a Python script (run --command 'python3 train.py')";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) throws Exception {
        CommandSettings settings = CommandSettings.of(parameters);
        return settings.resumable().isPresent()
                ? ResumableJob.of(settings, settings.resumable().get(), time)
                : CommandJob.start(settings, time);
    }
}
