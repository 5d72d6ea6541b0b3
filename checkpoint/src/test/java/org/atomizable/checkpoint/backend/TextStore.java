package org.atomizable.checkpoint.backend;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.manifest.CheckpointName;

/** A store in a directory whose checkpoints are a text each, in one shard, with a manifest that repeats it. */
final class TextStore {

    static final Path STORE = Path.of("/stores/walk");

    private TextStore() {}

    static DirectoryBackend open(Disk disk) throws Exception {
        return DirectoryBackend.open(STORE, "walk", disk, TimeSource.system());
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static void write(Backend.UncommittedFiles files, String text) throws IOException {
        try (Disk.Writing writing = files.create("shard")) {
            writing.append(ByteBuffer.wrap(bytes(text)));
            writing.force();
        }
    }

    static CheckpointName commit(DirectoryBackend backend, String text) throws Exception {
        Backend.UncommittedFiles files = backend.begin(new FencingToken(1));
        try {
            write(files, text);
            return files.commit(bytes("manifest of " + text));
        } finally {
            files.abandon();
        }
    }

    /** Returns the names in the store. */
    static List<String> left(Disk disk) throws IOException {
        return disk.list(STORE).stream()
                .map(it -> String.valueOf(it.getFileName()))
                .toList();
    }
}
