package org.atomizable.djl.trainer;

import ai.djl.ndarray.NDManager;
import ai.djl.training.Trainer;
import ai.djl.training.evaluator.Evaluator;
import ai.djl.training.listener.EarlyStoppingListener;
import ai.djl.training.listener.EpochTrainingListener;
import ai.djl.training.listener.EvaluatorTrainingListener;
import ai.djl.training.listener.LoggingTrainingListener;
import ai.djl.training.listener.TrainingListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.djl.state.DjlFields;
import org.atomizable.djl.state.NotResumableException;
import org.atomizable.djl.state.ObjectState;
import org.atomizable.djl.state.OwnFields;

/**
 * The evaluators and listeners of a trainer. What they have accumulated of an epoch is progress and is saved. Of listeners, those
 * of DJL that count are saved, and the numbers of others; a clock that DJL's read is not.
 */
final class Observers {

    private static final Map<Class<? extends TrainingListener>, Set<String>> COUNTS = Map.of(
            EpochTrainingListener.class, Set.of("numEpochs"),
            LoggingTrainingListener.class, Set.of("numEpochs"),
            EvaluatorTrainingListener.class, Set.of("progressCounter", "latestEvaluations"),
            EarlyStoppingListener.class, Set.of("prevMetricValue", "numberOfEpochsWithoutImprovements"));

    private final List<ObjectState> states = new ArrayList<>();
    private final OwnFields own;
    private final boolean mayStop;

    Observers(Trainer trainer, NDManager manager, TrainerPlan plan) {
        this.own = new OwnFields(trainer, plan.trainer().getClass(), plan.datasets());
        for (Evaluator evaluator : trainer.getEvaluators()) {
            String what = evaluator == trainer.getLoss() ? "the loss" : "the evaluator";
            states.add(ObjectState.ofCounter("evaluator." + states.size(), what, evaluator, manager));
        }
        List<TrainingListener> listeners = DjlFields.listeners(trainer);
        for (TrainingListener listener : listeners) {
            if (listener instanceof EarlyStoppingListener stopping && DjlFields.maxMillis(stopping) != Long.MAX_VALUE) {
                throw new NotResumableException(
                        "the EarlyStoppingListener stops after %s ms, and a job must not depend on a clock"
                                .formatted(DjlFields.maxMillis(stopping)),
                        "Leave optMaxDuration out, and limit the epochs instead");
            }
            Set<String> counts = COUNTS.getOrDefault(listener.getClass(), Set.of());
            if (!counts.isEmpty()) {
                states.add(ObjectState.ofFields("listener." + states.size(), listener, counts, manager));
            }
        }
        this.mayStop = listeners.stream().anyMatch(EarlyStoppingListener.class::isInstance);
    }

    /** Returns whether a listener may end the training before its last epoch. */
    boolean mayStop() {
        return mayStop;
    }

    /** Returns an action that sets all back to what they are now. */
    Runnable bookmark() {
        List<Runnable> all = states.stream().map(ObjectState::bookmark).toList();
        return () -> all.forEach(Runnable::run);
    }

    void save(StateWriter to) throws IOException {
        for (ObjectState state : states) {
            state.save(to);
        }
        own.save(to);
    }

    void restore(StateReader from) throws IOException {
        for (ObjectState state : states) {
            state.restore(from);
        }
        own.restore(from);
    }
}
