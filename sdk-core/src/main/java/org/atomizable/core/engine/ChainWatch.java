package org.atomizable.core.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.agent.AgentResult;

/** Starts a chain and watches it, from any machine that sees its directory. The chain needs no watcher, and any number may watch. */
public final class ChainWatch {

    private static final Duration LOOK = Duration.ofSeconds(2);

    /** An engine is asked no more often than this while a link runs, or after it did not answer. */
    private static final Duration ASKED_EVERY = Duration.ofSeconds(60);

    /** An engine that answers is asked so soon if no link runs: the next one should have begun. */
    private static final Duration ASKED_SOON = Duration.ofSeconds(20);

    private final NextLink next;
    private final Engine engine;
    private final Chain chain;
    private final JobSpec spec;
    private final CheckpointStore store;
    private final TimeSource time;

    /** Makes one; it tells what happens where {@code next} does. */
    public ChainWatch(NextLink next, JobSpec spec, CheckpointStore store) {
        this.next = next;
        this.engine = next.engine();
        this.chain = next.chain();
        this.spec = spec;
        this.store = store;
        this.time = next.time();
    }

    /** Starts the chain unless it runs, or unless the job is finished; returns whether it ran already. */
    public boolean start() throws IOException, EngineException, CheckpointException, InterruptedException {
        if (spec.atomsLeft(nextAtom()) == 0) {
            next.say("%s is finished: nothing is claimed".formatted(spec.name()));
            return false;
        }
        chain.goOn();
        List<Claimed> live = next.first();
        live.forEach(it -> next.say("the chain goes on: " + engine.name() + " job " + it.message()));
        return !live.isEmpty();
    }

    /**
     * Starts the chain unless it runs, and waits until the job has ended.
     *
     * @param progress told the first atom that is not committed
     */
    public AgentResult await(LongConsumer progress)
            throws IOException, EngineException, CheckpointException, InterruptedException {
        long from = nextAtom();
        if (spec.atomsLeft(from) == 0) {
            return new AgentResult.Finished(from);
        }
        int newest = chain.newestNumber();
        boolean ran = start();
        int shown = ran ? newest - 2 : newest;
        int old = ran ? 0 : newest;
        next.say("Ctrl-C ends only this view: the chain goes on without it. The same command shows it again");
        long asked = time.nanos();
        boolean answers = true;
        while (true) {
            progress.accept(nextAtom());
            for (Link link : chain.newest(3).stream()
                    .sorted((a, b) -> a.number() - b.number())
                    .toList()) {
                Optional<Link.Ended> ended = link.ended();
                if (ended.isPresent() && link.number() > shown) {
                    shown = link.number();
                    next.say("link %s: %s".formatted(link.number(), message(link, ended.get())));
                }
                // Of one that the engine has started again, another end was shown.
                if (ended.isPresent() && !ended.get().goesOn() && isEnd(link, old)) {
                    progress.accept(ended.get().nextAtom());
                    return result(ended.get());
                }
            }
            if (chain.isWithdrawn()) {
                return new AgentResult.Withdrawn("withdrawn", "slurm cancel", nextAtom());
            }
            Duration since = Duration.ofNanos(time.nanos() - asked);
            if (since.compareTo(answers && !isRunning() ? ASKED_SOON : ASKED_EVERY) > 0) {
                Optional<String> dead = chain.endsBeforeItBegins(newest);
                if (dead.isPresent() && !hasClaims()) {
                    return new AgentResult.Failed(FailureKind.WORKER_LOST, dead.get(), nextAtom());
                }
                answers = claimIfNoneIs(old);
                asked = time.nanos();
            }
            time.sleep(LOOK);
        }
    }

    /**
     * An engine that does not answer now will do so later: the links that run need it as little as this view does. Returns whether it has
     * answered.
     */
    private boolean claimIfNoneIs(int old) throws IOException, EngineException, InterruptedException {
        try {
            if (!hasJustEnded(old) && next.first().isEmpty()) {
                next.say("no link of the chain waited or ran: the next one is claimed from here");
            }
            return true;
        } catch (EngineException e) {
            if (e.isFinal()) {
                throw e;
            }
            next.say("it is asked again in a minute: " + e.getMessage());
            return false;
        }
    }

    /** An engine that does not answer may have some. */
    private boolean hasClaims() throws InterruptedException {
        try {
            return !engine.claims(chain.id()).isEmpty();
        } catch (EngineException silent) {
            return true;
        }
    }

    private boolean isRunning() throws IOException {
        for (Link link : chain.newest(2)) {
            if (link.began().isPresent() && link.ended().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** The last link may have ended the job between two looks, or where its end is seen late. */
    private boolean hasJustEnded(int old) throws IOException {
        chain.lookAnew();
        for (Link link : chain.newest(2)) {
            if (isEnd(link, old)) {
                return true;
            }
        }
        return false;
    }

    /** How a chain ended that was started again after that is old news. */
    private boolean isEnd(Link link, int old) throws IOException {
        Optional<Link.Ended> ended = link.ended().filter(it -> !it.goesOn() && link.number() > old);
        if (ended.isEmpty()) {
            return false;
        }
        for (Link newer : chain.newest(3)) {
            if (newer.number() > link.number()
                    && newer.asked()
                            .filter(it -> it.at().isAfter(ended.get().at()))
                            .isPresent()) {
                return false;
            }
        }
        return true;
    }

    private static String message(Link link, Link.Ended ended) throws IOException {
        Optional<Link.Began> began = link.began();
        if (began.isEmpty()) {
            return ended.message();
        }
        String atoms = ended.nextAtom() > began.get().nextAtom()
                ? "atoms %s to %s".formatted(began.get().nextAtom(), ended.nextAtom() - 1)
                : "no atom";
        return "%s on %s; %s".formatted(atoms, began.get().slice(), ended.message());
    }

    private static AgentResult result(Link.Ended ended) {
        return switch (ended.how()) {
            case Link.FINISHED -> new AgentResult.Finished(ended.nextAtom());
            case Link.NOWHERE -> new AgentResult.FitsNowhere(ended.message(), ended.nextAtom());
            default -> new AgentResult.Failed(kind(ended.how()), ended.message(), ended.nextAtom());
        };
    }

    private static FailureKind kind(String how) {
        for (FailureKind kind : FailureKind.values()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(how)) {
                return kind;
            }
        }
        return FailureKind.CUT;
    }

    private long nextAtom() throws CheckpointException {
        return store.latest().map(Checkpoint::nextAtom).orElse(0L);
    }
}
