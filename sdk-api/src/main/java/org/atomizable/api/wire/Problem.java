package org.atomizable.api.wire;

/**
 * An error, in the format of RFC 9457.
 *
 * @param type stable, of the form {@code urn:atomizable:problem:NAME}
 * @param title the kind of error, in a few words
 * @param status the HTTP status
 * @param detail what happened and what to do
 */
public record Problem(String type, String title, int status, String detail) {}
