package org.atomizable.api.wire;

/**
 * In the last event of a job: it is over, and nothing more will be offered or granted to it.
 *
 * @param how {@code finished}, {@code withdrawn}, or {@code replaced} by a later registration of the same name
 * @param by who did it, in words for a person: such as {@code operator ops}, or the id of the job that replaced it
 */
public record JobEnded(String how, String by) {}
