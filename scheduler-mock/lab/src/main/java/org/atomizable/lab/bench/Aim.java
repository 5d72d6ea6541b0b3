package org.atomizable.lab.bench;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalDouble;

/**
 * The target of a figure of a bench.
 *
 * @param figure what it is called in the table
 * @param field where it stands in the bench's JSON
 * @param atMost whether less is better
 */
record Aim(String figure, JsonPointer field, boolean atMost, double value) {

    static Aim atMost(double value, String figure, String field) {
        return new Aim(figure, JsonPointer.compile("/" + field), true, value);
    }

    static Aim atLeast(double value, String figure, String field) {
        return new Aim(figure, JsonPointer.compile("/" + field), false, value);
    }

    /** Returns the figure; empty if this machine has none. */
    OptionalDouble in(JsonNode measured) {
        JsonNode found = measured.at(field);
        return found.isNumber() ? OptionalDouble.of(found.asDouble()) : OptionalDouble.empty();
    }

    boolean holds(double measured) {
        return atMost ? measured <= value : measured >= value;
    }
}
