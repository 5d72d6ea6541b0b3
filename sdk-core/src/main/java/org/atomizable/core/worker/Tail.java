package org.atomizable.core.worker;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** The newest bytes of a stream, up to a limit. Safe for use by several threads. */
public final class Tail {

    private static final int KEPT = 4096;
    private static final int LINES = 8;
    private static final int CHARACTERS = 300;

    private final byte[] ring = new byte[KEPT];
    private long taken;

    /** Makes an empty one. */
    public Tail() {}

    /** Takes the first bytes of a piece. */
    public synchronized void add(byte[] bytes, int count) {
        for (int i = Math.max(0, count - KEPT); i < count; i++) {
            ring[(int) (taken++ % KEPT)] = bytes[i];
        }
    }

    /** Takes a line. */
    public void note(String text) {
        byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
        add(bytes, bytes.length);
    }

    /** Returns the last few lines that have a letter or a digit, joined by bars; each is shortened if it is long. */
    public String words() {
        List<String> lines = text().lines()
                .map(line -> line.replaceAll("\\p{Cntrl}", " ").strip())
                .filter(line -> line.chars().anyMatch(Character::isLetterOrDigit))
                .map(line -> line.length() > CHARACTERS ? line.substring(0, CHARACTERS) + "..." : line)
                .toList();
        return lines.stream().skip(Math.max(0, lines.size() - LINES)).collect(Collectors.joining(" | "));
    }

    private synchronized String text() {
        int length = (int) Math.min(taken, KEPT);
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = ring[(int) ((taken - length + i) % KEPT)];
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
