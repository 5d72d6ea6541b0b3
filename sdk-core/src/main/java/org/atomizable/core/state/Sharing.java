package org.atomizable.core.state;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/** The values of a state that can change, numbered as they are met, so that each is written once and restored once. */
final class Sharing {

    private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();
    private final List<Optional<Object>> values = new ArrayList<>();

    /** Returns the number of a value that was met before. */
    Optional<Integer> numberOf(Object value) {
        return Optional.ofNullable(numbers.get(value));
    }

    /** Gives a value that is written its number. */
    int meet(Object value) {
        int number = reserve();
        numbers.put(value, number);
        return number;
    }

    /** Reserves the number of a value that is being written or read. */
    int reserve() {
        values.add(Optional.empty());
        return values.size() - 1;
    }

    /** Tells that the value of a number is complete. */
    void complete(int number, Object value) {
        values.set(number, Optional.of(value));
    }

    /** Returns the value of a number; empty if there is none, or none yet. */
    Optional<Object> value(int number) {
        return number >= 0 && number < values.size() ? values.get(number) : Optional.empty();
    }
}
