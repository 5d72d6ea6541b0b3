package org.atomizable.cli.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.atomizable.cli.terminal.Board;
import org.atomizable.scheduler.market.Cleared;
import org.atomizable.scheduler.market.GrantEnded;
import org.atomizable.scheduler.market.Observer;

/** Says a line for each window: offered, signalled by whom, granted to whom, why. */
final class WindowLines implements Observer {

    private final Board board;
    private final Instant began;

    WindowLines(Board board, Instant began) {
        this.board = board;
        this.began = began;
    }

    @Override
    public void cleared(Cleared cleared) {
        String signalled = named(cleared, true);
        String silent = named(cleared, false);
        board.line(String.format(
                Locale.ROOT,
                "%6.1f s  %-8s %4.1f s offered; wanted by: %s; %s%s",
                seconds(Duration.between(began, cleared.window().opens())),
                cleared.window().slice().kind(),
                seconds(cleared.window().length()),
                signalled.isEmpty() ? "nobody" : signalled,
                granted(cleared),
                silent.isEmpty() ? "" : "; silent: " + silent));
    }

    @Override
    public void ended(GrantEnded ended) {
        // Only what should not happen is worth a line; what should is in the bars.
        ended.lease()
                .ended()
                .filter(it -> !it.by().name().equals("REPORT"))
                .ifPresent(it -> board.line("          %s on %s ended by %s"
                        .formatted(ended.job(), ended.lease().grant().slice().kind(), it.by())));
    }

    private static String granted(Cleared cleared) {
        if (cleared.winners().isEmpty()) {
            return "not granted";
        }
        String to = cleared.winners().stream().map(Cleared.Winner::job).collect(Collectors.joining(" and "));
        return "granted to %s (%s%s)".formatted(to, cleared.why(), worth(cleared));
    }

    /** What each job's best bid was worth, and what it lacked. */
    private static String worth(Cleared cleared) {
        return cleared.explained().stream()
                .map(it -> String.format(
                        Locale.ROOT,
                        "; %s %s %.2f%s",
                        it.scored().proposal().bidder().name(),
                        it.scored().proposal().variant(),
                        it.scored().weight(),
                        it.won() ? "" : String.format(Locale.ROOT, ", lost by %.2f", it.lostBy())))
                .collect(Collectors.joining());
    }

    private static String named(Cleared cleared, boolean interested) {
        List<Cleared.Heard> heard = cleared.heard().stream()
                .filter(it -> it.interested() == interested)
                .toList();
        return heard.stream()
                .map(it -> interested
                        ? String.format(Locale.ROOT, "%s %.0f %%", it.job(), 100 * it.share())
                        : "%s (%s)".formatted(it.job(), it.because()))
                .collect(Collectors.joining(", "));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }
}
