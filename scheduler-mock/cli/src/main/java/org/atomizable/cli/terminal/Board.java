package org.atomizable.cli.terminal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Lines that scroll above rows that stay: progress bars and statuses. Safe for use by several threads.
 *
 * <p>The rows are redrawn in place, which only a terminal can do; elsewhere they are left out.
 */
public final class Board implements AutoCloseable {

    /** A bar that is wrapped could not be erased again. */
    private static final int WIDTH =
            Math.max(40, Math.min(100, Integer.getInteger("atomizable.terminal.width", 100) - 1));

    private static final int REDRAW_MILLIS = 200;

    private final PrintStream out;
    private final boolean terminal;
    private final List<Row> rows = new ArrayList<>();
    private int drawn;

    Board(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Returns a board on standard output. */
    public static Board onStandardOutput() {
        return new Board(System.out, Boolean.getBoolean("atomizable.terminal.out"));
    }

    /** Returns a board on standard error, where standard output is for machines. */
    public static Board onStandardError() {
        return new Board(System.err, Boolean.getBoolean("atomizable.terminal.err"));
    }

    /** Prints one line. */
    public synchronized void line(String text) {
        erase();
        out.println(text);
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
            out.printf("\u001b[%dA\u001b[J", drawn);
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

        void end();
    }

    /** What one thing is doing now, in a few words. */
    public final class Status implements Row {

        private final String name;
        private volatile String words = "";

        private Status(String name) {
            this.name = name;
        }

        /** Replaces the words. */
        public void saying(String now) {
            words = now;
            redraw();
        }

        @Override
        public String text() {
            String whole = name + "  " + words;
            return whole.length() <= WIDTH ? whole : whole.substring(0, WIDTH - 1) + "…";
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

        private final ProgressBar bar;
        private volatile String text = "";

        private Bar(String name, long most) {
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
        public void end() {
            bar.close();
        }

        /** Tells how much is done. */
        public void at(long done) {
            bar.stepTo(done);
        }

        /** Tells in a few words what is going on. */
        public void saying(String words) {
            bar.setExtraMessage(words);
        }
    }
}
