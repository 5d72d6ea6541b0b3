package org.atomizable.lab.chaos;

import java.nio.file.Path;

/** Starts the scheduler of a chaos run in the directory that is named, and waits. */
public final class StageOnly {

    private StageOnly() {}

    /** Runs until it is ended. */
    public static void main(String[] args) throws Exception {
        new Stage(Path.of(args[0]), 1).startScheduler();
        Thread.currentThread().join();
    }
}
