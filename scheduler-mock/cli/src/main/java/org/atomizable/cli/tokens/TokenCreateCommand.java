package org.atomizable.cli.tokens;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.wire.WireJson;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.access.Bearer;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.journal.SqliteJournal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable tokens create}. */
@Command(
        name = "create",
        mixinStandardHelpOptions = true,
        description = {
            "Creates a token and prints it once: only its digest is stored.",
            "Also creates the journal if it does not exist."
        })
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class TokenCreateCommand implements Callable<Integer> {

    /** For machines. */
    record Created(String token, String name, String role) {}

    @Mixin
    private JournalOption journal = new JournalOption();

    @Parameters(
            paramLabel = "NAME",
            description = "The name of the tenant, or of the person or program that uses the token.")
    private String name;

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            defaultValue = "tenant",
            description =
                    "tenant: registers jobs, and sees its own only; operator: sees everything, withdraws any job, reserves"
                            + " slices; viewer: sees everything (default: ${DEFAULT-VALUE}).")
    private Role role = Role.TENANT;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        try (SqliteJournal visited = SqliteJournal.visitOrMake(journal.file(), TimeSource.system())) {
            AccessTokens tokens = new AccessTokens(visited, TimeSource.system());
            String token = tokens.create(name, role);
            System.out.println(
                    json ? WireJson.mapper().writeValueAsString(new Created(token, name, role.toString())) : token);
            if (System.out.checkError()) {
                Optional<Bearer> lost = tokens.bearer(token);
                if (lost.isPresent()) {
                    tokens.revoke(lost.get().token());
                }
                throw new AtomizableException(
                        "the token of %s could not be printed, so it was revoked".formatted(name),
                        "Print it to where there is room");
            }
        }
        return 0;
    }
}
