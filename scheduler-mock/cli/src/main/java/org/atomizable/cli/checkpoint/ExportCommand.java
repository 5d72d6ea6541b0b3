package org.atomizable.cli.checkpoint;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.atomizable.api.StateReader;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.checkpoint.Catalog;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.command.CommandFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable checkpoint export}. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = "Verifies a checkpoint and writes its state into one plain safetensors file, or into files.")
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class ExportCommand implements Callable<Integer> {

    /** The outcome, for machines. */
    record Exported(String name, String file, long bytes) {}

    @Mixin
    private StoreOption store;

    @Option(
            names = "--files",
            description =
                    "FILE is a directory to make: write the files there that a command with --resumable has saved.")
    private boolean files;

    @Parameters(index = "1", paramLabel = "CHECKPOINT", description = "Which.")
    private String checkpoint;

    @Parameters(
            index = "2",
            paramLabel = "FILE",
            description = "The file to write, on this machine; it must not exist.")
    private String to;

    @Override
    public Integer call() throws Exception {
        Path file = LocalFile.named(to);
        Catalog catalog = store.open();
        String name = catalog.find(checkpoint);
        try (Board board = Board.onStandardError()) {
            board.showing("exporting %s to %s".formatted(name, file));
            if (files) {
                writeFiles(catalog.state(name), file);
            } else {
                catalog.export(name, file);
            }
        }
        long bytes = files ? catalog.manifest(name).stateBytes() : Files.size(file);
        if (store.json) {
            Printed.json(new Exported(name, file.toString(), bytes));
        } else {
            System.out.printf("%s is in %s (%s)%n", name, file, Printed.size(bytes));
        }
        return 0;
    }

    private static void writeFiles(StateReader state, Path directory) throws CheckpointException {
        try {
            CommandFactory.writeFiles(state, directory);
        } catch (IllegalArgumentException e) {
            throw new CheckpointException(String.valueOf(e.getMessage()), "Leave --files out, and name a file", e);
        } catch (FileAlreadyExistsException e) {
            throw new CheckpointException(
                    "%s exists".formatted(directory), "Name another directory, or remove that one", e);
        } catch (IOException e) {
            throw new CheckpointException(
                    "%s cannot be written (%s)"
                            .formatted(
                                    directory,
                                    e instanceof AccessDeniedException ? "access is denied" : e.getMessage()),
                    "Check that there is room and permission",
                    e);
        }
    }
}
