package org.atomizable.cli.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.window.Slice;
import org.atomizable.cli.terminal.Board;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.event.GrantEnded;
import org.atomizable.scheduler.market.event.Observer;

/**
 * Shows windows to a person: one status per slice on the board, and every window as a line in a file. With
 * {@code verbose} the lines are on the board too.
 */
final class WindowDisplay implements Observer, AutoCloseable {

    /** The file that holds a line for each window. */
    static final String FILE = "windows.log";

    private final Board board;
    private final boolean verbose;
    private final PrintWriter file;
    private final WindowLines lines;
    private final Map<String, Board.Status> statuses;

    private WindowDisplay(
            Board board, boolean verbose, PrintWriter file, WindowLines lines, Map<String, Board.Status> statuses) {
        this.board = board;
        this.verbose = verbose;
        this.file = file;
        this.lines = lines;
        this.statuses = statuses;
    }

    /**
     * Opens the file and adds the statuses to the board.
     *
     * @param began the instant from which times are counted
     * @throws AtomizableException if the file cannot be written
     */
    static WindowDisplay open(Board board, boolean verbose, Path directory, List<Slice> slices, Instant began)
            throws AtomizableException {
        PrintWriter file;
        try {
            file = new PrintWriter(Files.newBufferedWriter(directory.resolve(FILE)), true);
        } catch (IOException e) {
            throw new AtomizableException(
                    "%s cannot be written to %s: %s".formatted(FILE, directory, e),
                    "Make room there, or name another directory with --out",
                    e);
        }
        int width =
                slices.stream().mapToInt(it -> it.kind().name().length()).max().orElse(0);
        Map<String, Board.Status> statuses = new LinkedHashMap<>();
        for (Slice slice : slices) {
            Board.Status status = board.status(("%-" + width + "s").formatted(slice.kind()));
            status.saying("reserved");
            statuses.put(slice.id(), status);
        }
        return new WindowDisplay(board, verbose, file, new WindowLines(began), statuses);
    }

    @Override
    public void cleared(Cleared cleared) {
        String line = lines.line(cleared);
        file.println(line);
        if (verbose) {
            board.line(line);
        }
        String length = String.format(
                Locale.ROOT, "%.1f s", WindowLines.seconds(cleared.window().length()));
        show(cleared.window().slice(), words(cleared, length));
    }

    private static String words(Cleared cleared, String length) {
        if (!cleared.winners().isEmpty()) {
            return "window of %s: granted to %s".formatted(length, WindowLines.winners(cleared));
        }
        String silent = WindowLines.silent(cleared);
        return "window of %s: no job wants it%s".formatted(length, silent.isEmpty() ? "" : "; " + silent);
    }

    @Override
    public void ended(GrantEnded ended) {
        Slice slice = ended.lease().grant().slice();
        LeaseEvent by = ended.lease().ended().map(it -> it.by()).orElse(LeaseEvent.REPORT);
        if (by == LeaseEvent.REPORT) {
            show(slice, "%s has reported its subjob".formatted(ended.job()));
            return;
        }
        if (by == LeaseEvent.CUT) {
            show(slice, "%s was stopped for the end of its grant".formatted(ended.job()));
            return;
        }
        // An ordinary end is in the report. A person must not miss any other.
        String line = "          %s on %s ended by %s".formatted(ended.job(), slice.kind(), by);
        file.println(line);
        board.line(line);
        show(slice, "the grant of %s ended by %s".formatted(ended.job(), by));
    }

    private void show(Slice slice, String words) {
        Board.Status status = statuses.get(slice.id());
        if (status != null) {
            status.saying(words);
        }
    }

    @Override
    public void close() {
        file.close();
        statuses.values().forEach(Board.Status::remove);
    }
}
