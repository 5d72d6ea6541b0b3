package org.atomizable.checkpoint.object;

import org.atomizable.testkit.spi.ObjectSpaceContract;

class MemoryObjectSpaceTest extends ObjectSpaceContract {

    @Override
    protected ObjectSpace space() {
        return new MemoryObjectSpace();
    }
}
