package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.disk.CrashingDisk;
import org.atomizable.checkpoint.disk.Disk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a store says at its opening of a disk that cannot do one thing. */
class UnfitDiskTest {

    private final CrashingDisk disk = new CrashingDisk();

    /** The disk, of which one operation always fails. */
    private Disk without(String operation, IOException failure) {
        return (Disk) Proxy.newProxyInstance(
                Disk.class.getClassLoader(), new Class<?>[] {Disk.class}, (proxy, method, arguments) -> {
                    if (operation(method.getName(), arguments).equals(operation)) {
                        throw failure;
                    }
                    try {
                        return method.invoke(disk, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    /** Some file systems rename files and no directories, others rename, but do not replace. */
    private String operation(String method, Object... arguments) {
        if (!method.equals("moveAtomically")) {
            return method;
        }
        return disk.isDirectory((Path) arguments[0])
                ? "moveDirectory"
                : disk.exists((Path) arguments[1]) ? "replaceFile" : "moveFile";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "createDirectory|Input/output error|a directory cannot be made there|can be written and has room",
                "create|Input/output error|a file cannot be written and forced|can be written and has room",
                "create|No space left on device|a file cannot be written and forced|df -i",
                "create|File too large|a file cannot be written and forced|ulimit -f",
                "createDirectory|File name too long|a directory cannot be made there|Name a shorter path",
                "createDirectory|Disk quota exceeded|a directory cannot be made there|raise the quota",
                "createDirectory|Read-only file system|a directory cannot be made there|mounted to be read only",
                "moveDirectory|Too many open files|a directory cannot be renamed there|s3://",
                "moveDirectory|Operation not permitted|a directory cannot be renamed there|s3://",
                "replaceFile|File exists|a file cannot be replaced by another there|s3://",
                "lock|Operation not supported|a file cannot be locked there|s3://",
                "forceDirectory|Invalid argument|the names in a directory cannot be forced|s3://",
                "open|Input/output error|what was written there cannot be read back|s3://",
            })
    void eachStepIsNamedWithARemedyOfItsOwn(String operation, String failure, String step, String remedy)
            throws Exception {
        assertThatThrownBy(() -> Walk.open(without(operation, new FileSystemException("place", null, failure))))
                .isInstanceOfSatisfying(
                        CheckpointException.class,
                        it -> assertThat(it.remedy()).contains(remedy, "earlier checkpoints are unchanged"))
                .hasMessageContainingAll("cannot be opened", step, failure);
        assertThat(disk.files().keySet())
                .as("no store was made")
                .noneMatch(it -> it.endsWith("owner.json") || it.toString().contains("probe"));

        assertThat(Walk.found(Walk.open(disk))).isZero();
    }

    @Test
    void whoMayNotWriteIsTold() {
        assertThatThrownBy(() -> Walk.open(without("createDirectory", new AccessDeniedException("place"))))
                .isInstanceOfSatisfying(
                        CheckpointException.class, it -> assertThat(it.remedy()).contains("this user may write"));
    }

    @Test
    void aStoreThatHoldsACheckpointIsReadWhateverItsDiskCannotDo() throws Exception {
        Walk.commit(Walk.open(disk), 1, 1);
        CheckpointStore store =
                Walk.open(without("moveDirectory", new FileSystemException("place", null, "Too many open files")));

        assertThat(Walk.found(store)).isEqualTo(1);
        assertThatThrownBy(() -> Walk.commit(store, 2, 1))
                .isInstanceOfSatisfying(
                        CheckpointException.class, it -> assertThat(it.remedy()).contains("s3://"))
                .hasMessageContaining("a directory cannot be renamed there");
    }
}
