package org.atomizable.testkit.rule;

/**
 * A cause.
 *
 * @param cause which
 * @param evidence what was seen of it in the job, and how it was proved
 */
public record Finding(Cause cause, String evidence) {}
