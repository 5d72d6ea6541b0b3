package org.atomizable.djl.trainer;

import java.io.IOException;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/**
 * How far a training is.
 *
 * @param atom the next atom
 * @param epoch the epoch of its first batch
 * @param batch the number of that batch in the epoch
 * @param stopped whether a listener has ended the training
 * @param parts into how many parts a batch is divided; 1 unless the memory did not suffice
 * @param dividedSince the first atom whose batches were divided; -1 if there is none
 */
record Progress(long atom, long epoch, long batch, boolean stopped, long parts, long dividedSince) {

    private static final String NAME = "progress";
    private static final int NUMBERS = 6;

    static final Progress START = new Progress(0, 0, 0, false, 1, -1);

    Progress after(int batches) {
        return new Progress(atom + 1, epoch, batch + batches, stopped, parts, dividedSince);
    }

    Progress nextEpoch() {
        return new Progress(atom, epoch + 1, 0, stopped, parts, dividedSince);
    }

    Progress stop() {
        return new Progress(atom, epoch, batch, true, parts, dividedSince);
    }

    Progress divided() {
        return new Progress(atom, epoch, batch, stopped, 2 * parts, dividedSince < 0 ? atom : dividedSince);
    }

    void save(StateWriter to) throws IOException {
        to.longs(NAME, atom, epoch, batch, stopped ? 1 : 0, parts, dividedSince);
    }

    static Progress read(StateReader from) throws IOException {
        long[] saved = from.longs(NAME);
        if (saved.length != NUMBERS || saved[0] < 0) {
            throw new StateMismatchException("the state does not tell how far the training is");
        }
        return new Progress(saved[0], saved[1], saved[2], saved[3] != 0, saved[4], saved[5]);
    }
}
