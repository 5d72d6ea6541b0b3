package org.atomizable.core.run;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.time.VirtualTime;

/** A job whose every bit depends on every atom before it, whose atoms take virtual time, and which can be made to fail. */
public final class RandomWalk implements Atomizable {

    /** What an atom does besides walking. */
    public interface Mishap {
        void before(long atom) throws Exception;
    }

    private final JobSpec spec;
    private final long seed;
    private final VirtualTime time;
    private final Duration longest;
    private final Mishap mishap;
    private final double[] position = new double[16];
    private long generator;
    private long enoughAt = Long.MAX_VALUE;

    public RandomWalk(JobSpec spec, long seed, VirtualTime time, Duration longest, Mishap mishap) {
        this.spec = spec;
        this.seed = seed;
        this.time = time;
        this.longest = longest;
        this.mishap = mishap;
        this.generator = seed;
    }

    public RandomWalk(long atoms, long seed) {
        this(JobSpec.of("walk", atoms), seed, VirtualTime.create(), Duration.ofMillis(1), atom -> {});
    }

    public RandomWalk enoughAt(long atom) {
        enoughAt = atom;
        return this;
    }

    /** Changes its state though no atom runs, as a thread of its own would. */
    void disturb() {
        position[3] = Math.nextUp(position[3]);
    }

    @Override
    public JobSpec spec() {
        return spec;
    }

    @Override
    public void run(long atom) throws Exception {
        mishap.before(atom);
        SplittableRandom random = new SplittableRandom(generator ^ atom);
        for (int i = 0; i < position.length; i++) {
            position[i] = 0.9 * position[(i + 1) % position.length] + random.nextDouble(-1, 1);
        }
        generator = random.nextLong();
        // How long an atom takes depends on its number alone, never on what ran before.
        time.sleep(longest.multipliedBy(new SplittableRandom(seed + atom).nextLong(1, 101))
                .dividedBy(100));
    }

    @Override
    public void save(StateWriter to) throws IOException {
        to.doubles("position", position);
        to.longs("generator", generator);
    }

    @Override
    public void restore(StateReader from) throws IOException {
        System.arraycopy(from.doubles("position"), 0, position, 0, position.length);
        generator = from.longs("generator")[0];
    }

    @Override
    public boolean enough(long nextAtom) {
        return nextAtom >= enoughAt;
    }

    @Override
    public Optional<Bytes> memoryUsed() {
        return Optional.of(Bytes.of(1000));
    }
}
