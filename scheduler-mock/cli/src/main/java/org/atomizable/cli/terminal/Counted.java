package org.atomizable.cli.terminal;

/** A number of things in words. */
public final class Counted {

    private Counted() {}

    /**
     * Returns a number and the noun that goes with it.
     *
     * @param noun of one thing, whose plural ends with s
     */
    public static String of(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
