package org.atomizable.lab.faults;

import java.util.Optional;
import org.atomizable.api.Metric;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;

/** A store of which a witness hears when it was fenced, and what it has said is committed. */
record WitnessedStore(CheckpointStore store, ProcessDisk disk, String job, Witness witness) implements CheckpointStore {

    @Override
    public Optional<Checkpoint> latest() throws CheckpointException {
        return store.latest();
    }

    @Override
    public void fence(FencingToken token) throws CheckpointException {
        store.fence(token);
        witness.fenced(job, token);
    }

    @Override
    public Draft open(long nextAtom, FencingToken token) throws CheckpointException {
        Draft draft = store.open(nextAtom, token);
        disk.drafts(nextAtom);
        return new Draft() {
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
                Checkpoint committed = draft.commit();
                witness.committed(job, nextAtom);
                return committed;
            }

            @Override
            public Pending commitLater() throws CheckpointException {
                Pending pending = draft.commitLater();
                return new Pending() {
                    @Override
                    public boolean isOver() {
                        return pending.isOver();
                    }

                    @Override
                    public Checkpoint await() throws CheckpointException, InterruptedException {
                        Checkpoint committed = pending.await();
                        witness.committed(job, nextAtom);
                        return committed;
                    }
                };
            }

            @Override
            public void close() {
                draft.close();
            }
        };
    }

    @Override
    public void close() {
        store.close();
    }
}
