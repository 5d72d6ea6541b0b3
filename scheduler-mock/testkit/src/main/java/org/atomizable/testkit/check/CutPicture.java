package org.atomizable.testkit.check;

import java.util.List;

/** Draws a cut: which atoms ran before it, and which one after it went wrong. */
final class CutPicture {

    /** The number of atoms that fit on a line. */
    private static final long WIDEST = 60;

    private CutPicture() {}

    static List<String> of(long atoms, long cut, long wrong) {
        long first = Math.max(0, Math.min(cut - WIDEST / 4, atoms - WIDEST));
        long end = Math.min(atoms, Math.max(first + WIDEST, wrong + 1));
        StringBuilder uncut = new StringBuilder();
        StringBuilder resumed = new StringBuilder();
        for (long atom = first; atom < end && atom - first < 2 * WIDEST; atom++) {
            uncut.append('=');
            resumed.append(atom < cut ? ' ' : atom < wrong ? '=' : atom == wrong ? 'X' : '.');
        }
        return List.of(
                "atoms %s to %s".formatted(first, end - 1),
                "not cut  " + uncut,
                "resumed  " + resumed.toString().stripTrailing(),
                " ".repeat(9 + (int) (cut - first))
                        + "^ restored before atom %s; X: atom %s differs".formatted(cut, wrong));
    }
}
