package org.atomizable.core.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.agent.AgentResult;

/**
 * Begins the chains of a sweep, as many as there may be. It is used by the programs that start and watch the sweep, and by each link of its chains, so
 * that the sweep needs no other program. Each of them also does what one has left undone that was killed.
 */
public final class NextChain {

    private static final Duration SOON = Duration.ofMillis(250);

    private final ChainSweep sweep;
    private final Engine engine;
    private final Duration wanted;
    private final TimeSource time;
    private final Consumer<String> lines;

    /**
     * Makes one.
     *
     * @param wanted how long a link should be at most
     * @param lines told what is done
     */
    public NextChain(ChainSweep sweep, Engine engine, Duration wanted, TimeSource time, Consumer<String> lines) {
        this.sweep = sweep;
        this.engine = engine;
        this.wanted = wanted;
        this.time = time;
        this.lines = lines;
    }

    ChainSweep sweep() {
        return sweep;
    }

    TimeSource time() {
        return time;
    }

    /** Tells what is done. */
    void say(String line) {
        lines.accept(line);
    }

    /**
     * Runs one link of one of the chains. Beside its work it begins the chains that may begin, and after the chain's end the next one.
     *
     * @param threads where the engine is asked beside the work
     * @return how the negotiation ended; empty if the sweep has ended this job, so that nothing was run
     */
    public Optional<AgentResult> run(Link link, LinkRun run, LinkRun.Work work, Executor threads)
            throws IOException, EngineException, CheckpointException, InterruptedException {
        sweep.lookAnew();
        noteEnds();
        if (sweep.of(link).filter(ChainSweep.Standing::runs).isEmpty()) {
            say("the sweep has ended this job, so nothing runs");
            attempt(true, Optional.of(engine.allotment().id()));
            return Optional.empty();
        }
        AtomicBoolean hasLooked = new AtomicBoolean();
        threads.execute(() -> {
            try {
                attempt(false, Optional.empty());
            } finally {
                hasLooked.set(true);
            }
        });
        AgentResult result = run.run(link, work);
        // The end of this process would be the end of a claim that is being made.
        while (!hasLooked.get()) {
            time.sleep(SOON);
        }
        if (link.ended().filter(it -> !it.goesOn()).isPresent()) {
            attempt(true, link.began().map(Link.Began::id));
        }
        return Optional.of(result);
    }

    /** A step that fails here is done by another link, or by a view. */
    private void attempt(boolean all, Optional<String> behind) {
        try {
            fill(all, behind);
        } catch (IOException | EngineException e) {
            say("could not begin the next chain: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Has as many chains run as there may be.
     *
     * @param all whether to ask the engine for each chain if a link of it waits or runs; else only for those that no process has claimed yet
     * @param behind the id of the claim after whose end the first links start, if they take its place
     */
    void fill(boolean all, Optional<String> behind) throws IOException, EngineException, InterruptedException {
        do {
            sweep.lookAnew();
            noteEnds();
            while (true) {
                Optional<ChainSweep.Standing> begun = sweep.begin();
                if (begun.isEmpty()) {
                    break;
                }
                say("%s begins".formatted(begun.get().job().name()));
            }
        } while (!claimWhereNoneIs(all, behind));
    }

    /** Records in the sweep which chains have ended. */
    void noteEnds() throws IOException {
        for (ChainSweep.Standing job : sweep.jobs()) {
            if (job.runs()) {
                Optional<Link.Ended> end = sweep.chain(job.job().name()).endAfter(job.link());
                if (end.isPresent()) {
                    sweep.end(job, end.get());
                }
            }
        }
    }

    /** Returns false if it has ended jobs instead, so that others may begin. */
    private boolean claimWhereNoneIs(boolean all, Optional<String> behind)
            throws IOException, EngineException, InterruptedException {
        Map<Chain, ChainSweep.Standing> unsure = new LinkedHashMap<>();
        for (ChainSweep.Standing job : sweep.jobs()) {
            if (job.runs()) {
                Chain chain = sweep.chain(job.job().name());
                if (all || !chain.isClaimedAfter(job.link())) {
                    unsure.put(chain, job);
                }
            }
        }
        Map<String, List<Claimed>> live =
                engine.claimsOf(unsure.keySet().stream().map(Chain::id).toList());
        boolean haveAllClaims = true;
        for (Map.Entry<Chain, ChainSweep.Standing> entry : unsure.entrySet()) {
            Chain chain = entry.getKey();
            ChainSweep.Standing job = entry.getValue();
            // Looked at after the claims: a chain whose last link has ended has said so before.
            chain.lookAnew();
            if (live.getOrDefault(chain.id(), List.of()).isEmpty()
                    && chain.endAfter(job.link()).isEmpty()) {
                String name = job.job().name();
                Optional<String> dead = chain.endsBeforeItBegins(job.link());
                if (dead.isPresent()) {
                    sweep.end(job, new Link.Ended(Link.STUCK, dead.get(), 0, time.now()));
                    haveAllClaims = false;
                } else {
                    chain.goOn();
                    new NextLink(engine, chain, wanted, time, line -> say(name + ": " + line)).first(behind);
                }
            }
        }
        return haveAllClaims;
    }

    /** Tells whether a link of one of the chains waits or runs, or may do so. */
    boolean mayGoOn() throws IOException, InterruptedException {
        List<String> chains = new ArrayList<>();
        for (ChainSweep.Standing job : sweep.jobs()) {
            if (job.runs()) {
                chains.add(sweep.chain(job.job().name()).id());
            }
        }
        try {
            return engine.claimsOf(chains).values().stream().anyMatch(it -> !it.isEmpty());
        } catch (EngineException unknown) {
            return true;
        }
    }
}
