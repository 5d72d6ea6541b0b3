package org.atomizable.core.worker.channel;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads the commands to a worker. */
public final class CommandReader {

    private final BufferedReader lines;

    /** Makes a reader of a stream. */
    public CommandReader(InputStream commands) {
        this.lines = new BufferedReader(new InputStreamReader(commands, StandardCharsets.UTF_8));
    }

    /**
     * Waits for the next command, past empty lines; empty if there will be none, as the launcher is gone.
     *
     * @throws MalformedMessageException if a line is no command; the next one may be
     * @throws IOException if the stream cannot be read, or holds something else than commands
     */
    public Optional<WorkerCommand> next() throws IOException {
        String line = lines.readLine();
        while (line != null && line.isEmpty()) {
            line = lines.readLine();
        }
        return line == null ? Optional.empty() : Optional.of(WorkerJson.command(line));
    }
}
