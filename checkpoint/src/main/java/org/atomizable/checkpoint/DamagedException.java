package org.atomizable.checkpoint;

import java.io.IOException;

/** What was read is not what was written: no other attempt can bring it back. */
final class DamagedException extends IOException {

    DamagedException(String how) {
        super(how);
    }

    DamagedException(String how, Throwable cause) {
        super(how, cause);
    }
}
