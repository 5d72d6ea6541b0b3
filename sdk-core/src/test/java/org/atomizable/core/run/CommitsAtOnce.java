package org.atomizable.core.run;

import java.util.Optional;
import org.atomizable.api.Metric;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;

/** A store whose commits take no virtual time, since they are over before the job goes on. */
class CommitsAtOnce implements CheckpointStore {

    private final CheckpointStore store;

    CommitsAtOnce(CheckpointStore store) {
        this.store = store;
    }

    @Override
    public Optional<Checkpoint> latest() throws CheckpointException {
        return store.latest();
    }

    @Override
    public void fence(FencingToken token) throws CheckpointException {
        store.fence(token);
    }

    @Override
    public void close() {
        store.close();
    }

    @Override
    public Draft open(long nextAtom, FencingToken token) throws CheckpointException {
        return draft(store.open(nextAtom, token));
    }

    /** Returns what passes a draft on. */
    Draft draft(Draft draft) {
        return new AtOnce(draft);
    }

    /** Commits a draft before the job goes on. */
    static class AtOnce implements Draft {

        private final Draft draft;

        AtOnce(Draft draft) {
            this.draft = draft;
        }

        @Override
        public StateWriter state() {
            return draft.state();
        }

        @Override
        public void note(String key, String value) {
            draft.note(key, value);
        }

        @Override
        public void measured(Metric metric) {
            draft.measured(metric);
        }

        @Override
        public Checkpoint commit() throws CheckpointException {
            return draft.commit();
        }

        @Override
        public void close() {
            draft.close();
        }
    }
}
