package org.atomizable.core.agent;

import org.atomizable.api.time.TimeSource;

/** The surroundings of the loop: the workers, the inbox, the observer and the time. */
record AgentContext(Workers workers, Inbox inbox, AgentObserver observer, TimeSource time) {}
