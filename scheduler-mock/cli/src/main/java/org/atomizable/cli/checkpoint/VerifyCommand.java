package org.atomizable.cli.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.atomizable.checkpoint.Catalog;
import org.atomizable.checkpoint.CheckpointSummary;
import org.atomizable.cli.terminal.Board;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code atomizable checkpoint verify}. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Reads every byte, compares every checksum and digest, and checks the fence.",
            "Exits with 1 if anything is wrong."
        })
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class VerifyCommand implements Callable<Integer> {

    /** The outcome, for machines. */
    record Verified(int verified, List<Catalog.Damage> damage) {}

    private static final int DAMAGED = 1;

    @Mixin
    private StoreOption store;

    @Parameters(index = "1", paramLabel = "CHECKPOINT", arity = "0..1", description = "Default: all.")
    private String checkpoint = "";

    @Override
    public Integer call() throws Exception {
        Catalog catalog = store.open();
        Catalog.Listing listing = catalog.list();
        List<CheckpointSummary> wanted = listing.checkpoints();
        List<Catalog.Damage> damage = new ArrayList<>(listing.damaged());
        if (!checkpoint.isEmpty()) {
            String name = catalog.find(checkpoint);
            wanted = wanted.stream().filter(it -> it.name().equals(name)).toList();
            damage.removeIf(it -> !it.checkpoint().equals(name));
        }
        damage.addAll(catalog.verifyFence());
        damage.forEach(VerifyCommand::print);
        try (Board board = store.json ? Board.onStandardError() : Board.onStandardOutput()) {
            for (CheckpointSummary each : wanted) {
                damage.addAll(verify(catalog, each, board));
            }
        }
        if (store.json) {
            Printed.json(new Verified(wanted.size(), damage));
        }
        return damage.isEmpty() ? 0 : DAMAGED;
    }

    private List<Catalog.Damage> verify(Catalog catalog, CheckpointSummary each, Board board) throws Exception {
        Board.Bar bar = board.bar(each.name(), each.stored().count());
        AtomicLong read = new AtomicLong();
        List<Catalog.Damage> found = catalog.verify(each.name(), bytes -> bar.at(read.addAndGet(bytes)));
        if (!store.json) {
            if (found.isEmpty()) {
                board.line("%s is whole: %s read".formatted(each.name(), Printed.size(read.get())));
            }
            found.forEach(it -> board.line("%s is damaged: %s".formatted(it.checkpoint(), it.what())));
        }
        return found;
    }

    private static void print(Catalog.Damage damage) {
        System.err.printf("%s is damaged: %s%n", damage.checkpoint(), damage.what());
    }
}
