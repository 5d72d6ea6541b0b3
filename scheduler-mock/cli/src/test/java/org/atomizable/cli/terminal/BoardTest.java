package org.atomizable.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.time.VirtualTime;
import org.junit.jupiter.api.Test;

class BoardTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final VirtualTime time = VirtualTime.create();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void aStatusStaysBelowTheLinesAndIsRewrittenInPlace() {
        try (Board board = new Board(out, true, time)) {
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
        try (Board board = new Board(out, true, time)) {
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
        try (Board board = new Board(out, true, time)) {
            board.status("3g.40gb").saying("x".repeat(500));
        }
        assertThat(printed().lines())
                .first()
                .satisfies(
                        line -> assertThat(line).hasSizeLessThanOrEqualTo(100).endsWith("…"));
    }

    @Test
    void notesTakeThePlaceOfRowsWhereThereIsNoTerminal() {
        try (Board board = new Board(out, false, time)) {
            board.status("3g.40gb").saying("granted");
            board.note("25 %");
        }
        assertThat(printed()).isEqualTo("25 %\n");
    }

    @Test
    void notesAreLeftOutOnATerminal() {
        try (Board board = new Board(out, true, time)) {
            board.note("25 %");
        }
        assertThat(printed()).isEmpty();
    }

    @Test
    void howFarItIsIsToldAfterFiveSilentSecondsAndThenEverMoreRarely() {
        try (Board board = new Board(out, false, time)) {
            Board.Bar bar = board.bar("rounds", 25);
            board.status("3g.40gb").saying("granted");
            bar.at(12);
            time.advance(Duration.ofMillis(4999));
            assertThat(board.overdue()).isEmpty();
            time.advance(Duration.ofMillis(1));
            assertThat(board.overdue()).contains("after 5 s: rounds 12 of 25 (48 %)");
            bar.saying("seed 3");
            List<Long> told = new ArrayList<>();
            for (long second = 6; second <= 300; second++) {
                time.advance(Duration.ofSeconds(1));
                long now = second;
                board.overdue().ifPresent(it -> {
                    assertThat(it).isEqualTo("after %s s: rounds 12 of 25 (48 %%), seed 3".formatted(now));
                    told.add(now);
                });
            }
            assertThat(told).containsExactly(15L, 35L, 75L, 135L, 195L, 255L);
        }
        assertThat(printed()).as("standard output stays clean").isEmpty();
    }

    @Test
    void aLineBreaksTheSilence() {
        try (Board board = new Board(out, false, time)) {
            board.status("exporting 10-1").saying("");
            time.advance(Duration.ofSeconds(4));
            board.line("a line");
            time.advance(Duration.ofSeconds(4));
            assertThat(board.overdue()).isEmpty();
            time.advance(Duration.ofSeconds(1));
            assertThat(board.overdue()).contains("after 9 s: exporting 10-1");
        }
    }

    @Test
    void withoutRowsThereIsNothingToTell() {
        try (Board board = new Board(out, false, time)) {
            time.advance(Duration.ofMinutes(1));
            assertThat(board.overdue()).isEmpty();
        }
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }
}
