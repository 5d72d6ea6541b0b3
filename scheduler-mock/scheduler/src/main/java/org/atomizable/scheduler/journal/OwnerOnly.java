package org.atomizable.scheduler.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files that only their owner can read and write, whatever the process's umask is. On file systems without such rights, files as they are. */
public final class OwnerOnly {

    private static final Logger LOG = LoggerFactory.getLogger(OwnerOnly.class);
    private static final Set<PosixFilePermission> RIGHTS =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private OwnerOnly() {}

    /** Makes an empty file; fails if there is one. */
    static void make(Path file) throws IOException {
        Files.createFile(file, rights(file));
    }

    /** Says so in the log if others may read a file that is not ours to change. */
    public static void warn(Path file, String holds) {
        if (!hasRights(file)) {
            return;
        }
        try {
            Set<PosixFilePermission> found = Files.getPosixFilePermissions(file);
            if (found.contains(PosixFilePermission.GROUP_READ) || found.contains(PosixFilePermission.OTHERS_READ)) {
                LOG.warn(
                        "{} holds {}, and users other than its owner may read it ({}); run: chmod 600 {}",
                        file,
                        holds,
                        PosixFilePermissions.toString(found),
                        file);
            }
        } catch (IOException gone) {
            // Whoever reads it finds out.
        }
    }

    /** Makes an empty file if there is none; SQLite gives its companions the rights of the file itself. */
    public static void makeIfAbsent(Path file) throws IOException {
        try {
            if (!Files.exists(file)) {
                make(file);
            }
        } catch (FileAlreadyExistsException byAnotherMeanwhile) {
            // That is as good.
        }
    }

    /** Opens a file to be locked, and makes it if there is none. */
    static FileChannel openOrMake(Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                rights(file));
        repair(file);
        return channel;
    }

    /** Takes the rights of others away where they have some, and says so; a file that is not there is left out. */
    static void repair(Path file) {
        if (!hasRights(file) || !Files.exists(file)) {
            return;
        }
        try {
            Set<PosixFilePermission> found = Files.getPosixFilePermissions(file);
            if (RIGHTS.containsAll(found)) {
                return;
            }
            Files.setPosixFilePermissions(file, RIGHTS);
            LOG.warn(
                    "{} had the rights {}; now only its owner can read and write it",
                    file,
                    PosixFilePermissions.toString(found));
        } catch (IOException refused) {
            LOG.warn(
                    "others may read {}, which holds digests of tokens, and its rights cannot be changed ({}); run as its "
                            + "owner: chmod 600 {}",
                    file,
                    refused.toString(),
                    file);
        }
    }

    private static FileAttribute<?>[] rights(Path file) {
        return hasRights(file)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(RIGHTS)}
                : new FileAttribute<?>[0];
    }

    private static boolean hasRights(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
