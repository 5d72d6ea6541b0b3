package org.atomizable.cli.tokens;

import java.util.List;
import java.util.concurrent.Callable;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.wire.WireJson;
import org.atomizable.scheduler.access.AuditLog;
import org.atomizable.scheduler.journal.SqliteJournal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atomizable tokens audit}. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description =
                "Shows who did what: registrations, withdrawals, reservations, and callers that were turned away.")
final class AuditCommand implements Callable<Integer> {

    @Mixin
    private JournalOption journal = new JournalOption();

    @Option(
            names = "--newest",
            paramLabel = "N",
            defaultValue = "100",
            description = "How many (default: ${DEFAULT-VALUE}).")
    private int newest;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        if (newest < 0) {
            throw new IllegalArgumentException("--newest must be 0 or more, was " + newest);
        }
        List<AuditLog.Entry> entries;
        try (SqliteJournal visited = SqliteJournal.visit(journal.file(), TimeSource.system())) {
            entries = AuditLog.read(visited);
        }
        List<AuditLog.Entry> shown = entries.subList(Math.max(0, entries.size() - newest), entries.size());
        if (json) {
            System.out.println(WireJson.mapper().writeValueAsString(shown));
        } else {
            shown.forEach(it -> System.out.printf("%s  %s %s: %s%n", it.at(), it.who(), it.did(), it.to()));
        }
        return 0;
    }
}
