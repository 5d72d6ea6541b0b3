package org.atomizable.cli.profile;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.atomizable.cli.terminal.Board;
import org.atomizable.cli.terminal.Counted;
import org.atomizable.core.wire.WireJson;
import org.atomizable.profiler.store.ProfileDirectory;
import org.atomizable.profiler.store.Recording;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable profile merge}. */
@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        description = "Joins recordings of one job under one key, from several runs or machines, in any order.")
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class MergeCommand implements Callable<Integer> {

    /** The outcome, for machines. */
    record Merged(String job, int runs, String file) {}

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Recordings.")
    private List<Path> files;

    @Option(names = "--to", required = true, paramLabel = "FILE", description = "Where to write the joined recording.")
    private Path to;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        Recording merged = ProfileDirectory.read(files.get(0));
        try (Board board = Board.onStandardError()) {
            Board.Bar bar = board.bar("merging", files.size());
            for (Path file : files) {
                bar.saying(file.toString());
                merged = merged.merge(ProfileDirectory.read(file));
                bar.step();
            }
            ProfileDirectory.write(to, merged);
        }
        if (json) {
            System.out.println(WireJson.mapper()
                    .writeValueAsString(new Merged(merged.job(), merged.runs().size(), to.toString())));
        } else {
            int runs = merged.runs().size();
            System.out.printf("%s %s in %s%n", Counted.of(runs, "run"), runs == 1 ? "is" : "are", to);
        }
        return 0;
    }
}
