package org.atomizable.testkit.junit;

import java.time.Duration;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.bug.Regression;
import org.atomizable.testkit.check.Trial;

/** What a user writes: each contract is a test of this class. */
class RegressionContractTest implements AtomizableContract {

    @Override
    public Atomizable newJob() {
        return new Regression();
    }

    @Override
    public Trial trial() {
        return AtomizableContract.super.trial().overAtoms(24).within(Duration.ofSeconds(1));
    }
}
