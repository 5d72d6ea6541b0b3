package org.atomizable.testkit.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.atomizable.testkit.look.FieldImage.Change;
import org.atomizable.testkit.look.Leaf.Kind;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.Finding;

/** Names what a restore forgot, by the fields that it left different. */
final class ResumeCauses {

    private static final Pattern OPTIMIZER =
            Pattern.compile("(?i).*(moment|veloc|optim|adam|rmsprop|gradsq|average|second|accumul).*");

    private static final Pattern POSITION =
            Pattern.compile("(?i).*(posit|cursor|offset|index|next|batch|epoch|fetch|ahead|read|order|item).*");

    private ResumeCauses() {}

    /**
     * Returns the probable causes, the best one first.
     *
     * @param changes the fields of a resumed job that differ from those of one that was not cut
     * @param cut the first cut that fails: those before it resume exactly
     */
    static List<Finding> of(List<Change> changes, long cut) {
        List<Finding> findings = new ArrayList<>();
        for (Change change : changes) {
            Cause cause = cause(change, cut);
            if (findings.stream().noneMatch(it -> it.cause() == cause)) {
                findings.add(new Finding(cause, change.toString()));
            }
        }
        if (findings.isEmpty()) {
            findings.add(new Finding(
                    Cause.SOMETHING_NOT_SAVED,
                    "no field that could be read differs; look at libraries and native memory"));
        }
        findings.sort(Comparator.comparing(Finding::cause));
        return findings.subList(0, Math.min(2, findings.size()));
    }

    private static Cause cause(Change change, long cut) {
        String field = change.path().substring(change.path().lastIndexOf('.') + 1);
        if (change.kind() == Kind.RANDOM) {
            return Cause.RANDOM_STATE_NOT_SAVED;
        }
        if (OPTIMIZER.matcher(change.path()).matches() && change.kind() != Kind.WHOLE) {
            return Cause.OPTIMIZER_STATE_FORGOTTEN;
        }
        boolean position =
                change.kind() == Kind.QUEUE || POSITION.matcher(field).matches();
        if (position) {
            // A position that is wrong from the first cut on was never right; later, the end of an epoch made it so.
            return cut > 1 ? Cause.LAST_BATCH_OF_AN_EPOCH : Cause.DATA_POSITION_WRONG;
        }
        return Cause.SOMETHING_NOT_SAVED;
    }
}
