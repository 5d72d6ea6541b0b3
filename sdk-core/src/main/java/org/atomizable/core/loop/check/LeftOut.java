package org.atomizable.core.loop.check;

import java.util.List;

/**
 * Finds numbers that turns add up in objects that their author left out of the state. A resumed job begins them anew. That is right for a
 * log, and for what each turn begins anew, but not where a result depends on the sum.
 */
final class LeftOut {

    private final Program program;
    private final Facts facts;
    private final Certainty certainty;

    LeftOut(Program program, Facts facts, Certainty certainty) {
        this.program = program;
        this.facts = facts;
        this.certainty = certainty;
    }

    /** Returns whether a write adds to such a number, and neither a restore nor another turn sets it. */
    boolean addsUp(Region loop, Writes.Write write) {
        if (!write.roots().contains(Roots.LEFT_OUT) || write.key().ofField().isEmpty()) {
            return false;
        }
        Key.Field field = write.key().ofField().get();
        if (facts.isRestored(field) || facts.isMadeByRestore(field.type()) || certainty.isMade(loop, field.type())) {
            return false;
        }
        return write.key() instanceof Key.Field
                ? isNumber(field) && facts.resets().isOnlyAddedTo(field) && !Trace.endsInLog(program, facts, field)
                : isKeptArray(field) && certainty.addsUp(loop, write) && !Trace.contentEndsInLog(program, facts, field);
    }

    private boolean isNumber(Key.Field field) {
        return program.fields().descriptor(field).length() == 1
                && !program.fields().isStatic(field);
    }

    /** An array that turns make anew is a buffer or a cache. */
    private boolean isKeptArray(Key.Field field) {
        List<Code> setters = program.having(it -> program.writes(it, field));
        return program.fields().descriptor(field).startsWith("[")
                && setters.stream().allMatch(Code::constructs);
    }
}
