package org.atomizable.lab.simulate.finding;

import java.util.List;
import org.atomizable.lab.simulate.figure.Interval;
import org.atomizable.lab.simulate.figure.Rounded;

/** Figures and lists as the page writes them. */
final class Wording {

    private Wording() {}

    static String code(String name) {
        return "`" + name + "`";
    }

    /** Returns a mean with the half width of its interval, if it has one. */
    static String mean(Interval interval) {
        String mean = Rounded.text(interval.mean(), 2);
        return interval.count() == 1 ? mean : mean + " ± " + Rounded.text(interval.high() - interval.mean(), 2);
    }

    /** Returns a relative difference with its interval; bold if 0 is not in it. */
    static String difference(Interval share) {
        if (share.count() == 1) {
            return signed(share.mean()) + " %";
        }
        String text = "%s %% (%s to %s)".formatted(signed(share.mean()), signed(share.low()), signed(share.high()));
        return Comparison.isClear(share) ? "**" + text + "**" : text;
    }

    /** Returns how much more or less time something takes, such as {@code 5 % less time}. */
    static String time(double share) {
        return "%s %% %s time".formatted(Rounded.text(100 * Math.abs(share), 0), share < 0 ? "less" : "more");
    }

    private static String signed(double share) {
        String text = Rounded.text(100 * share, 0);
        return text.startsWith("-") ? "−" + text.substring(1) : text.equals("0") ? text : "+" + text;
    }

    /** Returns a row of a Markdown table. */
    static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    /** Returns the line below the head of a table: the first column to the left, the others to the right. */
    static String rule(int columns) {
        return "|---|" + "--:|".repeat(columns - 1) + "\n";
    }

    /** Returns {@code a}, {@code a and b}, or {@code a, b and c}. */
    static String list(List<String> words) {
        int last = words.size() - 1;
        return last < 1
                ? String.join("", words)
                : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }
}
