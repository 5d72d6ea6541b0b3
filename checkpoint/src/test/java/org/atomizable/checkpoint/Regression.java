package org.atomizable.checkpoint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.Disk;

/**
 * A training in plain Java: logistic regression by steps with momentum, over features that never change; a few MiB, so that a
 * kill often meets a half-written file.
 */
final class Regression {

    private static final int FEATURES = 200_000;
    private static final int STEPS_BETWEEN = 4;

    private final float[] features = new float[FEATURES];
    private final float[] weights = new float[FEATURES];
    private final float[] momentum = new float[FEATURES];

    Regression() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < FEATURES; i++) {
            features[i] = (float) random.nextGaussian();
        }
    }

    void step(long atom) {
        SplittableRandom random = new SplittableRandom(atom);
        int from = random.nextInt(FEATURES - 20_000);
        double dot = 0;
        for (int i = from; i < from + 20_000; i++) {
            dot += weights[i] * features[i];
        }
        float error = (float) (1 / (1 + StrictMath.exp(-dot)) - (random.nextBoolean() ? 1 : 0));
        for (int i = from; i < from + 20_000; i++) {
            momentum[i] = 0.9f * momentum[i] + error * features[i];
            weights[i] -= 0.001f * momentum[i];
        }
    }

    void save(StateWriter to) throws IOException {
        to.floats("features", features);
        to.floats("weights", weights);
        to.floats("momentum", momentum);
    }

    private void restore(StateReader from) throws IOException {
        System.arraycopy(from.floats("features"), 0, features, 0, FEATURES);
        System.arraycopy(from.floats("weights"), 0, weights, 0, FEATURES);
        System.arraycopy(from.floats("momentum"), 0, momentum, 0, FEATURES);
    }

    /** Trains from the newest checkpoint to the last atom, checkpointing on its way, and prints each atom it begins. */
    public static void main(String[] args) throws Exception {
        long last = Long.parseLong(args[1]);
        long token = Long.parseLong(args[2]);
        Regression training = new Regression();
        ShardPlan.Limits limits = new ShardPlan.Limits(1 << 20, 1 << 10, 20);
        try (CheckpointStore store = Checkpoints.in(
                Path.of(args[0]),
                "regression",
                StoreOptions.usual(),
                Disk.real(TimeSource.system()),
                Threads.usual(),
                limits)) {
            store.fence(new FencingToken(token));
            Optional<Checkpoint> newest = store.latest();
            if (newest.isPresent()) {
                training.restore(newest.get().state());
            }
            Optional<CheckpointStore.Pending> pending = Optional.empty();
            for (long atom = newest.map(Checkpoint::nextAtom).orElse(0L); atom < last; atom++) {
                System.out.println(atom);
                training.step(atom);
                if ((atom + 1) % STEPS_BETWEEN == 0 || atom + 1 == last) {
                    if (pending.isPresent()) {
                        pending.get().await();
                    }
                    try (CheckpointStore.Draft draft = store.open(atom + 1, new FencingToken(token))) {
                        training.save(draft.state());
                        pending = Optional.of(draft.commitLater());
                    }
                }
            }
            if (pending.isPresent()) {
                pending.get().await();
            }
        }
    }
}
