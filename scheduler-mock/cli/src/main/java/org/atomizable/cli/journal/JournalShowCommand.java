package org.atomizable.cli.journal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.wire.WireJson;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.atomizable.scheduler.journal.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable journal show}. */
@Command(name = "show", mixinStandardHelpOptions = true, description = "Counts what is in a journal.")
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class JournalShowCommand implements Callable<Integer> {

    /** For machines. */
    record Shown(String file, long bytes, Map<String, Integer> rows) {}

    @Parameters(paramLabel = "FILE", description = "The scheduler's journal.")
    private Path file;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        Map<String, Integer> rows = new LinkedHashMap<>();
        try (SqliteJournal journal = SqliteJournal.visit(file, TimeSource.system())) {
            for (Table table : Table.values()) {
                rows.put(
                        table.name().toLowerCase(Locale.ROOT),
                        journal.all(table).size());
            }
        }
        Shown shown = new Shown(file.toString(), Files.size(file), rows);
        if (json) {
            System.out.println(WireJson.mapper().writeValueAsString(shown));
        } else {
            System.out.printf("%s, %s%n", file, Bytes.of(shown.bytes()));
            rows.forEach((table, count) -> System.out.printf("  %-10s %s%n", table, count));
        }
        return 0;
    }
}
