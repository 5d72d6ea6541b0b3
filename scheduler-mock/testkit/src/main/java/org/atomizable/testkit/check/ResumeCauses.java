package org.atomizable.testkit.check;

import java.util.List;
import java.util.regex.Pattern;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.check.FieldImage.Change;
import org.atomizable.testkit.check.Leaf.Kind;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.Finding;

/** Names what a restore forgot: the fields that it left different, and with which, set as they were without a cut, the difference vanishes. */
final class ResumeCauses {

    private static final Pattern OPTIMIZER = Pattern.compile("(?i).*(momentum|veloc|optimizer|adam|rmsprop|gradsq).*");

    private static final Pattern POSITION = Pattern.compile("(?i).*(posit|cursor|offset|nextto|fetch|ahead|order).*");

    private final Trial trial;
    private final Straight straight;
    private final long cut;

    ResumeCauses(Trial trial, Straight straight, long cut) {
        this.trial = trial;
        this.straight = straight;
        this.cut = cut;
    }

    /**
     * Returns the causes.
     *
     * @param wrong the first atom that ends in other bits
     */
    List<Finding> of(long wrong) throws Exception {
        List<Change> changes = changes();
        List<Change> proved =
                new Proof(fields -> isEqualUpTo(straight.atoms(), fields), trial.deadlineOf(0.5)).among(changes);
        if (proved.isEmpty()) {
            proved = new Proof(fields -> isEqualUpTo(wrong + 1, fields), trial.deadlineOf(0.5)).among(changes);
        }
        return proved.isEmpty()
                ? List.of(new Finding(
                        Cause.NOT_FOUND,
                        changes.isEmpty()
                                ? "no field that can be read differs; look at libraries, files and native memory"
                                : "%s fields differ, and no few of them make the difference"
                                        .formatted(changes.stream()
                                                .map(Change::field)
                                                .distinct()
                                                .count())))
                : proved.stream().map(ResumeCauses::finding).toList();
    }

    private List<Change> changes() throws Exception {
        try (Atomizable uncut = trial.ranTo(cut);
                Atomizable resumed = trial.restored(straight, cut)) {
            return JobOnTrial.fields(uncut).changesTo(JobOnTrial.fields(resumed));
        }
    }

    private boolean isEqualUpTo(long end, List<String> fields) throws Exception {
        try (Atomizable uncut = trial.ranTo(cut);
                Atomizable resumed = trial.restored(straight, cut)) {
            HeldFields.of(JobOnTrial.own(uncut)).putInto(JobOnTrial.own(resumed), fields);
            for (long atom = cut; atom < end; atom++) {
                resumed.run(atom);
                if (!straight.before(atom + 1).equals(StateImage.of(resumed))) {
                    return false;
                }
            }
            return true;
        }
    }

    static Finding finding(Change change) {
        return new Finding(cause(change), change + "; with that set back the bits are the same");
    }

    private static Cause cause(Change change) {
        String field = change.field().substring(change.field().lastIndexOf('.') + 1);
        if (change.kind() == Kind.RANDOM) {
            return Cause.RANDOM_STATE_NOT_SAVED;
        }
        if (OPTIMIZER.matcher(field).matches() && change.kind() != Kind.WHOLE) {
            return Cause.OPTIMIZER_STATE_FORGOTTEN;
        }
        return change.kind() == Kind.QUEUE || POSITION.matcher(field).matches()
                ? Cause.DATA_POSITION_WRONG
                : Cause.SOMETHING_NOT_SAVED;
    }
}
