package org.atomizable.checkpoint.manifest;

import java.io.IOException;

/** A manifest does not conform to the format. */
public final class MalformedManifestException extends IOException {

    MalformedManifestException(String what) {
        super("the manifest is malformed: " + what);
    }

    MalformedManifestException(String what, Throwable cause) {
        super("the manifest is malformed: " + what, cause);
    }
}
