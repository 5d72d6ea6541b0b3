package org.atomizable.core.engine;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.client.JobScheduler;
import org.jspecify.annotations.Nullable;

/** Runs one link of a chain in the process that the engine has started for it, and has the next link follow. */
public final class LinkRun {

    /** The next link is fitted so long before the end: the engine may need some seconds to answer, and a link that starts early some to get ready. */
    private static final Duration FITTED_BEFORE = Duration.ofSeconds(30);

    /** A link that lets the next one start has ended after so long; its end is seen some seconds later on another machine. */
    private static final Duration HANDED_OVER_WITHIN = FITTED_BEFORE.plusSeconds(15);

    /** A link ends so long before its time is up, so that its end is its own. */
    private static final Duration KEPT_FREE = Duration.ofSeconds(3);

    /** A link that has got ready beside this one takes its turn so soon; else the engine is asked whether it lives. */
    private static final Duration TURN_TAKEN_WITHIN = Duration.ofSeconds(1);

    /** After a claim that failed, the engine is asked again so late. */
    private static final Duration AGAIN = Duration.ofMinutes(1);

    private static final Duration SOON = Duration.ofMillis(250);

    /** A link that has finished the job waits so long for the engine, and frees its slice: the next one finds nothing to do, and ends. */
    private static final Duration HELD_AT_MOST = Duration.ofSeconds(30);

    /** So long that no job is thought to fit nowhere. */
    private static final Duration UNKNOWN = Duration.ofDays(365);

    private final NextLink next;
    private final Engine engine;
    private final Chain chain;
    private final JobSpec spec;
    private final CheckpointStore store;
    private final Duration wanted;
    private final TimeSource time;
    private final Executor threads;
    private final Duration used;
    private volatile boolean isFitted;
    private volatile boolean isOver;
    private volatile boolean hasWorked;
    private volatile boolean hasAsked;
    private volatile boolean isAlone;
    private volatile String said = "";
    private @Nullable Given given;

    /** The job's agent, which runs subjobs as this scheduler grants them. */
    @FunctionalInterface
    public interface Work {
        AgentResult run(JobScheduler scheduler) throws InterruptedException;
    }

    /**
     * What the engine has given to this process.
     *
     * @param ends when the link ends by itself
     */
    private record Given(Allotment allotment, Instant ends) {}

    /**
     * Makes one.
     *
     * @param next tells what is done
     * @param threads where the engine is asked beside the work: it may need minutes to answer
     * @param used the time that this process has used already, to make the job
     */
    public LinkRun(NextLink next, JobSpec spec, CheckpointStore store, Executor threads, Duration used) {
        this.next = next;
        this.engine = next.engine();
        this.chain = next.chain();
        this.spec = spec;
        this.store = store;
        this.wanted = next.wanted();
        this.time = next.time();
        this.threads = threads;
        this.used = used;
    }

    /**
     * Runs it.
     *
     * @return how the negotiation ended: {@link AgentResult.Withdrawn#USED_UP} if the next link goes on
     */
    public AgentResult run(Link link, Work work)
            throws IOException, EngineException, CheckpointException, InterruptedException {
        if (given == null) {
            awaitTurn(link, slice -> {});
        }
        Allotment given = Objects.requireNonNull(this.given).allotment();
        Instant ends = this.given.ends();
        long from = nextAtom();
        long token = chain.takeTokens(store.newestToken());
        boolean follows = spec.atomsLeft(from) > 0;
        boolean inVain = follows && chain.isInVain(from, full());
        Duration left = Duration.between(time.now(), ends).plus(KEPT_FREE);
        boolean isEarly = chain.isEarly(link, given.id());
        double had = left.plus(isEarly ? Duration.ZERO : used).toMillis() / 1e3;
        link.record(new Link.Began(given.id(), time.now(), given.slice().id(), had, from));
        next.say("%s job %s has %s for %s s"
                .formatted(engine.name(), given.id(), given.slice().id(), Math.max(0, left.toSeconds())));
        AgentResult result = inVain ? usedUp(from) : worked(link, given, ends, token, work, follows);
        Link.Ended ended = inVain ? stuck(from, "they were killed") : ended(result);
        if (isTakenOver(ended, token)) {
            next.say("another process of this chain has taken the job over; this one ends: " + ended.message());
            return result;
        }
        link.record(ended);
        isOver = !ended.goesOn();
        if (ended.how().equals(Link.FINISHED)) {
            threads.execute(() -> endOthers(given.id()));
            Instant held = time.now().plus(HELD_AT_MOST);
            while (!isAlone && time.now().isBefore(held)) {
                time.sleep(SOON);
            }
        } else if (isOver) {
            attempt("end the next link", () -> next.cancelAllBut(given.id()));
        } else if (!isFitted) {
            attempt("fit the next link", () -> next.fit(link, given.id(), KEPT_FREE));
        } else if (link.handOver().isPresent()) {
            lookAfterNext(link, given.id());
        }
        return result;
    }

    /**
     * Waits until the link before this one has ended, if it has let this one start beside it. That one may have been killed, so it is not
     * awaited longer than it can need.
     *
     * @param prepare gets the job ready on a slice that is its own, and returns at once. It may restore a state, but must advance and commit nothing
     */
    public void awaitTurn(Link link, Consumer<Slice> prepare)
            throws IOException, EngineException, CheckpointException, InterruptedException {
        Allotment allotment = given(link);
        given = new Given(allotment, time.now().plus(allotment.left()).minus(KEPT_FREE));
        Optional<Link> before = chain.before(link);
        if (before.isEmpty() || !isHandingOver(before.get())) {
            return;
        }
        next.say("this link gets ready on %s until link %s has ended"
                .formatted(allotment.slice().id(), before.get().number()));
        prepare.accept(allotment.slice());
        longest();
        awaitTurn(before.get(), time);
    }

    /** Does the same without preparing anything. */
    static void awaitTurn(Link before, TimeSource time) throws IOException, InterruptedException {
        Instant until = time.now().plus(HANDED_OVER_WITHIN);
        while (isHandingOver(before) && time.now().isBefore(until)) {
            time.sleep(SOON);
        }
    }

    private static boolean isHandingOver(Link before) throws IOException {
        try {
            Link.lookAnew(before.directory());
        } catch (IOException fullOrGone) {
            // It is seen later, then.
        }
        return before.handOver().isPresent() && before.ended().isEmpty();
    }

    /** An engine that does not answer is asked until this process is killed; one that refuses may give another slice to the next link. */
    private Allotment given(Link link) throws IOException, EngineException, CheckpointException, InterruptedException {
        while (true) {
            try {
                return engine.allotment();
            } catch (EngineException e) {
                long atom = nextAtom();
                if (spec.atomsLeft(atom) == 0 || e.isFinal()) {
                    goOn(link, atom, String.valueOf(e.getMessage()));
                    throw e;
                }
                next.say("what this link has is asked again in a minute: " + e.getMessage());
            }
            time.sleep(AGAIN);
        }
    }

    /** Has the next link follow one that was refused, unless as many were refused in a row as may be in vain. */
    private void goOn(Link link, long atom, String why) throws IOException, InterruptedException {
        if (spec.atomsLeft(atom) == 0 || link.ended().isPresent()) {
            return;
        }
        link.record(new Link.Ended(Link.OVER, why, atom, time.now()));
        Optional<String> id = id(link);
        if (chain.isInVain(atom, wanted)) {
            link.record(stuck(atom, why));
            attempt("end the next link", () -> next.cancelAllBut(id.orElse("")));
        } else if (id.isPresent()) {
            attempt("claim the next link", () -> next.after(link, id.get()));
        }
    }

    /** Returns the engine's id of a link that was not told it; the process that has claimed it may need some seconds to record it. */
    private Optional<String> id(Link link) throws IOException, InterruptedException {
        Instant until = time.now().plus(AGAIN);
        while (true) {
            Link.lookAnew(link.directory());
            Optional<String> id = link.asked().map(Link.Asked::id).filter(it -> !it.isEmpty());
            if (id.isPresent() || time.now().isAfter(until)) {
                return id;
            }
            time.sleep(HELD_AT_MOST.dividedBy(10));
        }
    }

    private static AgentResult usedUp(long atom) {
        return new AgentResult.Withdrawn(AgentResult.Withdrawn.USED_UP, "nothing was tried", atom);
    }

    private AgentResult worked(Link link, Allotment given, Instant ends, long token, Work work, boolean follows)
            throws InterruptedException {
        if (follows) {
            threads.execute(() -> follow(link, given.id(), ends));
        }
        Duration longest = follows ? longest() : given.left();
        // The calls above have taken some of the time.
        Duration left = Duration.between(time.now(), ends);
        AgentResult result =
                work.run(new AllotmentScheduler(new Allotment(given.id(), given.slice(), left), longest, token, time));
        hasWorked = true;
        // The end of this process would be the end of a claim that is being made; one that is made after the end of the
        // chain starts it again.
        Instant held = time.now().plus(HELD_AT_MOST);
        Instant until = result instanceof AgentResult.Finished && held.isBefore(ends) ? held : ends;
        while (follows && !hasAsked && time.now().isBefore(until)) {
            time.sleep(SOON);
        }
        return result;
    }

    /** Has a link wait behind this one, and fits it shortly before the end. */
    private void follow(Link link, String id, Instant ends) {
        try {
            Instant fits = ends.minus(FITTED_BEFORE);
            boolean claimed = false;
            try {
                claimed = attempt("claim the next link", () -> next.after(link, id));
            } finally {
                hasAsked = true;
            }
            while (!claimed && !hasWorked && time.now().plus(AGAIN).isBefore(fits)) {
                time.sleep(AGAIN);
                claimed = hasWorked || attempt("claim the next link", () -> next.afterAgain(link, id));
            }
            if (!hasWorked) {
                time.sleep(Duration.between(time.now(), fits));
            }
            if (!hasWorked) {
                isFitted = true;
                attempt(
                        "fit the next link",
                        () -> next.fit(
                                link, id, Duration.between(time.now(), ends).plus(KEPT_FREE)));
            }
            if (isOver) {
                attempt("end the next link", () -> next.cancelAllBut(id));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The next link may have died while it got ready, and then none waits. */
    private void lookAfterNext(Link link, String id) throws IOException, InterruptedException {
        Instant until = time.now().plus(TURN_TAKEN_WITHIN);
        while (!next.hasNewerBegun(link) && time.now().isBefore(until)) {
            time.sleep(SOON);
        }
        attempt("look after the next link", () -> next.afterAgain(link, id));
    }

    private void endOthers(String id) {
        try {
            attempt("end the next link", () -> next.cancelAllBut(id));
            isAlone = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration full() throws InterruptedException {
        return LinkLength.shorter(longest(), wanted);
    }

    private Duration longest() throws InterruptedException {
        try {
            return next.longest();
        } catch (EngineException e) {
            next.say("could not ask for the longest time: " + e.getMessage());
            return UNKNOWN;
        }
    }

    /** A process that the engine has given up, but that lives on, does not end the job of those that run it now; a finished job is finished. */
    private boolean isTakenOver(Link.Ended ended, long token) throws IOException {
        return !ended.goesOn() && !ended.how().equals(Link.FINISHED) && chain.hasNewerTokens(token);
    }

    private long nextAtom() throws CheckpointException {
        return store.latest().map(Checkpoint::nextAtom).orElse(0L);
    }

    private Link.Ended ended(AgentResult result) throws IOException, CheckpointException, InterruptedException {
        long atom = nextAtom();
        String how = result.match(
                finished -> Link.FINISHED,
                failed -> failed.kind().name().toLowerCase(Locale.ROOT),
                nowhere -> Link.NOWHERE,
                cut -> "cut",
                withdrawn -> withdrawn.how().equals(AgentResult.Withdrawn.USED_UP) ? Link.OVER : Link.WITHDRAWN);
        String message = result.match(
                finished -> "the job is finished",
                failed -> failed.message(),
                nowhere -> nowhere.reason(),
                cut -> cut.message(),
                withdrawn -> withdrawn.message());
        return how.equals(Link.OVER) && chain.isInVain(atom, full())
                ? stuck(atom, message)
                : new Link.Ended(how, message, atom, time.now());
    }

    private Link.Ended stuck(long atom, String message) {
        return new Link.Ended(
                Link.STUCK,
                "%s links in a row gained no atom; %s. If an atom needs more than %s min, give links more time (--link-time); the same run goes on"
                        .formatted(Chain.MOST_IN_VAIN, message, wanted.toMinutes()),
                atom,
                time.now());
    }

    /** A call of the engine. */
    @FunctionalInterface
    private interface Call {
        void run() throws IOException, EngineException, InterruptedException;
    }

    /** Atoms are worth more than the next link, which anybody who looks at the chain can claim too. Returns whether it did what it should. */
    private boolean attempt(String what, Call call) throws InterruptedException {
        try {
            call.run();
            return true;
        } catch (IOException | EngineException e) {
            String line = "could not %s: %s".formatted(what, e.getMessage());
            // It may be tried each minute for hours.
            if (!line.equals(said)) {
                next.say(line);
                said = line;
            }
            return false;
        }
    }
}
