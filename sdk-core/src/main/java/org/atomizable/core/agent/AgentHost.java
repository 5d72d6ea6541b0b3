package org.atomizable.core.agent;

import java.util.function.Consumer;
import java.util.function.Function;
import org.atomizable.api.time.TimeSource;

/**
 * Where an agent without threads lives.
 *
 * @param time its clock; what is scheduled there may happen while an event is handled
 * @param turns runs the handling of one event after the other, in order
 * @param workers starts and stops its workers, which tell it what they do
 */
public record AgentHost(TimeSource time, Consumer<Runnable> turns, Function<WorkerEvents, Workers> workers) {}
