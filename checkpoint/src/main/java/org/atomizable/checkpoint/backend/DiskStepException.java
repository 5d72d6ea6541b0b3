package org.atomizable.checkpoint.backend;

import java.io.IOException;

/** A file system failed in one step of what a store needs; its message tells the step. */
public final class DiskStepException extends IOException {

    /** An operation that a store needs of a file system. */
    public enum Step {
        /** To make a directory. */
        MAKE("a directory cannot be made there"),
        /** To write a file, and to wait until it is on the disk. */
        WRITE("a file cannot be written and forced to the disk there"),
        /** To read back what was written. */
        READ("what was written there cannot be read back"),
        /** To give a directory with files in it another name. */
        RENAME("a directory cannot be renamed there"),
        /** To give a file the name of another, which goes. */
        REPLACE("a file cannot be replaced by another there"),
        /** To hold a lock that other processes see. */
        LOCK("a file cannot be locked there"),
        /** To wait until the names in a directory are on the disk. */
        FORCE("the names in a directory cannot be forced to the disk there");

        private final String failure;

        Step(String failure) {
            this.failure = failure;
        }
    }

    /** An operation of a disk. */
    interface Operation {
        void run() throws IOException;
    }

    /** An operation of a disk that returns something. */
    interface Reading<T> {
        T run() throws IOException;
    }

    private final Step step;

    private DiskStepException(Step step, IOException cause) {
        super("%s: %s".formatted(step.failure, words(cause)), cause);
        this.step = step;
    }

    /** Runs an operation; says which step it was if it fails. */
    static void at(Step step, Operation operation) throws DiskStepException {
        valueAt(step, () -> {
            operation.run();
            return step;
        });
    }

    /** Runs an operation and returns its value; says which step it was if it fails. */
    static <T> T valueAt(Step step, Reading<T> operation) throws DiskStepException {
        try {
            return operation.run();
        } catch (DiskStepException told) {
            throw told;
        } catch (IOException failed) {
            throw new DiskStepException(step, failed);
        }
    }

    private static String words(IOException cause) {
        return cause.getMessage() == null
                ? cause.toString()
                : cause.getClass().getSimpleName() + ": " + cause.getMessage();
    }

    /** Returns which step failed. */
    public Step step() {
        return step;
    }
}
