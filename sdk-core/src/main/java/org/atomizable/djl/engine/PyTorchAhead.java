package org.atomizable.djl.engine;

import ai.djl.util.Utils;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.atomizable.core.worker.warm.EngineLoader;

/** Loads DJL's PyTorch engine ahead of jobs whose class names DJL. */
public final class PyTorchAhead implements EngineLoader {

    private static final String SETTINGS = "ai.djl.";

    /** Made by ServiceLoader, also where DJL is not on the class path. */
    public PyTorchAhead() {}

    /** A class file names the classes that its code uses as plain text. */
    @Override
    public boolean isUsedBy(Class<?> job) {
        String file = "/" + job.getName().replace('.', '/') + ".class";
        try (InputStream in = job.getResourceAsStream(file)) {
            if (in == null) {
                return false;
            }
            String names = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            return names.contains("ai/djl/") || names.contains("org/atomizable/djl/");
        } catch (IOException unreadable) {
            return false;
        }
    }

    @Override
    public void load() {
        EngineTurn.engine();
    }

    /** Where a library is named by hand, DJL unpacks none. */
    @Override
    public Optional<Path> toUnpack() {
        if (System.getenv("PYTORCH_LIBRARY_PATH") != null || System.getProperty("PYTORCH_LIBRARY_PATH") != null) {
            return Optional.empty();
        }
        Path cache = Utils.getEngineCacheDir("pytorch");
        return Files.isDirectory(cache) ? Optional.empty() : Optional.of(cache);
    }

    @Override
    public Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>();
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith(SETTINGS)) {
                settings.put(name, System.getProperty(name));
            }
        }
        return settings;
    }
}
