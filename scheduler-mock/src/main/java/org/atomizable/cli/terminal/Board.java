package org.atomizable.cli.terminal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Lines that scroll above bars that stay. Safe for use by several threads.
 *
 * <p>The bars are redrawn in place, which only a terminal can do; elsewhere they are left out.
 */
public final class Board implements AutoCloseable {

    /** A bar that is wrapped could not be erased again. */
    private static final int WIDTH =
            Math.max(40, Math.min(100, Integer.getInteger("atomizable.terminal.width", 100) - 1));

    private static final int REDRAW_MILLIS = 200;

    private final PrintStream out;
    private final boolean terminal;
    private final List<Bar> bars = new ArrayList<>();
    private int drawn;

    private Board(PrintStream out, boolean terminal) {
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
        bars.add(bar);
        return bar;
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
            for (Bar bar : bars) {
                out.println(bar.text);
            }
            drawn = bars.size();
            out.flush();
        }
    }

    /** Ends and removes all bars. */
    @Override
    public void close() {
        List<Bar> ended;
        synchronized (this) {
            ended = List.copyOf(bars);
        }
        ended.forEach(it -> it.bar.close());
        synchronized (this) {
            erase();
            bars.clear();
        }
    }

    /** How far one piece of work is. */
    public final class Bar {

        private final ProgressBar bar;
        private volatile String text = "";

        private Bar(String name, long most) {
            this.bar = new ProgressBarBuilder()
                    .setTaskName(name)
                    .setInitialMax(most)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(REDRAW_MILLIS)
                    .setMaxRenderedLength(WIDTH)
                    .setConsumer(new DelegatingProgressBarConsumer(this::rendered, WIDTH))
                    .build();
        }

        private void rendered(String line) {
            text = line;
            redraw();
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
