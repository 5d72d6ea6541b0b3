package org.atomizable.djl.engine;

import ai.djl.engine.Engine;
import ai.djl.engine.EngineException;
import ai.djl.engine.EngineProvider;
import java.util.Optional;

/**
 * Changes PyTorch's engine before that is loaded: see {@link ArrayOwnership}. DJL makes all providers before it loads an engine, so this happens
 * in time, also if other code uses DJL first. This provider has the name of PyTorch's engine and returns that engine, so DJL knows no engine
 * more.
 */
public final class OwningEngineProvider implements EngineProvider {

    private static final String PROVIDER = "ai.djl.pytorch.engine.PtEngineProvider";

    private final Optional<EngineProvider> pyTorch;

    /** Made by DJL. */
    public OwningEngineProvider() {
        ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = ofThread == null ? OwningEngineProvider.class.getClassLoader() : ofThread;
        ArrayOwnership.establish(loader);
        pyTorch = provider(loader);
    }

    private static Optional<EngineProvider> provider(ClassLoader loader) {
        try {
            return Optional.of(Class.forName(PROVIDER, true, loader)
                    .asSubclass(EngineProvider.class)
                    .getDeclaredConstructor()
                    .newInstance());
        } catch (ReflectiveOperationException | LinkageError absent) {
            return Optional.empty();
        }
    }

    @Override
    public String getEngineName() {
        return "PyTorch";
    }

    /** Where there is no PyTorch, this is nobody's default. */
    @Override
    public int getEngineRank() {
        return pyTorch.map(EngineProvider::getEngineRank).orElse(Integer.MAX_VALUE);
    }

    @Override
    public Engine getEngine() {
        return pyTorch.orElseThrow(() -> new EngineException("PyTorch's engine is not on the class path"))
                .getEngine();
    }
}
