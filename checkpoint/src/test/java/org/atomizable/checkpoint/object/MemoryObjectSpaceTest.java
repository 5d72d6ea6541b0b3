package org.atomizable.checkpoint.object;

class MemoryObjectSpaceTest extends ObjectSpaceContract {

    @Override
    ObjectSpace space() {
        return new MemoryObjectSpace();
    }
}
