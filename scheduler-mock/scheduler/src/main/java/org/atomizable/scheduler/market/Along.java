package org.atomizable.scheduler.market;

import java.util.List;
import org.atomizable.scheduler.journal.Change;

/**
 * What is written in the same transaction as a deed, such as its entry in the audit log: both are in the journal, or neither is.
 *
 * @param <T> what the deed returns
 */
@FunctionalInterface
public interface Along<T> {

    /** Is called under the market's lock, once the deed is done. */
    List<Change> with(String did, T done);

    /** Returns one that writes nothing. */
    static <T> Along<T> nothing() {
        return (did, done) -> List.of();
    }
}
