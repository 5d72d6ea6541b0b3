package org.atomizable.testkit.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.atomizable.api.Atomizable;
import org.atomizable.testkit.check.FieldImage.Change;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.Finding;

/** Names why two runs from the first atom differ: static fields, or fields in which new instances differ, if changing them back helps. */
final class RunCauses {

    private final Trial trial;
    private final long atoms;

    RunCauses(Trial trial, long atoms) {
        this.trial = trial;
        this.atoms = atoms;
    }

    List<Finding> find() throws Exception {
        JobClasses classes;
        try (Atomizable job = trial.source().create()) {
            classes = JobClasses.of(JobOnTrial.own(job));
        }
        List<Finding> found = ofStatics(classes.all());
        if (found.isEmpty()) {
            found = ofInstances();
        }
        return found.isEmpty() ? unproved(classes) : found;
    }

    private List<Finding> ofStatics(Collection<Class<?>> classes) throws Exception {
        HeldFields before = HeldFields.ofStatics(classes);
        FieldImage image = FieldImage.ofStatics(classes);
        end();
        List<Change> changes = image.changesTo(FieldImage.ofStatics(classes));
        Proof proof = new Proof(
                fields -> {
                    before.putBack(classes, fields);
                    StateImage one = end();
                    before.putBack(classes, fields);
                    return one.equals(end());
                },
                trial.deadlineOf(0.5));
        return proof.among(changes).stream()
                .map(it -> new Finding(
                        Cause.STATE_IN_A_STATIC, "static %s; with that set back two runs are equal".formatted(it)))
                .toList();
    }

    private List<Finding> ofInstances() throws Exception {
        List<Change> changes = new ArrayList<>();
        try (Atomizable one = trial.source().create();
                Atomizable other = trial.source().create()) {
            FieldImage fields = JobOnTrial.fields(one);
            fields.unordered().forEach(changes::add);
            changes.addAll(fields.changesTo(JobOnTrial.fields(other)));
        }
        Proof proof = new Proof(this::isRepeatableWithTheSame, trial.deadlineOf(0.5));
        return proof.among(changes).stream()
                .map(it -> new Finding(cause(it), it + "; with that the same in both, two runs are equal"))
                .toList();
    }

    private boolean isRepeatableWithTheSame(List<String> fields) throws Exception {
        try (Atomizable model = trial.source().create()) {
            HeldFields held = HeldFields.of(JobOnTrial.own(model));
            return endWith(held, fields).equals(endWith(held, fields));
        }
    }

    private StateImage endWith(HeldFields held, List<String> fields) throws Exception {
        try (Atomizable job = trial.source().create()) {
            held.putInto(JobOnTrial.own(job), fields);
            for (long atom = 0; atom < atoms; atom++) {
                job.run(atom);
            }
            return StateImage.of(job);
        }
    }

    private StateImage end() throws Exception {
        return Straight.endOf(trial, atoms);
    }

    private static Cause cause(Change change) {
        return switch (change.kind()) {
            case RANDOM -> Cause.UNSEEDED_RANDOM;
            case UNORDERED -> Cause.MAP_WITHOUT_ORDER;
            case WHOLE, REAL, NUMBERS, SIZE, QUEUE, VALUE -> Cause.INSTANCES_DIFFER;
        };
    }

    /** Returns calls of the job that are worth a look, but that are no proof. */
    private static List<Finding> unproved(JobClasses classes) {
        return Stream.of(classes.clocks(), classes.unseeded(), classes.parallel())
                .flatMap(it -> it.stream().limit(1))
                .map(call -> new Finding(Cause.NOT_FOUND, "not proved to matter: " + call))
                .toList();
    }
}
