package org.atomizable.lab.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.atomizable.api.wire.EventMessage;

/** The network between agents and the scheduler. It loses, doubles, delays and reorders messages, and disconnects agents. */
final class Network {

    private static final int USUAL_MICROS = 4000;
    private static final Duration USUAL = Duration.ofMillis(2);
    private static final int LONG_MILLIS = 2000;

    private final World world;
    private final SplittableRandom chance;
    private final Map<String, Consumer<EventMessage>> listeners = new LinkedHashMap<>();
    private final Map<String, List<EventMessage>> unheard = new LinkedHashMap<>();
    private final Map<String, String> nodes = new LinkedHashMap<>();
    private final Map<String, Duration> farther = new LinkedHashMap<>();
    private final Map<String, Long> cutOff = new LinkedHashMap<>();

    Network(World world) {
        this.world = world;
        this.chance = world.scenario().stream("network");
    }

    SplittableRandom chance() {
        return chance;
    }

    /** Disconnects a node for some time. */
    void cut(String node, Duration length) {
        cutOff.put(node, world.time().elapsed() + length.toNanos());
    }

    boolean isCut(String node) {
        return cutOff.getOrDefault(node, 0L) > world.time().elapsed();
    }

    /** From now on, each message of a node takes so much longer. */
    void slow(String node, Duration more) {
        farther.put(node, more);
    }

    private Duration farther(String node) {
        return farther.getOrDefault(node, Duration.ZERO);
    }

    /** Returns how long a message from or to a node is on its way. */
    Duration delay(String node) {
        long nanos = 1000L * (100 + chance.nextInt(USUAL_MICROS));
        Duration delay = world.strikes(FaultKind.MESSAGE_DELAYED, chance)
                ? Duration.ofMillis(1 + chance.nextInt(LONG_MILLIS))
                : Duration.ofNanos(nanos);
        return delay.plus(farther(node));
    }

    /** Delivers a job's events to a node, also those that came before this call. */
    void listen(String node, String job, Consumer<EventMessage> listener) {
        listeners.put(job, listener);
        nodes.put(job, node);
        List<EventMessage> missed = unheard.remove(job);
        if (missed != null) {
            missed.forEach(event -> tell(job, event));
        }
    }

    void ignore(String job) {
        listeners.remove(job);
    }

    /** Delivers an event to the job's listener. */
    void tell(String job, EventMessage event) {
        if (!nodes.containsKey(job)) {
            unheard.computeIfAbsent(job, any -> new ArrayList<>()).add(event);
            return;
        }
        if (world.strikes(FaultKind.EVENT_LOST, chance)) {
            world.log().say("network", "loses event %s to %s", event.type(), job);
            return;
        }
        Duration delay = USUAL.plus(farther(nodes.getOrDefault(job, "")));
        if (world.strikes(FaultKind.EVENT_REORDERED, chance)) {
            delay = delay.plusMillis(chance.nextInt(LONG_MILLIS));
        }
        deliver(job, event, delay);
        if (world.strikes(FaultKind.EVENT_DOUBLED, chance)) {
            deliver(job, event, delay.plusMillis(chance.nextInt(LONG_MILLIS)));
        }
    }

    private void deliver(String job, EventMessage event, Duration delay) {
        world.time().schedule(delay, () -> {
            Consumer<EventMessage> listener = listeners.get(job);
            if (listener != null && !isCut(nodes.getOrDefault(job, ""))) {
                listener.accept(event);
            }
        });
    }
}
