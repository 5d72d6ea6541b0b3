package org.atomizable.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Ends this program when the one that started it is gone, if it was told so when it was started. */
public final class ParentWatch {

    private static final String PROPERTY = "atomizable.ends.with.parent";

    /** The option of the JVM that tells it. */
    public static final String OPTION = "-D" + PROPERTY + "=true";

    private static final int ORPHANED = 3;

    private ParentWatch() {}

    /** Begins to watch on a thread of its own; does nothing unless told. */
    public static void begin() {
        if (!Boolean.getBoolean(PROPERTY)) {
            return;
        }
        InputStream in = System.in;
        Thread watch = new Thread(() -> endAfter(in), "atomizable-parent-watch");
        watch.setDaemon(true);
        watch.start();
    }

    /** However the parent died, the kernel closes its end of the pipe. */
    private static void endAfter(InputStream in) {
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException gone) {
            // As good as its end.
        }
        System.exit(ORPHANED);
    }
}
