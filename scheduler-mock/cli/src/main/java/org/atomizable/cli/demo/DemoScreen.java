package org.atomizable.cli.demo;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.window.Slice;
import org.atomizable.cli.terminal.Board;

/**
 * Where a demonstration shows what goes on.
 *
 * @param verbose whether each window is a line on the board
 * @param files directory of the file that holds these lines in any case
 */
record DemoScreen(Board board, boolean verbose, Path files) {

    WindowDisplay windows(List<Slice> slices, Instant began) throws AtomizableException {
        return WindowDisplay.open(board, verbose, files, slices, began);
    }
}
