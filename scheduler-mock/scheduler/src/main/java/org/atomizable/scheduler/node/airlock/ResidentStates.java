package org.atomizable.scheduler.node.airlock;

import static org.atomizable.scheduler.node.airlock.ResidentEvent.ASK;
import static org.atomizable.scheduler.node.airlock.ResidentEvent.CALL_BACK;
import static org.atomizable.scheduler.node.airlock.ResidentEvent.DIED;
import static org.atomizable.scheduler.node.airlock.ResidentEvent.FAILED;
import static org.atomizable.scheduler.node.airlock.ResidentEvent.READDRESS;
import static org.atomizable.scheduler.node.airlock.ResidentEvent.RECLAIM;
import static org.atomizable.scheduler.node.airlock.ResidentEvent.RESUMED;
import static org.atomizable.scheduler.node.airlock.ResidentEvent.WITHDRAW;
import static org.atomizable.scheduler.node.airlock.ResidentState.DEAD;
import static org.atomizable.scheduler.node.airlock.ResidentState.MOVED;
import static org.atomizable.scheduler.node.airlock.ResidentState.READDRESSING;
import static org.atomizable.scheduler.node.airlock.ResidentState.RECLAIMING;
import static org.atomizable.scheduler.node.airlock.ResidentState.RESUMING;
import static org.atomizable.scheduler.node.airlock.ResidentState.RUNNING;
import static org.atomizable.scheduler.node.airlock.ResidentState.SUSPENDED;
import static org.atomizable.scheduler.node.airlock.ResidentState.SUSPENDING;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The state machine of a resident, as a table. An event that is not in the table changes nothing. */
final class ResidentStates {

    private record Arrow(ResidentState state, ResidentEvent event, ResidentState next) {}

    private static final List<Arrow> TABLE = List.of(
            new Arrow(RUNNING, ASK, SUSPENDING),
            // The answer to a request that was taken back meanwhile.
            new Arrow(RUNNING, ResidentEvent.SUSPENDED, SUSPENDED),
            new Arrow(RUNNING, RECLAIM, RECLAIMING),
            new Arrow(RUNNING, DIED, DEAD),
            new Arrow(SUSPENDING, ResidentEvent.SUSPENDED, SUSPENDED),
            new Arrow(SUSPENDING, WITHDRAW, RUNNING),
            new Arrow(SUSPENDING, RECLAIM, RECLAIMING),
            new Arrow(SUSPENDING, DIED, DEAD),
            new Arrow(SUSPENDED, CALL_BACK, RESUMING),
            new Arrow(SUSPENDED, READDRESS, READDRESSING),
            new Arrow(SUSPENDED, RECLAIM, RECLAIMING),
            new Arrow(SUSPENDED, DIED, DEAD),
            new Arrow(RESUMING, RESUMED, RUNNING),
            new Arrow(RESUMING, ASK, SUSPENDING),
            new Arrow(RESUMING, FAILED, RECLAIMING),
            new Arrow(RESUMING, RECLAIM, RECLAIMING),
            new Arrow(RESUMING, DIED, DEAD),
            new Arrow(READDRESSING, ResidentEvent.MOVED, MOVED),
            new Arrow(READDRESSING, FAILED, RECLAIMING),
            new Arrow(READDRESSING, RECLAIM, RECLAIMING),
            new Arrow(READDRESSING, DIED, DEAD),
            new Arrow(RECLAIMING, DIED, DEAD));

    private ResidentStates() {}

    /** Returns where {@code event} leads from {@code state}, or nothing if it leads nowhere. */
    static Optional<ResidentState> next(ResidentState state, ResidentEvent event) {
        for (Arrow arrow : TABLE) {
            if (arrow.state() == state && arrow.event() == event) {
                return Optional.of(arrow.next());
            }
        }
        return Optional.empty();
    }

    /** Draws the table as a Mermaid state diagram. */
    static String diagram() {
        String arrows = TABLE.stream()
                .map(arrow ->
                        "    %s --> %s: %s\n".formatted(name(arrow.state()), name(arrow.next()), name(arrow.event())))
                .collect(Collectors.joining());
        return "stateDiagram-v2\n    [*] --> running\n" + arrows + "    moved --> [*]\n    dead --> [*]\n";
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
