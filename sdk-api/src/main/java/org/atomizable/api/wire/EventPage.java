package org.atomizable.api.wire;

import java.util.List;

/**
 * Answer of a long poll: events in order, none if none came in time.
 */
public record EventPage(List<EventMessage> events) {}
