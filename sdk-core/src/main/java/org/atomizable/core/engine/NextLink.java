package org.atomizable.core.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.atomizable.api.time.TimeSource;
import org.jspecify.annotations.Nullable;

/**
 * Claims the links of a chain one after the other. It is used by the program that starts a chain, and by each link, which claims the next one when
 * it begins, so that the chain needs no other program.
 */
public final class NextLink {

    /** A process that has not claimed the link that it added after so long has died: an engine that does not answer is asked less long. */
    private static final Duration CLAIM_TAKES = Duration.ofMinutes(5);

    /** The last call of a link that the engine has ended is carried out or lost after so long. */
    private static final Duration LAST_CALL_TAKES = Duration.ofSeconds(30);

    /** A link is written in milliseconds; another machine may see its files a minute late. */
    private static final Duration WRITING_TAKES = Duration.ofSeconds(90);

    /** A process begins in some seconds. */
    private static final Duration WORTH_STARTING_EARLY = Duration.ofSeconds(5);

    /** A link that starts early should have so much left at its turn, unless links have shown that more is needed. */
    private static final Duration WORTH_STARTING = Duration.ofSeconds(20);

    /** Engines count whole minutes. A link that is shorter by one is worth its early start. */
    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    private static final int REMEMBERED = 12;
    private static final Duration ASKED_AGAIN = Duration.ofSeconds(10);

    private final Engine engine;
    private final Chain chain;
    private final Duration wanted;
    private final TimeSource time;
    private final Consumer<String> lines;
    private volatile @Nullable Duration longest;

    /**
     * Makes one.
     *
     * @param wanted how long a link should be at most
     * @param lines told what is done
     */
    public NextLink(Engine engine, Chain chain, Duration wanted, TimeSource time, Consumer<String> lines) {
        this.engine = engine;
        this.chain = chain;
        this.wanted = wanted;
        this.time = time;
        this.lines = lines;
    }

    Engine engine() {
        return engine;
    }

    Chain chain() {
        return chain;
    }

    Duration wanted() {
        return wanted;
    }

    TimeSource time() {
        return time;
    }

    /** Tells what is done. */
    void say(String line) {
        lines.accept(line);
    }

    /**
     * Claims a link that starts as soon as it can, unless one waits or runs. If another process is claiming one, waits until it has.
     *
     * @return what waits or runs already; empty if a link was claimed from here
     */
    List<Claimed> first() throws IOException, EngineException, InterruptedException {
        return first(Optional.empty());
    }

    /**
     * Does the same for a chain that takes the place of another one.
     *
     * @param behind the id of the claim after whose end the link starts
     */
    List<Claimed> first(Optional<String> behind) throws IOException, EngineException, InterruptedException {
        int awaited = 0;
        Duration waited = Duration.ZERO;
        while (true) {
            // Read before the claims: a link that somebody adds later makes the addition of the same one fail, and a
            // claim without an answer shows.
            Optional<Link> newest = newest();
            boolean isClaimed = isClaimed(newest);
            Duration takes = newest.isPresent() ? takesToClaim(newest.get()) : CLAIM_TAKES;
            List<Claimed> live = engine.claims(chain.id());
            if (!live.isEmpty()) {
                return live;
            }
            int number = number(newest);
            waited = number == awaited ? waited : Duration.ZERO;
            awaited = number;
            if (isClaimed || waited.compareTo(takes) >= 0) {
                List<EngineWindow> windows = engine.look(chain.id(), behind).windows();
                if (claim(
                        number + 1,
                        LinkLength.of(windows, Duration.ZERO, least(), wanted, longest()),
                        behind,
                        Optional.empty())) {
                    return List.of();
                }
            }
            time.sleep(ASKED_AGAIN);
            waited = waited.plus(ASKED_AGAIN);
        }
    }

    /** Returns how long a process may need that has added a link, though no link of the chain lives. */
    private static Duration takesToClaim(Link link) throws IOException {
        if (link.claimer().isPresent()) {
            return LAST_CALL_TAKES;
        }
        return Files.exists(link.script()) ? CLAIM_TAKES : WRITING_TAKES;
    }

    private Optional<Link> newest() throws IOException {
        return chain.newest(1).stream().findFirst();
    }

    private static int number(Optional<Link> link) {
        return link.map(Link::number).orElse(0);
    }

    /** Tells whether nobody is claiming the link at this moment, unless its process died meanwhile. */
    private static boolean isClaimed(Optional<Link> link) throws IOException {
        return link.isEmpty()
                || link.get().asked().isPresent()
                || link.get().began().isPresent();
    }

    /** Tells whether an earlier start of a running link has begun to claim this one: no other one does. */
    private static boolean isClaimedBy(String running, Optional<Link> link) throws IOException {
        return link.isPresent()
                && link.get().claimer().filter(it -> it.id().equals(running)).isPresent();
    }

    /**
     * Claims the link that follows one that has just begun, unless it did so already, in an earlier start. Its length is not known yet, so it is
     * the longest that could be wanted, or less where only that fits.
     *
     * @param running the engine's id of that one
     */
    void after(Link link, String running) throws IOException, EngineException, InterruptedException {
        Optional<Link> newest = newest();
        if (number(newest) <= link.number() && !chain.isWithdrawn()) {
            claimAfter(link.number() + 1, running);
        } else if (!isClaimed(newest) && isClaimedBy(running, newest)) {
            throw EngineException.absent(
                    "an earlier start of this link was killed while it claimed the next one, or claims it still",
                    "It is looked for again in a minute");
        }
    }

    /** Claims the link that follows, after an earlier call has failed, unless one waits or another one has begun. */
    void afterAgain(Link link, String running) throws IOException, EngineException, InterruptedException {
        Optional<Link> newest = newest();
        boolean isClaimed = number(newest) == link.number() || isClaimed(newest) || isClaimedBy(running, newest);
        if (!hasNewerBegun(link)
                && !chain.isWithdrawn()
                && isClaimed
                && others(engine.claims(chain.id()), running).isEmpty()) {
            claimAfter(number(newest) + 1, running);
        }
    }

    private static List<Claimed> others(List<Claimed> claims, String but) {
        return claims.stream().filter(it -> !it.id().equals(but)).toList();
    }

    private void claimAfter(int number, String running) throws IOException, EngineException, InterruptedException {
        LinkLength waiting = LinkLength.of(List.of(), Duration.ZERO, least(), wanted, longest());
        claim(
                number,
                new LinkLength(waiting.length(), waiting.least(), "it follows " + running),
                Optional.of(running),
                Optional.of(new Link.Claimer(running)));
    }

    /** Claims a link; returns false if another process of the chain has added it before. */
    private boolean claim(int number, LinkLength length, Optional<String> after, Optional<Link.Claimer> claimer)
            throws IOException, EngineException, InterruptedException {
        Optional<Link> link = chain.add(number, claimer);
        if (link.isEmpty()) {
            lines.accept("link %s is claimed by another process of this chain".formatted(number));
            return false;
        }
        String id;
        try {
            id = engine.claim(new Claim(
                    chain.id(), number, link.get().script(), link.get().log(), length.length(), length.least(), after));
        } catch (EngineException e) {
            link.get()
                    .record(new Link.Asked(
                            "", time.now(), length.length().toSeconds(), String.valueOf(e.getMessage())));
            throw e;
        }
        link.get().record(new Link.Asked(id, time.now(), length.length().toSeconds(), length.why()));
        lines.accept("link %s is %s job %s, for %s min: %s"
                .formatted(number, engine.name(), id, length.length().toMinutes(), length.why()));
        return true;
    }

    /**
     * Shortens the link that follows one that is about to end, so that it fits what will be free then. If there is none any more, claims one.
     * Does nothing if a newer link has begun: then the engine has given this one up.
     *
     * @param ending the engine's id of the one that is about to end
     * @param endsIn how long it has still
     */
    void fit(Link link, String ending, Duration endsIn) throws IOException, EngineException, InterruptedException {
        Optional<Link> newest = newest();
        boolean isClaimed = number(newest) == link.number() || isClaimed(newest) || isClaimedBy(ending, newest);
        if (hasNewerBegun(link) || chain.isWithdrawn()) {
            return;
        }
        Engine.Look look = engine.look(chain.id(), Optional.of(ending));
        List<Claimed> others = others(look.claims(), ending);
        if (others.isEmpty() && isClaimed) {
            claimAfter(number(newest) + 1, ending);
            return;
        }
        Duration neededEarly = LinkLength.longer(WORTH_STARTING, needed(true));
        Duration least = least();
        LinkLength length = LinkLength.of(look.windows(), endsIn, least, wanted, longest());
        LinkLength beside =
                LinkLength.of(beside(ending, look), endsIn, neededEarly, LinkLength.longer(wanted, least), longest());
        boolean isEarly = endsIn.compareTo(WORTH_STARTING_EARLY) > 0
                && beside.startsAtOnce()
                && !(length.startsAtOnce() && length.length().minus(A_MINUTE).compareTo(beside.length()) > 0);
        for (Claimed next : others) {
            Optional<Link.Asked> asked = asked(next.id());
            if (next.runs() || asked.isEmpty()) {
                continue;
            }
            Duration atItsTurn = Duration.ofSeconds(asked.get().seconds()).minus(endsIn);
            if (isEarly && atItsTurn.compareTo(neededEarly) >= 0) {
                link.record(new Link.HandOver(next.id(), time.now()));
                startNow(next.id(), asked.get(), beside.length().plus(endsIn), beside.why());
            } else if (length.startsAtOnce()) {
                fit(next.id(), asked.get(), length);
            }
        }
    }

    /** Returns the windows that are there though a claim still runs, in whole minutes: engines count these. */
    private static List<EngineWindow> beside(String running, Engine.Look look) {
        String own = look.claims().stream()
                .filter(it -> it.id().equals(running))
                .map(Claimed::place)
                .findFirst()
                .orElse("");
        return look.windows().stream()
                .filter(it -> !own.isEmpty() && (it.slices() > 1 || !it.place().equals(own)))
                .filter(it -> it.length().toMinutes() > 0)
                .map(it -> new EngineWindow(
                        it.place(),
                        it.kind(),
                        it.slices(),
                        Duration.ofMinutes(it.length().toMinutes())))
                .toList();
    }

    private void fit(String id, Link.Asked asked, LinkLength length) throws EngineException, InterruptedException {
        if (asked.seconds() > length.length().toSeconds()) {
            engine.shorten(id, length.length());
            lines.accept("the next link, %s job %s, gets %s min: %s"
                    .formatted(engine.name(), id, length.length().toMinutes(), length.why()));
        } else {
            engine.keepWhole(id);
        }
    }

    private void startNow(String id, Link.Asked asked, Duration most, String why)
            throws EngineException, InterruptedException {
        Duration length = LinkLength.shorter(Duration.ofSeconds(asked.seconds()), most);
        engine.startNow(id, length);
        lines.accept("the next link, %s job %s, starts beside this one, for %s min: %s"
                .formatted(engine.name(), id, length.toMinutes(), why));
    }

    /** Tells whether a newer link has begun its work. */
    boolean hasNewerBegun(Link link) throws IOException {
        for (Link newer : chain.newest(Chain.MOST_IN_VAIN)) {
            if (newer.number() > link.number() && newer.began().isPresent()) {
                return true;
            }
        }
        return false;
    }

    private Optional<Link.Asked> asked(String id) throws IOException {
        for (Link link : chain.newest(Chain.MOST_IN_VAIN)) {
            Optional<Link.Asked> asked = link.asked().filter(it -> it.id().equals(id));
            if (asked.isPresent()) {
                return asked;
            }
        }
        return Optional.empty();
    }

    /** Ends all claims of the chain but one. */
    void cancelAllBut(String running) throws EngineException, InterruptedException {
        for (Claimed claimed : others(engine.claims(chain.id()), running)) {
            engine.cancel(claimed.id());
        }
    }

    /**
     * Returns what a link needs at least, as far as that is known: longer than those that gained nothing. It is the length of the shortest that
     * gained an atom, or twice as much as the longest that did not.
     *
     * @param early of links that started beside the one before, and of what they had at their turn; else of all others
     */
    private Duration needed(boolean early) throws IOException {
        double vain = 0;
        List<Double> gaining = new ArrayList<>();
        boolean isOlder = false;
        for (Link link : chain.newest(REMEMBERED)) {
            Optional<Link.Began> began = link.began();
            Optional<Link.Ended> ended = link.ended();
            Optional<Link.Started> making = began.isEmpty() && ended.isEmpty() ? link.started() : Optional.empty();
            // The newest that is making its job may still run.
            if (!early && isOlder && making.isPresent()) {
                vain = Math.max(vain, making.get().leftSeconds());
            }
            isOlder |= began.isPresent() || making.isPresent();
            if (began.isPresent()
                    && ended.isPresent()
                    && chain.isEarly(link, began.get().id()) == early) {
                if (ended.get().nextAtom() > began.get().nextAtom()) {
                    gaining.add(began.get().leftSeconds());
                } else {
                    vain = Math.max(vain, began.get().leftSeconds());
                }
            }
        }
        double tooShort = vain;
        double needed = tooShort == 0
                ? 0
                : gaining.stream()
                        .mapToDouble(it -> it)
                        .filter(it -> it > tooShort)
                        .min()
                        .orElse(2 * tooShort);
        return Duration.ofMillis((long) Math.ceil(1000 * needed));
    }

    /** In whole minutes, as engines count: a link has some seconds less than was claimed. */
    private Duration least() throws IOException {
        long minutes = needed(false).plus(A_MINUTE).minusMillis(1).toMinutes();
        return LinkLength.longer(A_MINUTE, Duration.ofMinutes(minutes));
    }

    /** Returns the longest time that a claim may have; it is asked for until there was an answer. */
    Duration longest() throws EngineException, InterruptedException {
        Duration known = longest;
        if (known == null) {
            known = engine.longest();
            longest = known;
        }
        return known;
    }
}
