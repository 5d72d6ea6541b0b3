package org.atomizable.core.loop.check;

/**
 * Something that a resumed loop would not have as a straight one has it.
 *
 * @param what names it, with the lines
 * @param remedy a sentence that says what to write
 * @param certain whether it is carried for certain, as far as byte code shows. If not, it may be a buffer, whose content each turn replaces
 *     before it reads it: then a second process shows within a few turns whether it is
 */
public record Finding(String what, String remedy, boolean certain) {

    /** Returns whether it is about how the loop is written, and not about what it carries. */
    public boolean isOfForm() {
        return remedy.equals(Remedies.FORM);
    }

    /** Says it, with what the byte code leaves open. */
    public String sentences() {
        return certain
                ? "%s. %s".formatted(what, remedy)
                : "%s. %s. It may also be a buffer, which each turn fills before it reads it: then make it where it is used"
                        .formatted(what, remedy);
    }
}
