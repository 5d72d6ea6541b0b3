package org.atomizable.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BoardTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void aStatusStaysBelowTheLinesAndIsRewrittenInPlace() {
        try (Board board = new Board(out, true)) {
            Board.Status slice = board.status("3g.40gb");
            slice.saying("reserved");
            board.line("waiting for windows");
            bytes.reset();
            slice.saying("granted");
        }
        assertThat(printed()).startsWith("\u001b[1A\u001b[J3g.40gb  granted\n");
    }

    @Test
    void aRemovedStatusIsDrawnNoMore() {
        try (Board board = new Board(out, true)) {
            Board.Status slice = board.status("3g.40gb");
            slice.saying("reserved");
            slice.remove();
            bytes.reset();
            board.line("done");
        }
        assertThat(printed()).isEqualTo("done\n");
    }

    @Test
    void aStatusIsCutToTheTerminalsWidth() {
        try (Board board = new Board(out, true)) {
            board.status("3g.40gb").saying("x".repeat(500));
        }
        assertThat(printed().lines())
                .first()
                .satisfies(
                        line -> assertThat(line).hasSizeLessThanOrEqualTo(100).endsWith("…"));
    }

    @Test
    void notesTakeThePlaceOfRowsWhereThereIsNoTerminal() {
        try (Board board = new Board(out, false)) {
            board.status("3g.40gb").saying("granted");
            board.note("25 %");
        }
        assertThat(printed()).isEqualTo("25 %\n");
    }

    @Test
    void notesAreLeftOutOnATerminal() {
        try (Board board = new Board(out, true)) {
            board.note("25 %");
        }
        assertThat(printed()).isEmpty();
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }
}
