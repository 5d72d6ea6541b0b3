package org.atomizable.testkit.check;

import java.util.ArrayList;
import java.util.List;
import org.atomizable.testkit.check.FieldImage.Change;

/** Finds which fields cause a difference: those with which it vanishes, when they are changed back. */
final class Proof {

    /** A longer list would name no cause. */
    private static final int MOST_NAMED = 3;

    /** More are changed back only together. */
    private static final int MOST_ALONE = 40;

    /** A difference that comes and goes may vanish by chance. */
    private static final int CONFIRMATIONS = 4;

    /** Changes some fields back in a new run, and tells whether the difference is gone. */
    interface Experiment {
        boolean isGoneWith(List<String> fields) throws Exception;
    }

    private final Experiment experiment;
    private final Trial.Deadline deadline;

    Proof(Experiment experiment, Trial.Deadline deadline) {
        this.experiment = experiment;
        this.deadline = deadline;
    }

    /** Returns which of the changes cause the difference; empty if that is not proved. */
    List<Change> among(List<Change> changes) {
        List<String> fields = changes.stream().map(Change::field).distinct().toList();
        List<String> proved = necessary(fields);
        if (proved.size() > MOST_NAMED) {
            return List.of();
        }
        for (int i = 0; i < CONFIRMATIONS && !proved.isEmpty(); i++) {
            if (!isGoneWith(proved)) {
                return List.of();
            }
        }
        return proved.stream()
                .map(field -> changes.stream()
                        .filter(it -> it.field().equals(field))
                        .findFirst()
                        .orElseThrow())
                .toList();
    }

    private List<String> necessary(List<String> fields) {
        if (fields.isEmpty() || !isGoneWith(fields)) {
            return List.of();
        }
        for (String each : fields.subList(0, Math.min(MOST_ALONE, fields.size()))) {
            if (!deadline.isOver() && isGoneWith(List.of(each))) {
                return List.of(each);
            }
        }
        List<String> kept = fields;
        for (String each : fields) {
            List<String> fewer = new ArrayList<>(kept);
            fewer.remove(each);
            if (!deadline.isOver() && !fewer.isEmpty() && isGoneWith(fewer)) {
                kept = fewer;
            }
        }
        return kept;
    }

    /** A job whose fields were changed may fail. */
    private boolean isGoneWith(List<String> fields) {
        try {
            return experiment.isGoneWith(fields);
        } catch (Exception e) {
            return false;
        }
    }
}
