package org.atomizable.cli.tokens;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The journal in which tokens are kept. */
final class JournalOption {

    @Option(names = "--journal", required = true, paramLabel = "FILE", description = "The scheduler's journal.")
    private Path file;

    @SuppressWarnings("NullAway.Init")
    JournalOption() {}

    Path file() {
        return file;
    }
}
