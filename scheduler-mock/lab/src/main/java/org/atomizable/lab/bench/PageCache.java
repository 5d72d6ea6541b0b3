package org.atomizable.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The part of files that the kernel keeps in memory. */
final class PageCache {

    private static final Path DROP = Path.of("/proc/sys/vm/drop_caches");

    private PageCache() {}

    /** Makes the kernel forget it; tells whether that is allowed here. */
    static boolean drop() {
        try {
            Files.writeString(DROP, "1");
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
