package org.atomizable.checkpoint.disk;

/** The machine stops here. */
public final class Crash extends Error {

    Crash() {
        super("crash", null, false, false);
    }
}
