package org.atomizable.core.agent;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.PressureTold;
import org.atomizable.core.client.EventListener;
import org.atomizable.core.client.SchedulerClock;
import org.atomizable.core.wire.FromWire;
import org.jspecify.annotations.Nullable;

/** Queues the events that an agent must handle. Any thread may add one. */
final class Inbox implements EventListener {

    private final BlockingQueue<AgentEvent> events = new LinkedBlockingQueue<>();
    private final Map<String, Window> newest = new ConcurrentHashMap<>();
    private final Runnable arrived;
    private final Optional<SchedulerClock> scheduler;
    private volatile boolean closed;
    private volatile TimeSource.Timer reminder = () -> {};

    /**
     * Makes one.
     *
     * @param scheduler by which windows and grants are told; empty if by the clock here
     */
    Inbox(Optional<SchedulerClock> scheduler) {
        this(scheduler, () -> {});
    }

    /** Makes one that says so whenever an event has arrived. */
    Inbox(Optional<SchedulerClock> scheduler, Runnable arrived) {
        this.scheduler = scheduler;
        this.arrived = arrived;
    }

    /** Has the agent reminded again and again, until it is closed. */
    void remind(TimeSource time, Duration every) {
        if (!closed) {
            reminder = time.schedule(every, () -> {
                put(new AgentEvent.Reminder());
                remind(time, every);
            });
        }
    }

    void close() {
        closed = true;
        reminder.cancel();
    }

    /**
     * Returns the next event. A window whose time was offered anew meanwhile is outdated: where answers take longer than windows wait for
     * them, an agent that answered each in turn would fall behind for ever.
     */
    AgentEvent take() throws InterruptedException {
        AgentEvent event = events.take();
        return event instanceof AgentEvent.Offered offered && isOutdated(offered.window())
                ? new AgentEvent.Outdated()
                : event;
    }

    private boolean isOutdated(Window window) {
        Window last = newest.getOrDefault(window.slice().id(), window);
        return !last.id().equals(window.id())
                && last.opens().isBefore(window.closes())
                && window.opens().isBefore(last.closes());
    }

    void put(AgentEvent event) {
        if (event instanceof AgentEvent.Offered offered) {
            newest.put(offered.window().slice().id(), offered.window());
        }
        events.add(event);
        arrived.run();
    }

    @Override
    public void on(EventMessage message) {
        try {
            if (message.window() != null) {
                Window window = FromWire.window(message.window());
                put(new AgentEvent.Offered(
                        scheduler.map(clock -> clock.here(window)).orElse(window)));
            } else if (message.grant() != null) {
                Grant grant = FromWire.grant(message.grant());
                put(new AgentEvent.Granted(
                        scheduler.map(clock -> clock.here(grant)).orElse(grant)));
            } else if (message.revoked() != null) {
                put(new AgentEvent.Revoked(
                        message.revoked().id(), message.revoked().why()));
            } else if (message.pressure() != null) {
                String grant = message.pressure().id();
                order(message.pressure()).ifPresent(it -> put(new AgentEvent.Pressed(grant, it)));
            } else if (message.ended() != null) {
                put(new AgentEvent.Over(message.ended().how(), message.ended().by()));
            }
        } catch (IllegalArgumentException e) {
            put(new AgentEvent.Lost(new AtomizableException(
                    "the scheduler sent an event that is not valid: " + e.getMessage(),
                    "Use a scheduler of this version of the protocol",
                    e)));
        }
    }

    @Override
    public void lost(AtomizableException why) {
        put(new AgentEvent.Lost(why));
    }

    /**
     * Reads a message; nothing if its order is not known here.
     *
     * @throws IllegalArgumentException if what belongs to the order is missing or out of range
     */
    private static Optional<PressureOrder> order(PressureTold told) {
        return switch (told.order()) {
            case "shrink" -> Optional.of(new PressureOrder.Shrink(FromWire.pressure(set(told, told.pressure()))));
            case "suspend" -> Optional.of(new PressureOrder.Suspend());
            case "carry-on" -> Optional.of(new PressureOrder.CarryOn());
            case "freeze" -> Optional.of(new PressureOrder.Freeze());
            case "kill" -> Optional.of(new PressureOrder.Kill());
            case "rank" -> Optional.of(new PressureOrder.Rank(set(told, told.oomScore())));
            default -> Optional.empty();
        };
    }

    private static <T> T set(PressureTold told, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException("order %s of grant %s lacks a field".formatted(told.order(), told.id()));
        }
        return value;
    }
}
