package org.atomizable.cli.checkpoint;

import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.atomizable.checkpoint.Catalog;
import org.atomizable.checkpoint.CheckpointSummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code atomizable checkpoint ls}. */
@Command(
        name = "ls",
        aliases = "list",
        mixinStandardHelpOptions = true,
        description = "Lists a store's checkpoints, newest first.")
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class ListCommand implements Callable<Integer> {

    /** The outcome, for machines. */
    record Listed(String job, List<Map<String, Object>> checkpoints, List<Catalog.Damage> damaged) {}

    @Mixin
    private StoreOption store;

    @Override
    public Integer call() throws Exception {
        Catalog catalog = store.open();
        Catalog.Listing listing = catalog.list();
        if (store.json) {
            Printed.json(new Listed(
                    catalog.job(),
                    listing.checkpoints().stream().map(Printed::fields).toList(),
                    listing.damaged()));
            return 0;
        }
        print(catalog, listing.checkpoints());
        listing.damaged().forEach(it -> System.out.printf("%s is damaged: %s%n", it.checkpoint(), it.what()));
        return 0;
    }

    private static void print(Catalog catalog, List<CheckpointSummary> checkpoints) {
        if (checkpoints.isEmpty()) {
            System.out.printf("no checkpoint of job %s in %s%n", catalog.job(), catalog.location());
            return;
        }
        System.out.printf("job %s in %s%n", catalog.job(), catalog.location());
        System.out.printf(
                "%-32s %10s %6s  %-20s %10s %10s  %s%n",
                "checkpoint", "next atom", "token", "committed", "state", "written", "");
        for (CheckpointSummary each : checkpoints) {
            System.out.printf(
                    "%-32s %10s %6s  %-20s %10s %10s  %s%n",
                    each.name(),
                    each.nextAtom(),
                    each.token().value(),
                    each.committedAt().truncatedTo(ChronoUnit.SECONDS),
                    Printed.size(each.size().count()),
                    Printed.size(each.written().count()),
                    remarks(each));
        }
    }

    private static String remarks(CheckpointSummary checkpoint) {
        StringBuilder remarks = new StringBuilder(checkpoint.pinned() ? "pinned " : "");
        checkpoint
                .metrics()
                .forEach((name, value) -> remarks.append(String.format(Locale.ROOT, "%s=%.4g ", name, value)));
        return remarks.toString().strip();
    }
}
