package org.atomizable.djl.trainer;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.nn.Block;
import ai.djl.nn.Parameter;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Batch;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.djl.data.BatchFeed;
import org.atomizable.djl.engine.EngineTurn;
import org.atomizable.djl.engine.Seeds;
import org.atomizable.djl.state.NetworkMemory;
import org.atomizable.djl.state.NotResumableException;

/**
 * A trainer, with what belongs to it.
 *
 * @param expected the memory that a step should need, if its shapes tell
 */
record TrainerParts(
        Trainer trainer,
        TrainedState state,
        Observers observers,
        Optional<Validation> validation,
        Optional<Bytes> expected) {

    private static final String EVALUATION = "evaluation";
    private static final long INITIALIZATION = -1;

    static TrainerParts make(TrainerPlan plan, BatchFeed feed, Engine engine) throws IOException {
        int chance = Seeds.ofAtom(plan.seed(), INITIALIZATION);
        Trainer trainer =
                EngineTurn.take(engine, chance, collector -> plan.trainer().get());
        try {
            requireOneDevice(trainer, engine);
            EngineLimits.check(trainer.getModel().getBlock());
            EngineLimits.check(trainer.getLoss());
            trainer.getEvaluators().forEach(EngineLimits::checkEvaluator);
            NDManager manager = trainer.getModel().getNDManager();
            try (NDManager scope = manager.newSubManager()) {
                Batch first = feed.load(0, 0, scope);
                initialize(trainer, first, engine, chance);
                TrainedState state = new TrainedState(trainer);
                Optional<Bytes> expected = NetworkMemory.expected(
                        trainer.getModel().getName(),
                        trainer.getModel().getBlock(),
                        state.moments(),
                        first.getData(),
                        first.getLabels());
                return new TrainerParts(
                        trainer,
                        state,
                        new Observers(trainer, manager, plan),
                        validation(plan, engine, manager),
                        expected);
            }
        } catch (IOException | RuntimeException e) {
            trainer.getModel().close();
            throw e;
        }
    }

    private static Optional<Validation> validation(TrainerPlan plan, Engine engine, NDManager manager)
            throws IOException {
        return plan.validation().isEmpty()
                ? Optional.empty()
                : Optional.of(new Validation(
                        BatchFeed.of(plan.validation().get(), Seeds.mix(plan.seed(), EVALUATION.length()), engine),
                        manager));
    }

    private static void requireOneDevice(Trainer trainer, Engine engine) {
        String name = trainer.getManager().getEngine().getEngineName();
        if (!name.equals(engine.getEngineName())) {
            throw new NotResumableException(
                    "the trainer computes with DJL's engine %s".formatted(name),
                    "Create the model with Model.newInstance(name, \"PyTorch\")");
        }
        if (trainer.getDevices().length != 1) {
            throw new NotResumableException(
                    "the trainer computes on %s devices, and a job has one slice"
                            .formatted(trainer.getDevices().length),
                    "Give its configuration one device, with optDevices");
        }
    }

    /** Initializes what the supplier has not: a model that was loaded stays as it is. */
    private static void initialize(Trainer trainer, Batch first, Engine engine, int chance) throws IOException {
        Block block = trainer.getModel().getBlock();
        if (!block.getParameters().values().stream().allMatch(Parameter::isInitialized)
                || block.getParameters().isEmpty()) {
            EngineTurn.take(engine, chance, collector -> {
                try (NDScope strays = new NDScope()) {
                    strays.suppressNotUsedWarning();
                    trainer.initialize(first.getData().getShapes());
                    block.getParameters().values().forEach(one -> NDScope.unregister(one.getArray()));
                    return block;
                }
            });
        }
    }

    /** Returns how much work the job is: open-ended, if the length of an epoch is not known or a listener may end it. */
    JobSpec spec(TrainerPlan plan, BatchFeed feed, OptionalLong atomsOfEpoch) {
        JobSpec spec = atomsOfEpoch.isPresent() && !observers.mayStop()
                ? JobSpec.of(plan.name(), Math.multiplyExact(atomsOfEpoch.getAsLong(), plan.epochs()))
                : JobSpec.openEnded(plan.name());
        Engine engine = trainer.getManager().getEngine();
        spec = spec.withTrait("batches", feed.description() + ", " + plan.batches() + " to an update")
                .withTrait("engine", engine.getEngineName() + " " + engine.getVersion());
        if (expected.isPresent()) {
            spec = spec.withEstimatedMemory(expected.get());
        }
        if (validation.isPresent() && atomsOfEpoch.isPresent()) {
            spec = spec.withRecurring(EVALUATION, atomsOfEpoch.getAsLong());
        }
        return plan.spec().apply(spec);
    }

    NDManager manager() {
        return trainer.getModel().getNDManager();
    }

    /** Tells the listeners that the training is over here, and closes trainer and model. */
    void close() {
        validation.ifPresent(Validation::close);
        trainer.close();
        trainer.getModel().close();
    }
}
