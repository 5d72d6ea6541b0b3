package org.atomizable.cli.tokens;

import java.util.concurrent.Callable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.journal.SqliteJournal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code atomizable tokens revoke}. */
@Command(
        name = "revoke",
        mixinStandardHelpOptions = true,
        description = "Revokes a token, within a second; open streams end at their next reconnection.")
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class TokenRevokeCommand implements Callable<Integer> {

    @Mixin
    private JournalOption journal = new JournalOption();

    @Parameters(paramLabel = "ID", description = "The token's id, as ls prints it.")
    private String id;

    @Override
    public Integer call() throws Exception {
        try (SqliteJournal visited = SqliteJournal.visit(journal.file(), TimeSource.system())) {
            if (new AccessTokens(visited, TimeSource.system()).revoke(id).isEmpty()) {
                throw new AtomizableException(
                        "there is no token %s".formatted(id), "List them: atomizable tokens ls --journal FILE");
            }
        }
        System.out.println("revoked " + id);
        return 0;
    }
}
