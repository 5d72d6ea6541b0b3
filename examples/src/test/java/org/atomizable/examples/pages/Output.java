package org.atomizable.examples.pages;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Compares what a page says that is printed with what was printed: numbers and check sums may differ, words and order may not. */
final class Output {

    private Output() {}

    /** The first line of the expected ones that is missing after those before it. */
    static Optional<String> missing(String expected, String printed) {
        List<String> lines = printed.lines().map(Output::masked).toList();
        Iterator<String> rest = lines.iterator();
        for (String line : expected.lines().filter(it -> !it.isBlank()).toList()) {
            boolean found = false;
            while (!found && rest.hasNext()) {
                found = rest.next().equals(masked(line));
            }
            if (!found) {
                return Optional.of(line);
            }
        }
        return Optional.empty();
    }

    private static String masked(String line) {
        return line.strip()
                .replaceAll("\\b[0-9a-f]{12,}\\b", "#")
                .replaceAll("-?\\d+([.,:]\\d+)*(E-?\\d+)?", "#")
                .replaceAll("\\s+", " ");
    }
}
