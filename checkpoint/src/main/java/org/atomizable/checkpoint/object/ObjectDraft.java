package org.atomizable.checkpoint.object;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.backend.Backend;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.manifest.CheckpointName;
import org.atomizable.checkpoint.manifest.Crc;

/** Shards under keys of their own, and a manifest that counts once the head names it. */
final class ObjectDraft implements Backend.UncommittedFiles {

    private static final System.Logger LOG = System.getLogger(ObjectDraft.class.getName());

    private final ObjectSpace space;
    private final HeadFile head;
    /** Drafts of this process, whose shards are not to be cleared away. */
    private final Set<String> ownDrafts;

    private final String id;
    private final FencingToken token;
    private final Set<String> created = ConcurrentHashMap.newKeySet();
    private final Set<CheckpointName> sharedFrom = ConcurrentHashMap.newKeySet();
    private boolean mayBeCommitted;

    ObjectDraft(ObjectSpace space, HeadFile head, Set<String> ownDrafts, String id, FencingToken token) {
        this.space = space;
        this.head = head;
        this.ownDrafts = ownDrafts;
        this.id = id;
        this.token = token;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Disk.Writing create(String shard) throws IOException {
        created.add(ObjectBackend.SHARDS + shard);
        return space.create(ObjectBackend.SHARDS + shard);
    }

    @Override
    public boolean share(CheckpointName of, String shard) {
        sharedFrom.add(of);
        return true;
    }

    @Override
    public CheckpointName commit(byte[] manifest) throws IOException, CheckpointException {
        String crc = Crc.of(manifest);
        List<CheckpointName> tried = new ArrayList<>();
        CheckpointName[] name = new CheckpointName[1];
        head.change(current -> {
            // Here again, because another came first: what was asked for before was not done.
            mayBeCommitted = false;
            current.require(token);
            if (!current.checkpoints().containsAll(sharedFrom)) {
                throw new IOException(
                        "%s, whose shards were to be shared, was removed meanwhile".formatted(sharedFrom));
            }
            name[0] = new CheckpointName(current.sequence() + 1, crc);
            if (!tried.contains(name[0])) {
                tried.add(name[0]);
                space.put(ObjectBackend.key(name[0]), new String(manifest, StandardCharsets.UTF_8), Optional.empty());
            }
            mayBeCommitted = true;
            return current.with(name[0]).fenced(Math.max(token.value(), current.token()));
        });
        ownDrafts.remove(id);
        tried.remove(name[0]);
        for (CheckpointName other : tried) {
            space.delete(ObjectBackend.key(other));
        }
        return name[0];
    }

    @Override
    public void abandon() {
        // A request whose answer was lost may still be carried out; what it needs is left until a newer token
        // comes.
        if (!mayBeCommitted) {
            for (String key : created) {
                try {
                    space.delete(key);
                } catch (IOException e) {
                    LOG.log(System.Logger.Level.WARNING, "{0} could not be removed: {1}", key, e);
                }
            }
        }
        ownDrafts.remove(id);
    }
}
