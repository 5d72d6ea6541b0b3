package org.atomizable.scheduler.market;

import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.lease.Refused;

/** The refusals while the journal cannot be written. */
final class Unwritten {

    private Unwritten() {}

    /** Waits until something is written. */
    static void await(JournalWriter.Submitted submitted) throws Refused {
        try {
            submitted.await();
        } catch (JournalException failed) {
            throw new Refused(Refused.Reason.NOT_WRITTEN, "the scheduler could not write it down", failed.remedy());
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw refusal();
        }
    }

    static Refused refusal() {
        return new Refused(
                Refused.Reason.NOT_WRITTEN,
                "the scheduler cannot write its journal at present",
                "Send the same request again later; the scheduler's operator must make room on its disk.");
    }
}
