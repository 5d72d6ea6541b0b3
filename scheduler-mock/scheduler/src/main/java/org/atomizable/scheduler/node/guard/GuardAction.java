package org.atomizable.scheduler.node.guard;

/**
 * Something to be done now, and why.
 *
 * @param kind what
 * @param job to whom
 * @param guarded the job whose guarantee is at stake
 * @param cause a sentence for the journal, the dashboard and {@code explain}
 */
public record GuardAction(Kind kind, String job, String guarded, String cause) {

    /** What is to be done. */
    public enum Kind {
        /** Give the job fewer windows, or a smaller share, beside the guarded one. */
        THROTTLE,
        /** Ask the job to checkpoint and to leave at its next safe point; place it no more beside the guarded one. */
        SUSPEND,
        /** Take both back: the guarded job has gone. */
        RELEASE
    }
}
