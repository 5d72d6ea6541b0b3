package org.atomizable.core.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.atomizable.api.time.TimeSource;

/** Claims the next link while a link still makes its job, where that takes long: the link may end before the job is made. */
public final class ClaimAhead {

    /** Most jobs are made sooner, and then their link claims the next one itself. */
    private static final Duration SOON_ENOUGH = Duration.ofSeconds(15);

    private final NextLink next;
    private final Executor threads;
    private final TimeSource time;
    private volatile boolean isMade;

    /**
     * Makes one.
     *
     * @param threads where the engine is asked while the job is made
     */
    public ClaimAhead(NextLink next, Executor threads) {
        this.next = next;
        this.threads = threads;
        this.time = next.time();
    }

    /** Begins to wait for the job. */
    public void begin(Link link) {
        threads.execute(() -> {
            try {
                time.sleep(SOON_ENOUGH);
                if (!isMade) {
                    claim(link);
                }
            } catch (EngineException | IOException e) {
                next.say("could not claim the next link before the job is made: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** The job is made. */
    public void made() {
        isMade = true;
    }

    private void claim(Link link) throws IOException, EngineException, InterruptedException {
        Allotment given = next.engine().allotment();
        Chain chain = next.chain();
        Optional<Link> before = chain.before(link);
        if (before.isPresent()) {
            LinkRun.awaitTurn(before.get(), time);
        }
        double had = given.left().plus(SOON_ENOUGH).toMillis() / 1e3;
        link.record(new Link.Started(given.id(), chain.isEarly(link, given.id()) ? 0 : had));
        if (chain.newestDied(link, Chain.MOST_IN_VAIN - 1)) {
            next.say(
                    "the links before this one ended before they had made the job, and so may this one: none follows it");
        } else {
            next.after(link, given.id());
        }
    }
}
