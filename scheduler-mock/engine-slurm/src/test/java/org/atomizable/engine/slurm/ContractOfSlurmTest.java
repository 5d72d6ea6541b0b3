package org.atomizable.engine.slurm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.engine.Engine;
import org.atomizable.core.engine.EngineException;
import org.atomizable.testkit.spi.EngineContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A real Slurm keeps the contract of engines. */
@Tag("slow")
class ContractOfSlurmTest extends EngineContract {

    @TempDir
    static Path shared;

    private static TestCluster cluster;

    private final SlurmProcesses processes = new SlurmProcesses(SlurmProcesses.LIMIT, false);

    @BeforeAll
    static void start() throws Exception {
        cluster = TestCluster.start(shared.resolve("cluster"));
    }

    @AfterAll
    static void stop() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Override
    protected Engine engine() {
        SlurmWish wish = new SlurmWish(null, null, null, null, "1g.10gb", null, List.of());
        return new SlurmEngine(this::call, wish, Map.of(), TimeSource.system());
    }

    private String call(List<String> command) throws EngineException, InterruptedException {
        List<String> here = new ArrayList<>(List.of("env"));
        cluster.environment().forEach((name, value) -> here.add(name + "=" + value));
        here.addAll(command);
        return processes.run(here);
    }

    @Override
    protected void pass(Duration time) throws InterruptedException {
        TimeSource.system().sleep(time);
    }

    @Override
    protected Duration length(String id) throws Exception {
        String limit = call(List.of("squeue", "--noheader", "--jobs=" + id, "--format=%l"));
        return Field.length(limit.strip()).orElseThrow();
    }

    @Override
    protected Path directory() {
        return shared;
    }

    @Override
    protected Duration soon() {
        return Duration.ofSeconds(20);
    }
}
