package org.atomizable.testkit;

import org.atomizable.api.ApiRecordContract;

class ApiRecordTest extends ApiRecordContract {

    ApiRecordTest() {
        super("testkit", Contracts.class, "org.atomizable.testkit");
    }
}
