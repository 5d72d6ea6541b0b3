package org.atomizable.core.agent;

import org.atomizable.api.time.TimeSource;
import org.atomizable.core.client.SchedulerClient;

/** What the loop works with: whom it talks to, who works for it, and the time. */
record AgentContext(
        SchedulerClient scheduler, WorkerThread worker, Inbox inbox, AgentObserver observer, TimeSource time) {}
