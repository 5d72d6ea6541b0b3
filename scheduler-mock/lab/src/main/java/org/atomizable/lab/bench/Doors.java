package org.atomizable.lab.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.atomizable.api.Atomizable;
import org.atomizable.api.time.TimeSource;
import org.atomizable.checkpoint.StateDigest;
import org.atomizable.core.loop.LoopJob;
import org.atomizable.core.run.AtomLoop;

/** The same work through the interface, annotations and a loop. */
final class Doors implements AutoCloseable {

    static final int INTERFACE = 0;
    static final int ANNOTATIONS = 1;
    static final int LOOP = 2;

    private final List<Atomizable> jobs;
    private final AnnotatedWork annotated;
    private final int atoms;
    private final TimeSource time;
    private long next;

    private Doors(List<Atomizable> jobs, AnnotatedWork annotated, int atoms, TimeSource time) {
        this.jobs = jobs;
        this.annotated = annotated;
        this.atoms = atoms;
        this.time = time;
    }

    /**
     * Creates a job for each.
     *
     * @param steps of work in an atom; 0 for empty ones
     * @param atoms that each runs in a round
     */
    static Doors of(long steps, int atoms, Path directory, TimeSource time) throws Exception {
        AnnotatedWork annotated = AnnotatedWork.of(steps, directory);
        Atomizable loop = LoopJob.of(Work.Loop.class, List.of(Long.toString(steps)));
        return new Doors(List.of(new Work.ByInterface(steps), annotated.job(), loop), annotated, atoms, time);
    }

    /** Lets each run the next atoms, beginning with another one each round. Returns nanoseconds for an atom, by door. */
    double[] round(int round) throws Exception {
        double[] nanos = new double[jobs.size()];
        for (int i = 0; i < jobs.size(); i++) {
            int door = (round + i) % jobs.size();
            nanos[door] = nanosOf(jobs.get(door));
        }
        next += atoms;
        return nanos;
    }

    private double nanosOf(Atomizable job) throws Exception {
        long end = next + atoms;
        long began = time.nanos();
        AtomLoop.run(job, next, (running, atom) -> atom < end);
        return (double) (time.nanos() - began) / atoms;
    }

    /** Returns the digest of each one's array; they are equal if all have done the same. A loop saves its position, too. */
    List<String> digests() throws IOException {
        String[] digests = new String[jobs.size()];
        for (int i = 0; i < digests.length; i++) {
            StateDigest digest = new StateDigest();
            jobs.get(i).save((name, tensor) -> {
                if (name.equals("state")) {
                    digest.tensor(name, tensor);
                }
            });
            digests[i] = digest.sha256();
        }
        return List.of(digests);
    }

    @Override
    public void close() throws IOException {
        jobs.get(LOOP).close();
        annotated.close();
    }
}
