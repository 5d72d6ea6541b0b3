package org.atomizable.checkpoint;

import org.atomizable.api.record.ApiRecordContract;

class ApiRecordTest extends ApiRecordContract {

    ApiRecordTest() {
        super("checkpoint", Checkpoints.class, "org.atomizable.checkpoint");
    }
}
