package org.atomizable.core.agent;

import org.atomizable.api.time.TimeSource;
import org.atomizable.core.agent.grant.Workers;
import org.atomizable.core.client.SchedulerCalls;

/** What the loop works with: whom it talks to, who works for it, and the time. */
record AgentContext(SchedulerCalls scheduler, Workers workers, Inbox inbox, AgentObserver observer, TimeSource time) {}
