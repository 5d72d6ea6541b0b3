package org.atomizable.cli.tokens;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.wire.WireJson;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atomizable tokens ls}. */
@Command(
        name = "ls",
        mixinStandardHelpOptions = true,
        description = "Lists all tokens, including revoked ones, without their secrets.")
final class TokenListCommand implements Callable<Integer> {

    /** For machines. */
    record Listed(
            String id,
            String name,
            String role,
            Instant created,
            @Nullable Instant revoked) {}

    @Mixin
    private JournalOption journal = new JournalOption();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        List<Listed> tokens;
        try (SqliteJournal visited = SqliteJournal.visit(journal.file(), TimeSource.system())) {
            tokens = new AccessTokens(visited, TimeSource.system())
                    .list().stream()
                            .map(it -> new Listed(
                                    it.id(),
                                    it.name(),
                                    it.role().toString(),
                                    it.created(),
                                    it.revoked().orElse(null)))
                            .toList();
        }
        if (json) {
            System.out.println(WireJson.mapper().writeValueAsString(tokens));
            return 0;
        }
        for (Listed it : tokens) {
            System.out.printf(
                    "%s  %-8s  %-24s  %s  %s%n",
                    it.id(), it.role(), it.name(), it.created(), it.revoked() == null ? "" : "revoked " + it.revoked());
        }
        return 0;
    }
}
