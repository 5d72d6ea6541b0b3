package org.atomizable.testkit.check;

/**
 * A value at the end of a path of fields.
 *
 * @param kind what it is
 * @param text its value, or what stands for it
 */
record Leaf(Kind kind, String text) {

    /** Kinds of values. */
    public enum Kind {
        /** A whole number, or a boolean. */
        WHOLE,
        /** A floating point number. */
        REAL,
        /** An array of numbers. */
        NUMBERS,
        /** A collection, a map or an array of objects: its size. */
        SIZE,
        /** A queue: its size. */
        QUEUE,
        /** A generator of random numbers. */
        RANDOM,
        /** A map or set that iterates in the order of identity hash codes. */
        UNORDERED,
        /** Text, an enum constant, a date and the like. */
        VALUE
    }
}
