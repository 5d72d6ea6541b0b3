package org.atomizable.lab.chaos;

import java.nio.file.Path;

/** Starts the scheduler of a chaos run in the directory that is named, and waits. */
public final class TestClusterOnly {

    private TestClusterOnly() {}

    /** Runs until it is ended. */
    public static void main(String[] args) throws Exception {
        new TestCluster(Path.of(args[0]), 1).startScheduler();
        Thread.currentThread().join();
    }
}
