package org.atomizable.scheduler;

import org.atomizable.api.record.ApiRecordContract;
import org.atomizable.scheduler.server.Scheduler;

class ApiRecordTest extends ApiRecordContract {

    ApiRecordTest() {
        super("scheduler", Scheduler.class, "org.atomizable.scheduler");
    }
}
