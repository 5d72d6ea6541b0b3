package org.atomizable.checkpoint;

import java.io.EOFException;
import java.io.IOException;
import org.atomizable.checkpoint.backend.Backend;
import org.atomizable.checkpoint.backend.DamagedException;
import org.atomizable.checkpoint.compression.Zstd;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.manifest.CheckpointName;
import org.atomizable.checkpoint.manifest.StoredShard;

/** Opens a checkpoint's shards as safetensors files, and decompresses them if needed. */
final class ShardFiles {

    private ShardFiles() {}

    static Disk.Reading open(Backend backend, CheckpointName of, StoredShard shard) throws IOException {
        Disk.Reading file = backend.shard(of, shard.file());
        try {
            if (file.size() != shard.storedBytes()) {
                throw new DamagedException("its %s has %d bytes, %d were written"
                        .formatted(shard.file(), file.size(), shard.storedBytes()));
            }
            return shard.file().endsWith(Zstd.SUFFIX) ? unpacked(file, shard) : file;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static Disk.Reading unpacked(Disk.Reading file, StoredShard shard) throws IOException {
        try {
            return Zstd.outOf(file, shard.bytes());
        } catch (EOFException e) {
            throw new DamagedException("its %s: %s".formatted(shard.file(), e.getMessage()), e);
        } catch (NoClassDefFoundError e) {
            throw new IOException("com.github.luben:zstd-jni is not on the class path, and it is compressed", e);
        } catch (IOException e) {
            if (e.getClass().getSimpleName().startsWith("Zstd")) {
                throw new DamagedException("its %s: %s".formatted(shard.file(), e.getMessage()), e);
            }
            throw e;
        }
    }
}
