package org.atomizable.api.wire;

import java.util.List;

/**
 * Answer of a long poll: events in order; empty if none came in time.
 */
public record EventPage(List<EventMessage> events) {}
