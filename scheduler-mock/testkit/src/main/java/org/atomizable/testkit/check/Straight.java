package org.atomizable.testkit.check;

import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.state.StateImage;

/**
 * A run without a cut.
 *
 * @param job the job's name
 * @param images the state before each atom, and after the last one
 */
record Straight(String job, List<StateImage> images) {

    /** More would not fit into the memory of a test. */
    private static final long MOST_BYTES = 256L << 20;

    /** Runs it, and saves it between all atoms. */
    static Straight of(Trial trial) throws Exception {
        Trial.Deadline deadline = trial.deadline();
        try (Atomizable job = trial.source().create()) {
            List<StateImage> images = new ArrayList<>(List.of(StateImage.of(job)));
            long bytes = images.get(0).bytes();
            for (long atom = 0; !trial.isOver(job, atom) && mayGoOn(images, bytes, deadline); atom++) {
                job.run(atom);
                StateImage image = StateImage.of(job);
                bytes += image.bytes();
                images.add(image);
            }
            return new Straight(job.spec().name(), images);
        }
    }

    private static boolean mayGoOn(List<StateImage> images, long bytes, Trial.Deadline deadline) {
        return images.size() < 4 || (bytes < MOST_BYTES && !deadline.isOver());
    }

    /** Runs as many atoms, and saves only at the end. */
    static StateImage endOf(Trial trial, long atoms) throws Exception {
        try (Atomizable job = trial.ranTo(atoms)) {
            return StateImage.of(job);
        }
    }

    long atoms() {
        return images.size() - 1L;
    }

    StateImage before(long atom) {
        return images.get(Math.toIntExact(atom));
    }

    StateImage end() {
        return images.get(images.size() - 1);
    }
}
