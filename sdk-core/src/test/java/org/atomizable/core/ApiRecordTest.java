package org.atomizable.core;

import org.atomizable.api.record.ApiRecordContract;
import org.atomizable.core.agent.Agent;

class ApiRecordTest extends ApiRecordContract {

    ApiRecordTest() {
        super("sdk-core", Agent.class, "org.atomizable.core", "org.atomizable.djl");
    }
}
