package org.atomizable.testkit.rule;

/**
 * A probable cause.
 *
 * @param cause which
 * @param evidence what was seen of it in the job
 */
public record Finding(Cause cause, String evidence) {}
