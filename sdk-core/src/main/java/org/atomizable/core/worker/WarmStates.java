package org.atomizable.core.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The life of a worker, as a table. What is not in the table does not happen. */
final class WarmStates {

    private record Arrow(WarmState state, WarmEvent event, WarmState next) {}

    private static final List<Arrow> TABLE = table();

    private WarmStates() {}

    private static List<Arrow> table() {
        List<Arrow> arrows = new ArrayList<>(List.of(
                new Arrow(WarmState.COLD, WarmEvent.STARTED, WarmState.PROCESS),
                new Arrow(WarmState.PROCESS, WarmEvent.ENGINE_LOADED, WarmState.ENGINE),
                new Arrow(WarmState.ENGINE, WarmEvent.ENGINE_LOADED, WarmState.ENGINE),
                new Arrow(WarmState.ENGINE, WarmEvent.RESTORED, WarmState.LOADED),
                new Arrow(WarmState.LOADED, WarmEvent.RESTORED, WarmState.LOADED),
                new Arrow(WarmState.PAUSED, WarmEvent.RESTORED, WarmState.LOADED)));
        for (WarmState state : WarmState.values()) {
            if (state.idle()) {
                arrows.add(new Arrow(state, WarmEvent.GRANTED, WarmState.ACTIVE));
            }
        }
        arrows.add(new Arrow(WarmState.ACTIVE, WarmEvent.PAUSED, WarmState.PAUSED));
        for (WarmState state : WarmState.values()) {
            if (state.holdsSlice()) {
                arrows.add(new Arrow(state, WarmEvent.RELEASED, WarmState.ENGINE));
            }
        }
        for (WarmState state : WarmState.values()) {
            if (state != WarmState.COLD && state != WarmState.CLOSED) {
                arrows.add(new Arrow(state, WarmEvent.ENDED, WarmState.CLOSED));
            }
        }
        return List.copyOf(arrows);
    }

    /** Returns where an event leads from a state, or nothing if it leads nowhere. */
    static Optional<WarmState> next(WarmState state, WarmEvent event) {
        return TABLE.stream()
                .filter(arrow -> arrow.state() == state && arrow.event() == event)
                .map(Arrow::next)
                .findFirst();
    }

    /** Draws the table as a Mermaid state diagram. */
    static String diagram() {
        String arrows = TABLE.stream()
                .map(arrow ->
                        "    %s --> %s: %s\n".formatted(name(arrow.state()), name(arrow.next()), name(arrow.event())))
                .collect(Collectors.joining());
        return "stateDiagram-v2\n    [*] --> cold\n" + arrows + "    closed --> [*]\n";
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
