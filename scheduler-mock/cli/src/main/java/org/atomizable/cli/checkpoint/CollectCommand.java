package org.atomizable.cli.checkpoint;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.AtomizableException;
import org.atomizable.checkpoint.Catalog;
import org.atomizable.checkpoint.Retention;
import org.atomizable.cli.terminal.Board;
import org.atomizable.cli.terminal.Counted;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atomizable checkpoint gc}. */
@Command(
        name = "gc",
        mixinStandardHelpOptions = true,
        description = {
            "Removes files that no checkpoint needs: drafts of fenced workers, and the rest of interrupted "
                    + "removals.",
            "With --keep, also checkpoints that a policy does not keep; the newest and pinned ones always " + "stay."
        })
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class CollectCommand implements Callable<Integer> {

    /** The outcome, for machines. */
    record Collected(List<Catalog.Removed> removed, boolean dryRun) {}

    private static final Pattern METRIC = Pattern.compile("(?:best|least):([^:,]+)");

    @Mixin
    private StoreOption store;

    @Option(
            names = "--keep",
            paramLabel = "POLICY",
            defaultValue = "everything",
            description =
                    "latest:3, atoms:1000, every:PT1H, best:accuracy:2, least:loss, everything (default), or several"
                            + " with commas between.")
    private String keep;

    @Option(
            names = "--all",
            description = "Also remove checkpoints that were set aside as damaged, and every draft. No worker may be "
                    + "running.")
    private boolean all;

    @Option(names = "--dry-run", description = "Only print what would be removed.")
    private boolean dryRun;

    @Override
    public Integer call() throws Exception {
        Retention retention = Retention.parse(keep);
        Catalog catalog = store.open();
        requireMetrics(catalog);
        List<Catalog.Removed> removed;
        try (Board board = Board.onStandardError()) {
            board.showing("collecting checkpoints that nothing keeps");
            removed = catalog.collect(retention, all, dryRun);
        }
        long bytes = removed.stream().mapToLong(Catalog.Removed::bytes).sum();
        if (store.json) {
            Printed.json(new Collected(removed, dryRun));
            return 0;
        }
        String verb = dryRun ? "would remove" : "removed";
        removed.forEach(it -> System.out.printf("%s %s (%s)%n", verb, it.name(), Printed.size(it.bytes())));
        System.out.printf("%s %s of %s in total%n", verb, Counted.of(removed.size(), "item"), Printed.size(bytes));
        return 0;
    }

    /** A metric that no checkpoint has, as a misspelt one, would keep nothing, and all but the newest checkpoint would be removed. */
    private void requireMetrics(Catalog catalog) throws AtomizableException {
        Set<String> known = new TreeSet<>();
        catalog.list().checkpoints().forEach(it -> known.addAll(it.metrics().keySet()));
        Matcher each = METRIC.matcher(keep);
        while (each.find()) {
            if (!known.contains(each.group(1))) {
                throw new AtomizableException(
                        "no checkpoint in %s has a metric %s, so %s keeps none; nothing was removed"
                                .formatted(catalog.location(), each.group(1), each.group()),
                        known.isEmpty()
                                ? "Keep them by number or time, as with latest:3; checkpoint ls shows what they have"
                                : "Name one that they have: " + String.join(", ", known));
            }
        }
    }
}
