package org.atomizable.api.wire;

/**
 * Part of the last event of a job: the job has ended, and no more windows or grants follow.
 *
 * @param how {@code finished}, {@code withdrawn}, or {@code replaced} by a later registration of the same name
 * @param by who ended it, for a person to read: such as {@code operator ops}, or the id of the job that replaced it
 */
public record JobEnded(String how, String by) {}
