package org.atomizable.cli.checkpoint;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.atomizable.checkpoint.Catalog;
import org.atomizable.checkpoint.Retention;
import org.atomizable.cli.terminal.Board;
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
        List<Catalog.Removed> removed;
        try (Board board = Board.onStandardError()) {
            board.showing("collecting checkpoints that nothing keeps");
            removed = catalog.collect(retention, all, dryRun);
        }
        long bytes = removed.stream().mapToLong(Catalog.Removed::bytes).sum();
        if (store.json) {
            Printed.json(Map.of("removed", removed, "dryRun", dryRun));
            return 0;
        }
        String verb = dryRun ? "would remove" : "removed";
        removed.forEach(it -> System.out.printf("%s %s (%s)%n", verb, it.name(), Printed.size(it.bytes())));
        System.out.printf("%s %s items of %s in total%n", verb, removed.size(), Printed.size(bytes));
        return 0;
    }
}
