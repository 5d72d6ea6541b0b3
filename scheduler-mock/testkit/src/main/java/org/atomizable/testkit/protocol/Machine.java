package org.atomizable.testkit.protocol;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One state machine of the protocol, as a table.
 *
 * @param name of what has the states
 * @param first the state in which it begins
 * @param begins the message with which it begins
 * @param arrows every transition
 */
record Machine<S extends Enum<S>>(String name, S first, Message begins, List<Arrow<S>> arrows) {

    /** A transition. */
    public record Arrow<S extends Enum<S>>(S from, Message message, S to) {}

    /** Copies the table. */
    public Machine {
        arrows = List.copyOf(arrows);
    }

    /** Returns where a message leads, or nothing if it may not come then. */
    public Optional<S> next(S state, Message message) {
        return arrows.stream()
                .filter(arrow -> arrow.from() == state && arrow.message() == message)
                .map(Arrow::to)
                .findFirst();
    }

    /** Returns the states from which nothing leads to another state. */
    public Set<S> last() {
        Set<S> last = EnumSet.allOf(first.getDeclaringClass());
        arrows.stream().filter(arrow -> arrow.from() != arrow.to()).forEach(arrow -> last.remove(arrow.from()));
        return last;
    }

    /** Draws it as a Mermaid state diagram. */
    public String diagram() {
        String lines = arrows.stream()
                .map(arrow -> "    %s --> %s: %s\n"
                        .formatted(
                                word(arrow.from()),
                                word(arrow.to()),
                                arrow.message().word()))
                .collect(Collectors.joining());
        String ends = last().stream()
                .map(state -> "    %s --> [*]\n".formatted(word(state)))
                .collect(Collectors.joining());
        return "stateDiagram-v2\n    [*] --> %s: %s\n%s%s".formatted(word(first), begins.word(), lines, ends);
    }

    private static String word(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
