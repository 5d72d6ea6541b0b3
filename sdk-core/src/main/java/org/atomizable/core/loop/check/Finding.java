package org.atomizable.core.loop.check;

/**
 * Something that a resumed loop would not have as a straight one has it.
 *
 * @param what names it, with the lines
 * @param remedy a sentence that says what to write
 * @param certain whether it is carried for certain, as far as byte code shows. If not, it may be a buffer, whose content each turn replaces
 *     before it reads it: then a second process shows within a few turns whether it is
 */
public record Finding(String what, String remedy, boolean certain) {}
