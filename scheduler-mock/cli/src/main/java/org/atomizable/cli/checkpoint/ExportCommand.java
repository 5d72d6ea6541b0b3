package org.atomizable.cli.checkpoint;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.atomizable.checkpoint.Catalog;
import org.atomizable.cli.terminal.Board;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code atomizable checkpoint export}. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = "Verifies a checkpoint and writes its state into one plain safetensors file.")
final class ExportCommand implements Callable<Integer> {

    @Mixin
    private StoreOption store;

    @Parameters(index = "1", paramLabel = "CHECKPOINT", description = "Which.")
    private String checkpoint;

    @Parameters(
            index = "2",
            paramLabel = "FILE",
            description = "The file to write, on this machine; it must not exist.")
    private String to;

    @SuppressWarnings("NullAway.Init")
    ExportCommand() {}

    @Override
    public Integer call() throws Exception {
        Path file = LocalFile.named(to);
        Catalog catalog = store.open();
        String name = catalog.find(checkpoint);
        try (Board board = Board.onStandardError()) {
            board.showing("exporting %s to %s".formatted(name, file));
            catalog.export(name, file);
        }
        long bytes = Files.size(file);
        if (store.json) {
            Printed.json(Map.of("name", name, "file", file.toString(), "bytes", bytes));
        } else {
            System.out.printf("%s is in %s (%s)%n", name, file, Printed.size(bytes));
        }
        return 0;
    }
}
