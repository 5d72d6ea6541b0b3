package org.atomizable.core.loop.check;

/**
 * Something that a resumed loop would not have as a straight one has it.
 *
 * @param what names it, with the lines
 * @param remedy a sentence that says what to write
 */
public record Finding(String what, String remedy) {}
