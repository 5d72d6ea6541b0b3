package org.atomizable.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The output of a job in this process, kept apart from the output of the command itself. */
final class JobOutput implements AutoCloseable {

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final Path file;
    private final PrintStream into;

    private JobOutput(Path file) throws IOException {
        this.file = file;
        this.into = new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
        System.setOut(into);
        System.setErr(into);
    }

    /** From now on, what is printed goes into a new file. */
    static JobOutput intoFile() throws IOException {
        return new JobOutput(Files.createTempFile("atomizable-check-", ".log"));
    }

    /** Returns the file, if anything is in it. */
    Optional<Path> kept() throws IOException {
        into.flush();
        return Files.size(file) > 0 ? Optional.of(file) : Optional.empty();
    }

    /** Lets this process print as before, and deletes a file that is empty. */
    @Override
    public void close() throws IOException {
        System.setOut(out);
        System.setErr(err);
        into.close();
        if (Files.size(file) == 0) {
            Files.delete(file);
        }
    }
}
