package org.atomizable.scheduler.market;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.RowJson;
import org.atomizable.scheduler.journal.Table;

/**
 * A scheduler's time from its start to its end.
 *
 * @param number 1 for the first with a journal, and one more for each that followed
 */
public record Life(Journal journal, long number) {

    /** Of a scheduler without a journal. */
    static final long UNCOUNTED = 0;

    private static final String COUNT = "lives";
    private static final long LIVES_LEFT_OUT = 1000;
    private static final long TOKENS_LEFT_OUT = 1_000_000_000;

    /** Returns a life that nobody remembers. */
    public static Life uncounted() {
        return new Life(Journal.none(), UNCOUNTED);
    }

    /**
     * Begins the next life with a journal, and writes so.
     *
     * <p>What was given after a journal was copied is not in the copy. So a life that begins with a copy leaves out more numbers and
     * tokens than can have been given meanwhile.
     */
    public static Life begin(Journal journal) throws JournalException {
        Map<String, String> meta = journal.all(Table.META);
        boolean copied = meta.containsKey(Journal.COPIED);
        long number = Long.parseLong(meta.getOrDefault(COUNT, "0")) + (copied ? LIVES_LEFT_OUT : 1);
        List<Change> changes = new ArrayList<>();
        changes.add(new Change(Table.META, COUNT, Optional.of(Long.toString(number))));
        if (copied) {
            changes.add(new Change(Table.META, Journal.COPIED, Optional.empty()));
            RowJson.all(journal, Table.TOKEN, Long.class)
                    .forEach((name, token) -> changes.add(
                            new Change(Table.TOKEN, name, Optional.of(RowJson.write(token + TOKENS_LEFT_OUT)))));
        }
        journal.write(changes);
        return new Life(journal, number);
    }
}
