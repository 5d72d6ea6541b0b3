package org.atomizable.checkpoint.compression;

import java.io.IOException;
import org.atomizable.api.Bytes;

/** The heap of this JVM cannot hold the unpacked data. The compressed data may be whole. */
public final class HeapTooSmallException extends IOException {

    private final long heap;

    private HeapTooSmallException(String what, long heap) {
        super(what);
        this.heap = heap;
    }

    /**
     * Makes sure that so much of the heap is free.
     *
     * @param why what needs it
     */
    static void requireFree(long bytes, String why) throws HeapTooSmallException {
        if (bytes > free()) {
            // Some of the used memory may be garbage.
            System.gc();
        }
        long free = free();
        if (bytes > free) {
            throw new HeapTooSmallException(
                    "%s needs %s of heap, and %s of %s are free"
                            .formatted(why, new Bytes(bytes), new Bytes(free), new Bytes(most())),
                    most() - free + bytes);
        }
    }

    private static long most() {
        return Runtime.getRuntime().maxMemory();
    }

    private static long free() {
        Runtime runtime = Runtime.getRuntime();
        return Math.max(0, most() - (runtime.totalMemory() - runtime.freeMemory()));
    }

    /** Returns what a person can do about it. */
    public String remedy() {
        return ("Give the JVM a heap of at least %s MiB: -Xmx%<sm, or ATOMIZABLE_JAVA_OPTS=-Xmx%<sm for ./atomizable and its workers. Or"
                        + " write checkpoints without compression: they are read piece by piece")
                .formatted((heap >> 20) + 1);
    }
}
