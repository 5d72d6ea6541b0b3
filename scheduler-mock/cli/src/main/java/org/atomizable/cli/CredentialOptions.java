package org.atomizable.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.client.Credentials;
import org.atomizable.core.worker.process.Secrets;
import org.atomizable.scheduler.journal.OwnerOnly;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options for a client's credentials. There is no option for the token itself, because every user of a machine can see
 * command lines.
 */
final class CredentialOptions {

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with the bearer token for the scheduler. Default: the token in the environment "
                    + "variable "
                    + Secrets.TOKEN + ", if it is set.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description = "A PEM file of certificate authorities. Schedulers with a certificate that one of them has "
                    + "signed are trusted.")
    private @Nullable Path authority;

    Credentials credentials() throws AtomizableException {
        return new Credentials(token(), Optional.ofNullable(authority));
    }

    private Optional<String> token() throws AtomizableException {
        if (tokenFile == null) {
            return Optional.ofNullable(System.getenv(Secrets.TOKEN));
        }
        OwnerOnly.warn(tokenFile, "a token");
        try {
            return Optional.of(Files.readString(tokenFile));
        } catch (IOException unreadable) {
            throw new AtomizableException(
                    "the token in %s cannot be read: %s".formatted(tokenFile, unreadable.getMessage()),
                    "Name a file that holds a token and nothing else",
                    unreadable);
        }
    }
}
