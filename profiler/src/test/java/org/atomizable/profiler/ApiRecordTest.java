package org.atomizable.profiler;

import org.atomizable.api.record.ApiRecordContract;
import org.atomizable.profiler.profile.JobProfile;

class ApiRecordTest extends ApiRecordContract {

    ApiRecordTest() {
        super("profiler", JobProfile.class, "org.atomizable.profiler");
    }
}
