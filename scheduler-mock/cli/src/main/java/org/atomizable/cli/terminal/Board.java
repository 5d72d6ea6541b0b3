package org.atomizable.cli.terminal;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.atomizable.api.time.TimeSource;
import org.jspecify.annotations.Nullable;

/**
 * Lines that scroll above rows that stay: progress bars and statuses. Safe for use by several threads.
 *
 * <p>The rows are redrawn in place, which only a terminal can do. Elsewhere a line on standard error says how far the rows are, after 5 s in
 * which nothing was printed and then ever more rarely, so that a log shows progress and standard output stays clean.
 */
public final class Board implements AutoCloseable {

    /** A bar that is wrapped could not be erased again. */
    private static final int WIDTH =
            Math.max(40, Math.min(100, Integer.getInteger("atomizable.terminal.width", 100) - 1));

    private static final int REDRAW_MILLIS = 200;

    /** How often it looks whether it was silent for too long. */
    private static final Duration LOOK = Duration.ofMillis(500);

    private final PrintStream out;
    private final boolean terminal;
    private final TimeSource time;
    private final Silence silence;
    private final List<Row> rows = new ArrayList<>();
    private int drawn;
    private @Nullable Thread watching;

    Board(PrintStream out, boolean terminal, TimeSource time) {
        this.out = out;
        this.terminal = terminal;
        this.time = time;
        this.silence = new Silence(time.nanos());
    }

    private static Board on(PrintStream out, String property) {
        Board board = new Board(out, Boolean.getBoolean(property), TimeSource.system());
        return board.terminal ? board : board.watched();
    }

    private Board watched() {
        Thread thread = new Thread(this::watch, "atomizable-progress");
        thread.setDaemon(true);
        thread.start();
        watching = thread;
        return this;
    }

    private void watch() {
        try {
            while (true) {
                time.sleep(LOOK);
                overdue().ifPresent(System.err::println);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns how far the rows are, if nothing was printed for too long: where there are bars, of these only. */
    synchronized Optional<String> overdue() {
        long now = time.nanos();
        List<Row> telling = rows.stream().anyMatch(Bar.class::isInstance)
                ? rows.stream().filter(Bar.class::isInstance).toList()
                : rows;
        if (telling.isEmpty() || !silence.isTooLong(now)) {
            return Optional.empty();
        }
        return Optional.of("after %s s: %s"
                .formatted(
                        silence.elapsed(now).toSeconds(),
                        telling.stream().map(Row::words).collect(Collectors.joining("; "))));
    }

    /** Returns a board on standard output. */
    public static Board onStandardOutput() {
        return on(System.out, "atomizable.terminal.out");
    }

    /** Returns a board on standard error, where standard output is for machines. */
    public static Board onStandardError() {
        return on(System.err, "atomizable.terminal.err");
    }

    /** Prints one line. */
    public synchronized void line(String text) {
        erase();
        out.println(text);
        silence.broken(time.nanos());
        draw();
    }

    /** Adds a bar below the others. */
    public synchronized Bar bar(String name, long most) {
        Bar bar = new Bar(name, most);
        rows.add(bar);
        return bar;
    }

    /** Adds a status below the others. */
    public synchronized Status status(String name) {
        Status status = new Status(name);
        rows.add(status);
        return status;
    }

    /** Shows work of which no more is known than what it is. */
    public void showing(String work) {
        status(work).saying("");
    }

    /** Prints a line where no rows are drawn, so that a log shows progress too. */
    public void note(String text) {
        if (!terminal) {
            line(text);
        }
    }

    private synchronized void redraw() {
        if (terminal) {
            erase();
            draw();
        }
    }

    private void erase() {
        if (drawn > 0) {
            // Up by as many lines as were drawn, then clear to the end of the screen.
            out.printf("\u001b[%sA\u001b[J", drawn);
            drawn = 0;
        }
    }

    private void draw() {
        if (terminal) {
            for (Row row : rows) {
                out.println(row.text());
            }
            drawn = rows.size();
            out.flush();
        }
    }

    /** Ends and removes all rows. */
    @Override
    public void close() {
        List<Row> ended;
        synchronized (this) {
            ended = List.copyOf(rows);
            if (watching != null) {
                watching.interrupt();
            }
        }
        ended.forEach(Row::end);
        synchronized (this) {
            erase();
            rows.clear();
        }
    }

    /** One line that stays and is rewritten in place. */
    private interface Row {

        String text();

        /** How far it is, for a log. */
        String words();

        void end();
    }

    /** The present activity of one thing, in a few words. */
    public final class Status implements Row {

        private final String name;
        private volatile String saying = "";

        private Status(String name) {
            this.name = name;
        }

        /** Replaces the words. */
        public void saying(String now) {
            saying = now;
            redraw();
        }

        @Override
        public String text() {
            String whole = saying.isEmpty() ? name : name + "  " + saying;
            return whole.length() <= WIDTH ? whole : whole.substring(0, WIDTH - 1) + "…";
        }

        @Override
        public String words() {
            return saying.isEmpty() ? name : name + ", " + saying;
        }

        @Override
        public void end() {}

        /** Removes it from the board. */
        public void remove() {
            synchronized (Board.this) {
                erase();
                rows.remove(this);
                draw();
            }
        }
    }

    /** How far one piece of work is. */
    public final class Bar implements Row {

        private final String name;
        private final long most;
        private final ProgressBar bar;
        private volatile String text = "";
        private volatile String saying = "";
        private volatile long reached;

        private Bar(String name, long most) {
            this.name = name;
            this.most = most;
            this.bar = new ProgressBarBuilder()
                    .setTaskName(name)
                    .setInitialMax(most)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(REDRAW_MILLIS)
                    .continuousUpdate()
                    .setMaxRenderedLength(WIDTH)
                    .setConsumer(new DelegatingProgressBarConsumer(this::rendered, WIDTH))
                    .build();
        }

        private void rendered(String line) {
            text = line;
            redraw();
        }

        @Override
        public String text() {
            return text;
        }

        @Override
        public String words() {
            String far = most > 0
                    ? "%s %s of %s (%s %%)".formatted(name, reached, most, Math.round(100.0 * reached / most))
                    : "%s %s".formatted(name, reached);
            return saying.isEmpty() ? far : far + ", " + saying;
        }

        @Override
        public void end() {
            bar.close();
        }

        /** Tells how much is done. */
        public void at(long done) {
            reached = done;
            bar.stepTo(done);
        }

        /** Tells that one more is done. */
        public void step() {
            at(reached + 1);
        }

        /** Tells in a few words what is going on. */
        public void saying(String words) {
            saying = words;
            bar.setExtraMessage(words);
        }
    }
}
