package org.atomizable.cli.profile;

import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.atomizable.api.AtomizableException;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.atomizable.profiler.backtest.Backtest;
import org.atomizable.profiler.plot.MemoryPicture.Capacity;
import org.atomizable.profiler.plot.ProfilePicture;
import org.atomizable.profiler.store.ProfileDirectory;
import org.atomizable.profiler.store.Recording;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable profile plot}. */
@Command(
        name = "plot",
        mixinStandardHelpOptions = true,
        description = "Draws memory over time with its bounds, how often atoms need more, the rate of broken bounds, "
                + "and durations.")
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class PlotCommand implements Callable<Integer> {

    /** The outcome, for machines. */
    record Drawn(String job, List<String> files) {}

    @Parameters(paramLabel = "FILE", description = "A recording.")
    private Path file;

    @Mixin
    private PromiseOptions promise;

    @Mixin
    private ProductOption product;

    @Option(
            names = "--to",
            paramLabel = "PICTURE",
            defaultValue = "profile.png",
            description = "A .png or .svg; repeat for both (default: ${DEFAULT-VALUE}).")
    private List<Path> pictures;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        Recording recording = ProfileDirectory.read(file);
        Backtest backtest;
        try (Board board = Board.onStandardError()) {
            board.showing("replaying " + file);
            backtest = Backtest.of(recording, Optional.empty(), promise.promise());
        }
        List<Capacity> slices = product.geometry().profiles().stream()
                .map(slice -> new Capacity(slice.name(), slice.memory()))
                .toList();
        for (Path picture : pictures) {
            try {
                ProfilePicture.write(picture, recording, backtest, promise.promise(), slices);
            } catch (FileSystemException e) {
                throw new AtomizableException(
                        "%s cannot be written".formatted(picture) + (e.getReason() == null ? "" : ": " + e.getReason()),
                        "Check that the directory exists, that you may write it, and that it has room",
                        e);
            }
            if (!json) {
                System.out.println("wrote " + picture);
            }
        }
        if (json) {
            List<String> files = pictures.stream().map(Path::toString).toList();
            System.out.println(WireJson.mapper().writeValueAsString(new Drawn(recording.job(), files)));
        }
        return 0;
    }
}
