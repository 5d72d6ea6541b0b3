package org.atomizable.scheduler.market.incarnation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.window.FencingToken;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.RowJson;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.lease.Leases;

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
    private static final long TOKENS_LEFT_OUT = 1_000_000_000;

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
     * <p>A copy of a journal lacks the numbers and tokens that were issued after the copy. An incarnation that begins with a copy therefore
     * skips more numbers and tokens than can have been issued in the meantime.
     */
    public static Incarnation begin(Journal journal, Instant now) throws JournalException {
        Map<String, String> meta = journal.all(Table.META);
        boolean copied = meta.containsKey(Journal.COPIED);
        long number = Long.parseLong(meta.getOrDefault(COUNT, "0")) + (copied ? LIVES_LEFT_OUT : 1);
        List<Change> changes = new ArrayList<>();
        changes.add(new Change(Table.META, COUNT, Optional.of(Long.toString(number))));
        if (!meta.containsKey(COUNT)) {
            changes.add(new Change(
                    Table.TOKEN,
                    Leases.TOKEN_FLOOR,
                    Optional.of(RowJson.write(firstToken(UNCOUNTED, now).value()))));
        }
        if (copied) {
            changes.add(new Change(Table.META, Journal.COPIED, Optional.empty()));
            RowJson.all(journal, Table.TOKEN, Long.class)
                    .forEach((name, token) -> changes.add(
                            new Change(Table.TOKEN, name, Optional.of(RowJson.write(token + TOKENS_LEFT_OUT)))));
        }
        journal.write(changes);
        return new Incarnation(journal, number);
    }
}
