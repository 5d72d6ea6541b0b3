package org.atomizable.checkpoint.object;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.checkpoint.backend.DamagedException;

/** The object that names a store's checkpoints and its newest token: read, and replaced under a condition. */
final class HeadFile {

    static final String NAME = "head.json";

    private static final int MOST_TRIES = 100;

    private final ObjectSpace space;

    HeadFile(ObjectSpace space) {
        this.space = space;
    }

    /** Reads the head. One that cannot be read is most likely the answer of another server, and is reported so. */
    static Head read(ObjectSpace space, ObjectSpace.Versioned head) throws UnexpectedAnswerException {
        try {
            return Head.read(head.text());
        } catch (IOException e) {
            throw new UnexpectedAnswerException(
                    "%s of %s is not what a checkpoint store has there (%s); it begins \"%s\""
                            .formatted(
                                    NAME,
                                    space.location(),
                                    e instanceof DamagedException ? e.getMessage() : "no JSON",
                                    UnexpectedAnswerException.beginning(head.text())),
                    space.location(),
                    e);
        }
    }

    /** Returns the head as it is. */
    Head now() throws IOException {
        return read(space, versionedHead());
    }

    private ObjectSpace.Versioned versionedHead() throws IOException {
        return space.get(NAME).orElseThrow(() -> new NoSuchFileException(space.location() + "/" + NAME));
    }

    /** A change of the head, which may be asked again for a newer one. */
    interface Change {
        Head of(Head head) throws IOException, CheckpointException;
    }

    /** Replaces the head by what a change makes of it; whoever comes first wins, and the other looks again. */
    Head change(Change change) throws IOException, CheckpointException {
        for (int attempt = 0; attempt < MOST_TRIES; attempt++) {
            ObjectSpace.Versioned before = versionedHead();
            Head now = read(space, before);
            Head next = change.of(now);
            if (next.equals(now) || replaced(before, next)) {
                return next;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted");
            }
        }
        throw new IOException("%s changed %s times while it was to be changed".formatted(NAME, MOST_TRIES));
    }

    /** The answer can be lost although the server replaced the head. Then the head itself tells. */
    private boolean replaced(ObjectSpace.Versioned before, Head next) throws IOException {
        String text = next.json();
        try {
            return space.put(NAME, text, Optional.of(before.version()));
        } catch (IOException e) {
            try {
                if (versionedHead().text().equals(text)) {
                    return true;
                }
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }
}
