package org.atomizable.testkit;

import org.atomizable.api.record.ApiRecordContract;

class ApiRecordTest extends ApiRecordContract {

    ApiRecordTest() {
        super("testkit", Contracts.class, "org.atomizable.testkit");
    }
}
