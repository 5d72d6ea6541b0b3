package org.atomizable.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.atomizable.api.Bytes;
import org.atomizable.api.StateReader;
import org.atomizable.api.Tensor;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.safetensors.Entry;
import org.atomizable.checkpoint.safetensors.Header;
import org.atomizable.checkpoint.safetensors.MalformedFileException;
import org.atomizable.checkpoint.safetensors.Safetensors;

/** A committed checkpoint whose state was verified, and is held in memory so that it cannot change any more. */
final class Committed implements Checkpoint {

    static final String STATE = "state.safetensors";
    static final String MANIFEST = "manifest.json";

    private static final int CHUNK = 1 << 20;

    private final Manifest manifest;
    private final HeldState state;

    Committed(Manifest manifest, HeldState state) {
        this.manifest = manifest;
        this.state = state;
    }

    /**
     * Reads and verifies one.
     *
     * @throws DamagedException if it is not what was written; says how
     * @throws IOException if it cannot be read, though it may be whole
     */
    static Committed read(Path directory, CheckpointName name, String job, Disk disk) throws IOException {
        try {
            return verified(directory, name, job, disk);
        } catch (MalformedFileException | JsonProcessingException | EOFException | NoSuchFileException e) {
            throw new DamagedException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Committed verified(Path directory, CheckpointName name, String job, Disk disk) throws IOException {
        byte[] json = new StoreFiles(disk).read(directory.resolve(MANIFEST));
        if (!Manifest.crc32c(json).equals(name.manifestCrc32c())) {
            throw new DamagedException("its manifest has not the checksum in its name");
        }
        Manifest manifest = Manifest.read(json);
        if (!manifest.job().equals(job)) {
            throw new IOException("it belongs to job " + manifest.job());
        }
        try (Disk.Reading file = disk.open(directory.resolve(STATE))) {
            if (file.size() != manifest.fileBytes()) {
                throw new DamagedException(
                        "its state has %d bytes, %d were written".formatted(file.size(), manifest.fileBytes()));
            }
            HeldState state = verified(file, manifest);
            state.seal();
            return new Committed(manifest, state);
        }
    }

    /** Reads the file once, from its beginning to its end, so that its checksum costs no second pass. */
    private static HeldState verified(Disk.Reading file, Manifest manifest) throws IOException {
        CRC32C crc = new CRC32C();
        Header header = Safetensors.header(file::read, manifest.fileBytes());
        checksum(file, header.dataStart(), crc);
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (Entry entry : header.entries()) {
            Tensor tensor = Safetensors.tensor(file::read, header, entry);
            crc.update(tensor.data());
            tensors.put(entry.name(), tensor);
        }
        if (!Manifest.hex(crc).equals(manifest.fileCrc32c())) {
            throw new DamagedException("its state has not the checksum that was written");
        }
        HeldState state = new HeldState(tensors);
        if (!state.sha256().equals(manifest.sha256())) {
            throw new DamagedException("its state has not the digest that was written");
        }
        return state;
    }

    private static void checksum(Disk.Reading file, long until, CRC32C crc) throws IOException {
        for (long at = 0; at < until; at += CHUNK) {
            ByteBuffer chunk = ByteBuffer.allocate((int) Math.min(CHUNK, until - at));
            file.read(chunk, at);
            crc.update(chunk.flip());
        }
    }

    @Override
    public long nextAtom() {
        return manifest.nextAtom();
    }

    @Override
    public FencingToken token() {
        return new FencingToken(manifest.token());
    }

    @Override
    public Bytes size() {
        return Bytes.of(manifest.stateBytes());
    }

    @Override
    public String sha256() {
        return manifest.sha256();
    }

    @Override
    public StateReader state() {
        return state;
    }

    @Override
    public String toString() {
        return "checkpoint of job %s before atom %d".formatted(manifest.job(), manifest.nextAtom());
    }
}
