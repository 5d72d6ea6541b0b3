package org.atomizable.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.CRC32C;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.safetensors.Header;

/** A checkpoint being written: its tensors are copied as they come, and reach the disk at the commit. */
final class DirectoryDraft implements CheckpointStore.Draft {

    private final DirectoryStore store;
    private final Path directory;
    private final long nextAtom;
    private final FencingToken token;
    private final Disk disk;
    private final HeldState state = new HeldState();
    private boolean done;

    DirectoryDraft(DirectoryStore store, Path directory, long nextAtom, FencingToken token, Disk disk) {
        this.store = store;
        this.directory = directory;
        this.nextAtom = nextAtom;
        this.token = token;
        this.disk = disk;
    }

    @Override
    public StateWriter state() {
        requireOpen();
        return state;
    }

    @Override
    public Checkpoint commit() throws CheckpointException {
        requireOpen();
        state.seal();
        try {
            Manifest manifest = writeState();
            byte[] json = manifest.json();
            new StoreFiles(disk).write(directory.resolve(Committed.MANIFEST), json);
            disk.forceDirectory(directory);
            store.name(directory, Manifest.crc32c(json), token);
            done = true;
            return new Committed(manifest, state);
        } catch (IOException e) {
            throw store.failed("checkpoint before atom %d was not committed".formatted(nextAtom), e);
        }
    }

    private Manifest writeState() throws IOException {
        Header header = Header.of(state.tensors(), Map.of("job", store.job(), "nextAtom", Long.toString(nextAtom)));
        CRC32C crc = new CRC32C();
        try (Disk.Writing file = disk.create(directory.resolve(Committed.STATE))) {
            append(header.bytes(), file, crc);
            for (Tensor tensor : state.tensors().values()) {
                append(tensor.data(), file, crc);
            }
            file.force();
        }
        return new Manifest(
                store.job(),
                nextAtom,
                token.value(),
                state.sha256(),
                header.dataLength(),
                header.dataStart() + header.dataLength(),
                Manifest.hex(crc));
    }

    private static void append(ByteBuffer bytes, Disk.Writing file, CRC32C crc) throws IOException {
        crc.update(bytes.duplicate());
        file.append(bytes);
    }

    private void requireOpen() {
        if (done) {
            throw new IllegalStateException("the draft of atom %d is committed or closed".formatted(nextAtom));
        }
    }

    @Override
    public void close() {
        if (!done) {
            done = true;
            state.seal();
            store.abandon(directory);
        }
    }
}
