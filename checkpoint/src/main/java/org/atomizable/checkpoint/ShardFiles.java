package org.atomizable.checkpoint;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.atomizable.checkpoint.backend.Backend;
import org.atomizable.checkpoint.backend.DamagedException;
import org.atomizable.checkpoint.compression.Zstd;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.manifest.CheckpointName;
import org.atomizable.checkpoint.manifest.Crc;
import org.atomizable.checkpoint.manifest.StoredShard;
import org.atomizable.checkpoint.safetensors.Header;
import org.atomizable.checkpoint.safetensors.MalformedFileException;
import org.atomizable.checkpoint.safetensors.Safetensors;

/** Opens a checkpoint's shards as safetensors files, and decompresses them if needed. */
final class ShardFiles {

    private ShardFiles() {}

    static Disk.Reading open(Backend backend, CheckpointName of, StoredShard shard) throws IOException {
        Disk.Reading file = backend.shard(of, shard.file());
        try {
            if (file.size() != shard.storedBytes()) {
                throw new DamagedException("its %s has %s bytes, %s were written"
                        .formatted(shard.file(), file.size(), shard.storedBytes()));
            }
            return shard.file().endsWith(Zstd.SUFFIX) ? unpacked(file, shard) : file;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** Reads what comes before the data, compares it with its checksum, and with the length of the file. */
    static Header header(Safetensors.Bytes file, StoredShard shard) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(headerBytes(shard));
        file.read(header, 0);
        header.flip();
        if (!Crc.of(header).equals(shard.header().crc32c())) {
            throw new DamagedException(
                    "the header of its %s does not have the checksum that was written".formatted(shard.file()));
        }
        return Safetensors.header(
                (into, position) -> {
                    if (position + into.remaining() > header.limit()) {
                        throw new EOFException("the header is longer than was written");
                    }
                    into.put(header.slice((int) position, into.remaining()));
                },
                shard.bytes());
    }

    private static int headerBytes(StoredShard shard) throws DamagedException {
        if (shard.header().bytes() > Long.BYTES + (long) Header.LONGEST) {
            throw new DamagedException("its %s has a header of %s bytes"
                    .formatted(shard.file(), shard.header().bytes()));
        }
        return (int) shard.header().bytes();
    }

    private static Disk.Reading unpacked(Disk.Reading file, StoredShard shard) throws IOException {
        try {
            // First what tells how much there is to unpack: a few bytes can become any number.
            ByteBuffer beginning = Zstd.beginningOf(file, headerBytes(shard));
            header((into, position) -> into.put(beginning.slice((int) position, into.remaining())), shard);
            return Zstd.outOf(file, shard.bytes());
        } catch (MalformedFileException | EOFException e) {
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
