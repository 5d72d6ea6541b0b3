package org.atomizable.scheduler.market.incarnation;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.window.FencingToken;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.RowJson;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.lease.Tokens;

/**
 * One run of a scheduler process, from its start to its end.
 *
 * @param number 1 for the first run with a journal, and one more for each later run
 */
public record Incarnation(Journal journal, long number) {

    /** Of a scheduler without a journal. */
    public static final long UNCOUNTED = 0;

    private static final String COUNT = "lives";
    private static final long LIVES_LEFT_OUT = 1000;

    /** So many that two schedulers that begin with copies hardly draw lives that are near each other. */
    private static final long DRAWN_LIVES = 1_000_000_000;

    private static final long TOKENS_OF_A_LIFE = 1_000_000;

    /**
     * Returns the token after which those of a new life begin. A checkpoint store refuses tokens smaller than the newest it has seen, and it
     * may have seen those of a scheduler that kept no journal, or of one whose journal is gone. The clock's milliseconds grow faster than
     * tokens are given, so the tokens of a later scheduler are greater. A journal counts on by itself.
     */
    public static FencingToken firstToken(long life, Instant began) {
        return life == UNCOUNTED ? new FencingToken(Math.max(0, began.toEpochMilli())) : FencingToken.NONE;
    }

    /** Returns an incarnation without a journal. */
    public static Incarnation uncounted() {
        return new Incarnation(Journal.none(), UNCOUNTED);
    }

    /**
     * Begins the next incarnation with a journal, and records it.
     *
     * <p>A copy of a journal lacks the numbers and tokens that were issued after the copy. A copy may be marked as one, it may be older than
     * what its lock says of the last life, or nothing may give it away. Tokens therefore begin above what those lives that the journal lacks
     * can have issued, and above the clock, which no life overtakes that begins by it.
     */
    public static Incarnation begin(Journal journal, Instant now) throws JournalException {
        Map<String, String> meta = journal.all(Table.META);
        long lives = Long.parseLong(meta.getOrDefault(COUNT, "0"));
        Journal.Start last = journal.lastStart().orElse(Journal.Start.NONE);
        boolean marked = meta.containsKey(Journal.COPIED);
        // On another machine nothing tells how many lives the journal lacks: their ids must not be given again.
        boolean moved = lives > 0 && journal.remembersStarts() && last.equals(Journal.Start.NONE);
        long number = Math.max(lives + (marked || moved ? LIVES_LEFT_OUT + drawn(now) : 1), last.life() + 1);
        // The clock tells what they had for tokens, unless it was ahead.
        long token = marked
                ? Math.max(clock(now), newest(journal)) + LIVES_LEFT_OUT * TOKENS_OF_A_LIFE
                : firstToken(newest(journal), moved ? 1 : Math.min(LIVES_LEFT_OUT, number - lives), clock(now));
        // Lives are drawn where a copy begins, so that a later one may have a smaller number.
        boolean older = !last.equals(Journal.Start.NONE) && last.life() != lives;
        if (older) {
            token = Math.max(token, last.token() + TOKENS_OF_A_LIFE);
        }
        journal.write(List.of(
                new Change(Table.META, COUNT, Optional.of(Long.toString(number))),
                new Change(Table.META, Journal.COPIED, Optional.empty()),
                new Change(Table.TOKEN, Tokens.FLOOR, Optional.of(RowJson.write(token)))));
        journal.started(new Journal.Start(number, token));
        return new Incarnation(journal, number);
    }

    /** The clock's nanoseconds are chance enough. */
    private static long drawn(Instant now) {
        return new SplittableRandom(now.getEpochSecond() * 1_000_000_000 + now.getNano()).nextLong(DRAWN_LIVES);
    }

    private static long clock(Instant now) {
        return firstToken(UNCOUNTED, now).value();
    }

    private static long newest(Journal journal) throws JournalException {
        long newest = 0;
        for (Map.Entry<String, Long> each :
                RowJson.all(journal, Table.TOKEN, Long.class).entrySet()) {
            newest = Tokens.isApart(each.getKey()) ? newest : Math.max(newest, each.getValue());
        }
        return newest;
    }

    private static long firstToken(long newest, long lives, long clock) {
        boolean clockIsAhead = lives == 1 && clock > newest;
        return clockIsAhead ? clock : Math.max(clock, newest + lives * TOKENS_OF_A_LIFE);
    }
}
