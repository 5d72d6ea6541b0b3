package org.atomizable.checkpoint.backend;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.manifest.CheckpointName;
import org.atomizable.checkpoint.manifest.Crc;

/** A directory that gets its final name at the commit. */
final class DirectoryDraft implements Backend.UncommittedFiles {

    private static final System.Logger LOG = System.getLogger(DirectoryDraft.class.getName());

    private final DirectoryBackend store;
    private final Disk disk;
    private final StoreFiles files;
    private final Fence fence;
    private final Path draft;
    private final String id;
    private final FencingToken token;
    private boolean takenBack;

    DirectoryDraft(DirectoryBackend store, Disk disk, Fence fence, String id, FencingToken token) {
        this.store = store;
        this.disk = disk;
        this.files = new StoreFiles(disk);
        this.fence = fence;
        this.draft = store.draft(token, id);
        this.id = id;
        this.token = token;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Disk.Writing create(String shard) throws IOException {
        return disk.createLarge(draft.resolve(shard));
    }

    @Override
    public boolean share(CheckpointName of, String shard) throws IOException {
        try {
            disk.link(store.at(of).resolve(shard), draft.resolve(shard));
            return true;
        } catch (NoSuchFileException | UnsupportedOperationException e) {
            return false;
        } catch (java.nio.file.FileSystemException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} cannot be shared: {1}", shard, e.toString());
            return false;
        }
    }

    @Override
    public CheckpointName commit(byte[] manifest) throws IOException, CheckpointException {
        files.write(draft.resolve(DirectoryBackend.MANIFEST), manifest);
        disk.forceDirectory(draft);
        try (Disk.Locked lock = store.locked()) {
            fence.require(token);
            long sequence = store.listed().stream()
                            .mapToLong(CheckpointName::sequence)
                            .max()
                            .orElse(0)
                    + 1;
            CheckpointName name = new CheckpointName(sequence, Crc.of(manifest));
            DiskStepException.at(DiskStepException.Step.RENAME, () -> disk.moveAtomically(draft, store.at(name)));
            forceOrTakeBack(store.at(name));
            store.noLongerUses(draft);
            return name;
        }
    }

    /** Not known to be durable, it must not be seen as committed either. */
    private void forceOrTakeBack(Path named) throws IOException {
        try {
            disk.forceDirectory(store.directory());
        } catch (IOException e) {
            takenBack = true;
            try {
                disk.moveAtomically(named, draft);
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    @Override
    public void abandon() {
        store.noLongerUses(draft);
        if (takenBack) {
            try {
                disk.forceDirectory(store.directory());
            } catch (IOException e) {
                // A crash could bring its final name back, and must not find it empty.
                return;
            }
        }
        files.removeIfPossible(draft);
    }
}
