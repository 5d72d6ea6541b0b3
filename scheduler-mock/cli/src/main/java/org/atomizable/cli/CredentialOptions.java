package org.atomizable.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.client.Credentials;
import org.atomizable.core.client.Token;
import org.atomizable.core.worker.Secrets;
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
            description =
                    "A file with the bearer token for the scheduler, which is read again when it changes. Default: the"
                            + " token in the environment variable "
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

    private Optional<Token> token() throws AtomizableException {
        if (tokenFile == null) {
            return Optional.ofNullable(System.getenv(Secrets.TOKEN))
                    .map(it -> Token.of(it, "the variable " + Secrets.TOKEN));
        }
        OwnerOnly.warn(tokenFile, "a token");
        return Optional.of(Token.in(tokenFile));
    }
}
