package org.atomizable.scheduler.market.change;

import java.util.List;
import org.atomizable.scheduler.journal.Change;

/**
 * An extra write in the same transaction as a request, such as its entry in the audit log: the journal contains both,
 * or neither.
 *
 * @param <T> what the request returns
 */
@FunctionalInterface
public interface Along<T> {

    /** Called under the market's lock, after the request was carried out. */
    List<Change> with(String did, T done);

    /** Returns one that writes nothing. */
    static <T> Along<T> nothing() {
        return (did, done) -> List.of();
    }
}
