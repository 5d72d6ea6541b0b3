package org.atomizable.scheduler.market.job;

/** The texts that people read in lists: one line each, in which every character is seen and none changes how the others are shown. */
public final class ReadableText {

    private ReadableText() {}

    /** Tells whether a text is one, of 1 to {@code most} characters. */
    public static boolean is(String text, int most) {
        return !text.isBlank() && text.length() <= most && text.codePoints().allMatch(ReadableText::isSeen);
    }

    private static boolean isSeen(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
