package org.atomizable.examples.tuning;

import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.Trainer;
import ai.djl.training.evaluator.Accuracy;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.atomizable.api.Atomizable;
import org.atomizable.api.spi.JobFactory;
import org.atomizable.djl.DjlTraining;
import org.atomizable.djl.trainer.TrainerJob;
import org.atomizable.examples.Parameters;
import org.atomizable.examples.names.NameSet;

/** Takes a network that knows languages by their names, and teaches it to tell countries from currencies and languages. */
public final class TunedNames implements JobFactory {

    private static final String BASE = "names-base";
    private static final String PARAMETERS = BASE + "-0000.params";
    private static final int BATCH = 64;
    private static final int HIDDEN = 512;

    @Override
    public String name() {
        return "names-tuned";
    }

    @Override
    public String summary() {
        return "fine-tunes a model from a directory (base=...), made there if it is missing: its first layer is frozen";
    }

    @Override
    public Atomizable create(Map<String, String> parameters) throws Exception {
        Parameters set = Parameters.of(parameters, "name", "seed", "epochs", "base");
        Path base = Path.of(set.text("base", System.getProperty("java.io.tmpdir") + "/atomizable-" + BASE));
        if (!Files.exists(base.resolve(PARAMETERS))) {
            pretrain(base);
        }
        return DjlTraining.of(set.text("name", name()), () -> tuner(base), data(false, BATCH))
                .seed(set.whole("seed", Long.MIN_VALUE, 1))
                .epochs(set.whole("epochs", 1, 1))
                .evaluate(data(true, BATCH))
                .build();
    }

    /** Loads the base, freezes its first layer, and replaces its last one. */
    private static Trainer tuner(Path base) {
        Model model = Model.newInstance(BASE, "PyTorch");
        model.setBlock(network(NameSet.LANGUAGES.size()));
        try {
            model.load(base, BASE);
        } catch (IOException e) {
            throw new UncheckedIOException("the base model in " + base + " cannot be read", e);
        } catch (MalformedModelException e) {
            throw new IllegalStateException("the base model in " + base + " is of another network; remove it", e);
        }
        SequentialBlock tuned = (SequentialBlock) model.getBlock();
        tuned.removeLastBlock();
        tuned.add(Linear.builder().setUnits(2).build());
        Trainer trainer = model.newTrainer(config());
        // Not before: DJL unfreezes a loaded model when it makes a trainer.
        tuned.getChildren().get(0).getValue().freezeParameters(true);
        return trainer;
    }

    private static DefaultTrainingConfig config() {
        return new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
                .optOptimizer(Optimizer.adam().build())
                .addEvaluator(new Accuracy());
    }

    private static Block network(int outputs) {
        return new SequentialBlock()
                .add(Linear.builder().setUnits(HIDDEN).build())
                .add(Activation::relu)
                .add(Linear.builder().setUnits(outputs).build());
    }

    private static NameLetters data(boolean test, int batch) {
        NameSet set = NameSet.ofThisJdk();
        return new NameLetters(
                test ? set.test() : set.train(), it -> it.concept().startsWith("country") ? 1 : 0, batch, !test);
    }

    /** Makes the base model, as a job of its own whose result is a directory. */
    private static void pretrain(Path base) throws Exception {
        NameLetters languages = new NameLetters(NameSet.ofThisJdk().train(), it -> it.language(), BATCH, true);
        try (TrainerJob job =
                DjlTraining.of(BASE, TunedNames::trainer, languages).build()) {
            long atoms = job.spec().totalAtoms().orElseThrow();
            for (long atom = 0; atom < atoms; atom++) {
                job.run(atom);
            }
            Files.createDirectories(base);
            Path fresh = Files.createTempDirectory(base, "new");
            job.model().save(fresh, BASE);
            // Another process may make the same model.
            Files.move(fresh.resolve(PARAMETERS), base.resolve(PARAMETERS), StandardCopyOption.ATOMIC_MOVE);
            Files.delete(fresh);
        }
    }

    private static Trainer trainer() {
        Model model = Model.newInstance(BASE, "PyTorch");
        model.setBlock(network(NameSet.LANGUAGES.size()));
        return model.newTrainer(config());
    }
}
