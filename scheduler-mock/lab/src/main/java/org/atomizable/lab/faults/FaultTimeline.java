package org.atomizable.lab.faults;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A picture of one simulation in text: a row for each node, time from left to right.
 *
 * <pre>
 * job-0      ...====C.====C..x..====C
 * scheduler  ......g....g.x..g.......
 * </pre>
 */
final class FaultTimeline {

    private static final int WIDTH = 100;

    private FaultTimeline() {}

    static List<String> of(List<EventLog.Line> log) {
        double end = log.isEmpty() ? 1 : Math.max(1e-3, log.get(log.size() - 1).seconds());
        Map<String, char[]> rows = new LinkedHashMap<>();
        Map<String, Integer> since = new LinkedHashMap<>();
        for (EventLog.Line line : log) {
            char mark = line.mark();
            if (mark == EventLog.NO_MARK) {
                continue;
            }
            int column = (int) Math.min(WIDTH - 1, line.seconds() / end * WIDTH);
            char[] row = rows.computeIfAbsent(line.who(), any -> empty());
            if (mark == EventLog.BEGINS) {
                since.put(line.who(), column);
            } else if (since.containsKey(line.who()) && mark != EventLog.FAULT) {
                Arrays.fill(row, since.remove(line.who()), column + 1, EventLog.BEGINS);
            }
            row[column] = mark;
        }
        List<String> picture = new ArrayList<>();
        rows.forEach((who, row) -> picture.add(String.format(Locale.ROOT, "%-10s %s", who, new String(row))));
        picture.add(String.format(Locale.ROOT, "%-10s 0 s%" + (WIDTH - 3) + ".1f s", "", end));
        picture.add("= runs  C committed  - not committed  x died  ! fault  g grant  r revoked  s starts  f finished  V"
                + " violation");
        return picture;
    }

    private static char[] empty() {
        char[] row = new char[WIDTH];
        Arrays.fill(row, '.');
        return row;
    }
}
