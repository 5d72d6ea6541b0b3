package org.atomizable.profiler.judge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.profiler.store.ProfileException;

/** Judges the rules of the profile on jobs that are drawn. */
public final class Judge {

    private final Setup setup;

    /** Prepares one. */
    public Judge(Setup setup) {
        this.setup = setup;
    }

    /** Returns how many jobs are run. */
    public int jobs(List<Generator> generators) {
        return generators.size()
                * setup.drawn().lengths().size()
                * setup.drawn().jobs();
    }

    /**
     * Runs all jobs.
     *
     * @param threads how many at a time; the answer does not depend on it
     * @param ended is called after each job, by the thread that judged it
     * @throws ProfileException if a profile cannot be written or read at a restart
     * @throws IOException if there can be no directory for it
     */
    public Judgement judge(List<Generator> generators, int threads, Runnable ended)
            throws ProfileException, IOException, InterruptedException {
        List<Callable<Judgement.Judged>> work = new ArrayList<>();
        SplittableRandom seeds = new SplittableRandom(setup.drawn().seed());
        for (Generator generator : generators) {
            for (int length : setup.drawn().lengths()) {
                for (int job = 0; job < setup.drawn().jobs(); job++) {
                    long seed = seeds.nextLong();
                    work.add(() -> {
                        Judgement.Judged judged = job(generator, length, seed);
                        ended.run();
                        return judged;
                    });
                }
            }
        }
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Judgement.Judged> all = new ArrayList<>();
            for (Future<Judgement.Judged> each : pool.invokeAll(work)) {
                all.add(each.get());
            }
            return new Judgement(all);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ProfileException profile) {
                throw profile;
            }
            if (e.getCause() instanceof IOException file) {
                throw file;
            }
            throw new IllegalStateException("a job cannot be judged", e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    private Judgement.Judged job(Generator generator, int length, long seed) throws Exception {
        DrawnJob job = new DrawnJob(generator, length, setup.drawn().subjobs(), seed);
        Optional<Bytes> declared = setup.declared().isPresent()
                ? Optional.of(Bytes.of((long) Math.ceil(setup.declared().getAsDouble() * job.largestPeak())))
                : Optional.empty();
        Optional<Path> directory = setup.restartEvery() > 0
                ? Optional.of(Files.createTempDirectory("atomizable-judge"))
                : Optional.empty();
        try {
            Map<Regime, Map<Rule, Tally>> tallies = new JobTrial(job, setup, new KnownJob(declared, directory)).run();
            return new Judgement.Judged(generator.name(), length, tallies);
        } finally {
            if (directory.isPresent()) {
                delete(directory.get());
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
