package org.atomizable.checkpoint;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.checkpoint.backend.DiskStepException;
import org.atomizable.checkpoint.compression.HeapTooSmallException;
import org.atomizable.checkpoint.disk.IrregularFileException;
import org.atomizable.checkpoint.object.ObjectStoreException;

/** Describes failures of a checkpoint store for a person, with a remedy. */
final class Failures {

    private Failures() {}

    /** Returns what to throw; an object store that knows better than "no room" what helps is believed. */
    static CheckpointException of(String what, String location, IOException cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof ObjectStoreException told) {
                return new CheckpointException("%s: %s".formatted(what, told.getMessage()), told.remedy(), cause);
            }
            if (each instanceof HeapTooSmallException told) {
                return new CheckpointException("%s: %s".formatted(what, told.getMessage()), told.remedy(), cause);
            }
            if (each instanceof IrregularFileException) {
                return new CheckpointException(
                        "%s: %s".formatted(what, each.getMessage()),
                        "Put the file back, or remove what stands in its place",
                        cause);
            }
        }
        return new CheckpointException(
                "%s (%s)".formatted(what, why(cause)),
                "%s; earlier checkpoints are unchanged".formatted(remedy(location, cause)),
                cause);
    }

    private static String why(IOException cause) {
        if (cause instanceof DiskStepException step) {
            return String.valueOf(step.getMessage());
        }
        return cause.getMessage() == null
                ? cause.toString()
                : cause.getClass().getSimpleName() + ": " + cause.getMessage();
    }

    /** Says why a file cannot be used. The message of such a failure is often the name of the file alone. */
    static String words(IOException cause) {
        if (cause instanceof AccessDeniedException) {
            return "access is denied";
        }
        if (cause instanceof FileSystemException file && file.getReason() != null) {
            return file.getReason();
        }
        return cause.getMessage() == null ? "the disk gives no reason" : cause.getMessage();
    }

    private static String remedy(String location, IOException cause) {
        String told = String.valueOf(cause.getMessage());
        if (told.contains("No space left on device") || told.contains("quota exceeded")) {
            return "Make room for %s (bytes and files: df -h, df -i), or raise the quota".formatted(location);
        }
        if (told.contains("File too large")) {
            return "Raise the limit of a file's size (ulimit -f), or name a place whose file system holds larger files";
        }
        if (told.contains("File name too long")) {
            return "Name a shorter path";
        }
        if (told.contains("AccessDeniedException") || cause instanceof AccessDeniedException) {
            return "Check that this user may write %s".formatted(location);
        }
        if (told.contains("Read-only file system")) {
            return "%s is mounted to be read only: mount it otherwise, or name another place".formatted(location);
        }
        if (cause instanceof DiskStepException step && !(step.getCause() instanceof NoSuchFileException)) {
            return switch (step.step()) {
                case RENAME, REPLACE, LOCK, FORCE, READ ->
                    "The file system of %s cannot do what a store needs: use a local disk or a ".formatted(location)
                            + "file system such as NFS; for a bucket, s3://BUCKET/PREFIX in place of a mounted directory";
                case MAKE, WRITE -> writable(location);
            };
        }
        if (told.contains("Too many open files")) {
            return "Raise the limit of open files (ulimit -n)";
        }
        return writable(location);
    }

    private static String writable(String location) {
        return "Check that %s can be written and has room".formatted(location);
    }
}
