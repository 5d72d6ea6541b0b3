package org.atomizable.cli.checkpoint;

import java.util.concurrent.Callable;
import org.atomizable.checkpoint.Catalog;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable checkpoint pin}. */
@Command(
        name = "pin",
        mixinStandardHelpOptions = true,
        description = "Keeps a checkpoint whatever the retention policy says, until it is unpinned.")
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class PinCommand implements Callable<Integer> {

    /** The outcome, for machines. */
    record Pinned(String name, boolean pinned) {}

    @Mixin
    private StoreOption store;

    @Parameters(index = "1", paramLabel = "CHECKPOINT", description = "Which.")
    private String checkpoint;

    @Option(names = "--remove", description = "Unpin it.")
    private boolean remove;

    @Override
    public Integer call() throws Exception {
        Catalog catalog = store.open();
        String name = catalog.find(checkpoint);
        catalog.pin(name, !remove);
        if (store.json) {
            Printed.json(new Pinned(name, !remove));
        } else {
            System.out.printf("%s is %s%n", name, remove ? "no longer pinned" : "pinned");
        }
        return 0;
    }
}
