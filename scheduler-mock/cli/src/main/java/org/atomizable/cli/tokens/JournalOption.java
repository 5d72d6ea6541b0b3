package org.atomizable.cli.tokens;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The journal in which tokens are kept. */
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class JournalOption {

    @Option(names = "--journal", required = true, paramLabel = "FILE", description = "The scheduler's journal.")
    private Path file;

    Path file() {
        return file;
    }
}
