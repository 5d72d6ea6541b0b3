package org.atomizable.core.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.TimeSource;

/** Starts a sweep and watches it, from any machine that sees its directory. The sweep needs no watcher, and any number may watch. */
public final class SweepWatch {

    private static final Duration LOOK = Duration.ofSeconds(5);

    /** Work that links leave undone is looked for so rarely: they come first. */
    private static final Duration FILLED_EVERY = Duration.ofSeconds(60);

    private final NextChain next;
    private final ChainSweep sweep;
    private final List<Member> members;
    private final TimeSource time;
    private final Map<String, ChainSweep.Standing> finishedBefore = new HashMap<>();
    private final Map<String, Long> atoms = new HashMap<>();

    /** Opens the store of a job. */
    @FunctionalInterface
    public interface Opening {
        CheckpointStore open() throws CheckpointException;
    }

    /**
     * A job that is watched.
     *
     * @param setting the values of its parameters that the sweep tries
     */
    public record Member(JobSpec spec, Map<String, String> setting, Opening store) {

        private long nextAtom() throws CheckpointException {
            try (CheckpointStore opened = store.open()) {
                return opened.latest().map(Checkpoint::nextAtom).orElse(0L);
            }
        }

        private ChainSweep.Job job(long nextAtom) {
            long left = spec.atomsLeft(nextAtom);
            return new ChainSweep.Job(spec.name(), setting, left == Long.MAX_VALUE ? null : left);
        }
    }

    /**
     * How far the jobs are.
     *
     * @param ended how many have ended
     * @param running how many are chains now
     * @param waiting how many are not yet
     * @param atoms how many atoms of all are committed
     */
    public record Progress(int ended, int running, int waiting, long atoms) {}

    /** Makes one; it tells what happens where {@code next} does. */
    public SweepWatch(NextChain next, List<Member> members) {
        this.next = next;
        this.sweep = next.sweep();
        this.members = List.copyOf(members);
        this.time = next.time();
    }

    /**
     * Adds the jobs that are not finished, and has as many chains run as there may be. Chains that run already go on.
     *
     * @param order how links are started
     * @param mostChains how many chains the sweep may have at a time
     */
    public void start(Chain.Order order, int mostChains)
            throws IOException, EngineException, CheckpointException, InterruptedException {
        List<ChainSweep.Job> wanted = new ArrayList<>();
        for (Member member : members) {
            long from = member.nextAtom();
            atoms.put(member.spec().name(), from);
            ChainSweep.Job job = member.job(from);
            if (member.spec().atomsLeft(from) == 0) {
                finishedBefore.put(
                        job.name(), new ChainSweep.Standing(job, Link.FINISHED, 0, "it was finished before"));
            } else {
                wanted.add(job);
            }
        }
        sweep.lookAnew();
        next.noteEnds();
        sweep.add(wanted, order, mostChains);
        try {
            next.fill(true, Optional.empty());
        } catch (EngineException e) {
            if (!e.isFinal() || !next.mayGoOn()) {
                throw e;
            }
            next.say(String.valueOf(e.getMessage()));
        }
        Progress now = progress(standings());
        next.say("%s: %s of %s jobs have ended, %s are chains now, %s wait"
                .formatted(sweep.name(), now.ended(), members.size(), now.running(), now.waiting()));
    }

    /**
     * Waits until all jobs have ended, after they were started.
     *
     * @param progress told how far they are
     * @return how each ended, by its name
     */
    public Map<String, ChainSweep.Standing> await(Consumer<Progress> progress)
            throws IOException, EngineException, CheckpointException, InterruptedException {
        next.say("Ctrl-C ends only this view: the sweep goes on without it. The same command shows it again");
        long filled = time.nanos();
        Map<String, ChainSweep.Standing> before = standings();
        while (true) {
            next.noteEnds();
            Map<String, ChainSweep.Standing> now = standings();
            for (Member member : members) {
                look(member, now, before);
            }
            before = now;
            Progress all = progress(now);
            progress.accept(all);
            if (all.ended() == members.size()) {
                return now;
            }
            if (time.nanos() - filled > FILLED_EVERY.toNanos()) {
                fillAgain();
                filled = time.nanos();
            }
            time.sleep(LOOK);
        }
    }

    private void look(Member member, Map<String, ChainSweep.Standing> now, Map<String, ChainSweep.Standing> before)
            throws CheckpointException {
        String name = member.spec().name();
        ChainSweep.Standing standing = now.get(name);
        if (standing == null) {
            return;
        }
        boolean hasJustEnded = standing.hasEnded() && !standing.equals(before.get(name));
        if (hasJustEnded || standing.runs()) {
            atoms.put(name, member.nextAtom());
        }
        if (hasJustEnded) {
            next.say("%s: %s".formatted(name, standing.message()));
        }
    }

    private Map<String, ChainSweep.Standing> standings() throws IOException {
        Map<String, ChainSweep.Standing> standings = new LinkedHashMap<>();
        sweep.jobs().forEach(it -> standings.put(it.job().name(), it));
        standings.putAll(finishedBefore);
        return standings;
    }

    private Progress progress(Map<String, ChainSweep.Standing> standings) {
        int ended = 0;
        int running = 0;
        for (Member member : members) {
            ChainSweep.Standing standing = standings.get(member.spec().name());
            ended += standing != null && standing.hasEnded() ? 1 : 0;
            running += standing != null && standing.runs() ? 1 : 0;
        }
        return new Progress(
                ended,
                running,
                members.size() - ended - running,
                atoms.values().stream().mapToLong(it -> it).sum());
    }

    /** An engine that does not answer now will do so later, and one that refuses may have room later. */
    private void fillAgain() throws IOException, EngineException, InterruptedException {
        try {
            next.fill(true, Optional.empty());
        } catch (EngineException e) {
            if (e.isFinal() && !next.mayGoOn()) {
                throw e;
            }
            next.say("it is asked again in a minute: " + e.getMessage());
        }
    }
}
