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
    private long begun;

    /** Makes an empty one. */
    public Tail() {}

    /** Takes the first bytes of a piece. */
    public synchronized void add(byte[] bytes, int count) {
        int left = Math.max(0, count - KEPT);
        taken += left;
        for (int i = left; i < count; i++) {
            ring[(int) (taken++ % KEPT)] = bytes[i];
        }
    }

    /** Takes a line. */
    public void note(String text) {
        byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
        add(bytes, bytes.length);
    }

    /** Begins a new part, such as the output of another subjob. */
    public synchronized void begin() {
        begun = taken;
    }

    /** Returns what is kept of what came since {@link #begin}, from the beginning of a word on. */
    public synchronized String sinceBegun() {
        int length = (int) Math.min(taken - begun, KEPT);
        String newest = text(length);
        boolean cut = taken - begun > length;
        return cut ? newest.replaceFirst("^\\S*", "") : newest;
    }

    /** Returns the last few lines that have a letter or a digit, joined by bars; each is shortened if it is long. */
    public String words() {
        List<String> lines = whole().lines()
                .map(line -> line.replaceAll("\\p{Cntrl}", " ").strip())
                .filter(line -> line.chars().anyMatch(Character::isLetterOrDigit))
                .map(line -> line.length() > CHARACTERS ? line.substring(0, CHARACTERS) + "..." : line)
                .toList();
        return lines.stream().skip(Math.max(0, lines.size() - LINES)).collect(Collectors.joining(" | "));
    }

    private synchronized String whole() {
        return text((int) Math.min(taken, KEPT));
    }

    private String text(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = ring[(int) ((taken - length + i) % KEPT)];
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
