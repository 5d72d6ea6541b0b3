package org.atomizable.core.worker;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.core.worker.warm.EngineLoader;

/** Loads a job's class and its engine in a worker's process, ahead of the job. */
final class EngineAhead {

    private final Map<EngineLoader, Map<String, String>> loaded = new HashMap<>();
    private final Set<NamedJob> prepared = new HashSet<>();

    /**
     * Loads what instances of a job will need.
     *
     * @return whether that was not done before
     * @throws JobLoadException if there is no such job
     */
    boolean load(NamedJob job) throws JobLoadException {
        if (!prepared.add(job)) {
            return false;
        }
        Class<?> source = job.source();
        for (EngineLoader engine : ServiceLoader.load(EngineLoader.class)) {
            boolean known = loaded.keySet().stream().anyMatch(it -> it.getClass() == engine.getClass());
            if (!known && engine.isUsedBy(source)) {
                engine.load();
                loaded.put(engine, engine.settings());
            }
        }
        return true;
    }

    /**
     * Checks that a job which was made just now found its engine as it would have loaded it itself: with other settings it would compute
     * other bits.
     */
    void requireSettingsOf(NamedJob job) throws WorkerException {
        for (Map.Entry<EngineLoader, Map<String, String>> each : loaded.entrySet()) {
            Map<String, String> wanted = each.getKey().settings();
            if (!wanted.equals(each.getValue())) {
                throw new WorkerException(
                        "job %s wants its engine with %s, but it was loaded ahead with %s"
                                .formatted(job.name(), wanted, each.getValue()),
                        "Its next worker loads nothing ahead. Set them with -D options of the JVM to let workers be"
                                + " warmed");
            }
        }
    }
}
