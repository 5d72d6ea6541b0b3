package org.atomizable.testkit.junit;

import java.util.Optional;

/** Where a test's seed comes from. */
final class Seeds {

    static final String PROPERTY = "atomizable.testkit.seed";

    private Seeds() {}

    /** Returns the seed that the user has set. */
    static Optional<Long> asked() {
        String text = System.getProperty(PROPERTY);
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(text.strip()));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "-D%s must be a whole number, such as 7, was \"%s\"".formatted(PROPERTY, text), e);
        }
    }

    /** Returns the seed that is asked for, or else another. */
    static long from(long usual) {
        return asked().orElse(usual);
    }
}
