package org.atomizable.core.agent;

import org.atomizable.api.time.TimeSource;
import org.atomizable.core.client.SchedulerCalls;

/** The surroundings of the loop: the scheduler, the workers, the inbox, the observer and the time. */
record AgentContext(SchedulerCalls scheduler, Workers workers, Inbox inbox, AgentObserver observer, TimeSource time) {}
