package org.atomizable.cli.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.atomizable.core.plan.Answers;
import org.atomizable.scheduler.market.event.Cleared;

/**
 * Puts each cleared window into one line: what was offered, which jobs wanted it, which job got it and why.
 *
 * @param began the instant from which times are counted
 */
record WindowLines(Instant began) {

    String line(Cleared cleared) {
        String silent = silent(cleared);
        return String.format(
                Locale.ROOT,
                "%6.1f s  %-8s %4.1f s offered; wanted by: %s; %s%s",
                seconds(Duration.between(began, cleared.window().opens())),
                cleared.window().slice().kind(),
                seconds(cleared.window().length()),
                wanted(cleared),
                granted(cleared),
                silent.isEmpty() ? "" : "; silent: " + silent);
    }

    private static String wanted(Cleared cleared) {
        String interested = answers(cleared, true).stream()
                .map(it -> String.format(Locale.ROOT, "%s %.0f %%", it.job(), 100 * it.share()))
                .collect(Collectors.joining(", "));
        if (!interested.isEmpty()) {
            return interested;
        }
        String running = answers(cleared, false).stream()
                .filter(it -> it.because().equals(Answers.ALREADY_RUNS))
                .map(Cleared.Heard::job)
                .collect(Collectors.joining(", "));
        return running.isEmpty() ? "no job" : "no job (running already: %s)".formatted(running);
    }

    /** Lists the jobs that did not want the window, each with its reason. */
    static String silent(Cleared cleared) {
        return answers(cleared, false).stream()
                .map(it -> "%s (%s)".formatted(it.job(), it.because()))
                .collect(Collectors.joining(", "));
    }

    private static List<Cleared.Heard> answers(Cleared cleared, boolean interested) {
        return cleared.asked().heard().stream()
                .filter(it -> it.interested() == interested)
                .toList();
    }

    private static String granted(Cleared cleared) {
        return cleared.winners().isEmpty()
                ? "not granted"
                : "granted to %s (%s%s)".formatted(winners(cleared), cleared.why(), worth(cleared));
    }

    static String winners(Cleared cleared) {
        return cleared.winners().stream().map(Cleared.Winner::job).collect(Collectors.joining(" and "));
    }

    /** Tells what the best bid of each job was worth, and by how much it lost. */
    private static String worth(Cleared cleared) {
        return cleared.explained().stream()
                .map(it -> String.format(
                        Locale.ROOT,
                        "; %s %s %.2f%s",
                        it.scored().proposal().bidder().name(),
                        it.scored().proposal().variant().id(),
                        it.scored().weight(),
                        it.won() ? "" : String.format(Locale.ROOT, ", lost by %.2f", it.lostBy())))
                .collect(Collectors.joining());
    }

    static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }
}
