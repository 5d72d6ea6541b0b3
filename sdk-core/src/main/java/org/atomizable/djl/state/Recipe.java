package org.atomizable.djl.state;

import ai.djl.engine.Engine;
import java.io.IOException;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.djl.engine.Environment;
import org.atomizable.djl.engine.EnvironmentMismatchException;

/** The settings and the environment that must agree between a training and the checkpoint that it goes on from. */
public final class Recipe {

    private static final String RECIPE = "recipe";
    private static final String ENVIRONMENT = "environment";

    private final String settings;
    private final String environment;
    private final boolean acceptOtherEnvironments;

    /** Takes the settings in words, and the environment of the engine. */
    public Recipe(String settings, Engine engine, boolean acceptOtherEnvironments) {
        this.settings = settings;
        this.environment = Environment.fingerprint(engine);
        this.acceptOtherEnvironments = acceptOtherEnvironments;
    }

    /** Returns the environment in words. */
    public String environment() {
        return environment;
    }

    /** Writes both, and between them a text that tells what data was trained on, under its name. */
    public void save(StateWriter to, String name, String data) throws IOException {
        to.text(RECIPE, settings);
        to.text(name, data);
        to.text(ENVIRONMENT, environment);
    }

    /** Refuses a state of other settings. */
    public void requireSettings(StateReader from) throws IOException {
        String saved = from.text(RECIPE);
        if (!saved.equals(settings)) {
            throw new StateMismatchException(
                    "the state is of a training with [%s], this one has [%s]".formatted(saved, settings));
        }
    }

    /** Refuses a state of another environment, unless the training accepts one. */
    public void requireEnvironment(StateReader from) throws IOException {
        String written = from.text(ENVIRONMENT);
        if (!acceptOtherEnvironments && !written.equals(environment)) {
            throw new EnvironmentMismatchException(written, environment);
        }
    }
}
