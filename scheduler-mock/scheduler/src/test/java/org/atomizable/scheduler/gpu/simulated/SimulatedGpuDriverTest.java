package org.atomizable.scheduler.gpu.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.Placement;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuEvent;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuException.Problem;
import org.atomizable.scheduler.gpu.GpuInstance;
import org.atomizable.testkit.spi.GpuDriverContract;
import org.atomizable.testkit.spi.GpuRig;
import org.junit.jupiter.api.Test;

class SimulatedGpuDriverTest extends GpuDriverContract {

    private final VirtualTime time = VirtualTime.create();

    @Override
    protected GpuRig rig(List<MigGeometry> products) throws GpuException {
        return new Rig(new SimulatedGpuDriver(products, Misfortune.ONLY_SLOW, 1, time));
    }

    private record Rig(SimulatedGpuDriver simulated, List<String> uuids) implements GpuRig {

        Rig(SimulatedGpuDriver simulated) throws GpuException {
            this(simulated, simulated.gpus().stream().map(it -> it.uuid()).toList());
        }

        @Override
        public GpuDriver driver() {
            return simulated;
        }

        @Override
        public void hold(int gpu, int instance, int tries) throws GpuException {
            simulated.hold(uuids.get(gpu), instance, tries);
        }

        @Override
        public void halfDestroy(int gpu, int instance) throws GpuException {
            simulated.halfDestroy(uuids.get(gpu), instance);
        }

        @Override
        public void start(int gpu, int instance, long pid, Bytes memory) throws GpuException {
            String device = simulated.instances(uuids.get(gpu)).stream()
                    .filter(it -> it.id() == instance)
                    .findFirst()
                    .flatMap(GpuInstance::device)
                    .orElseThrow();
            simulated.use(device, pid, memory);
        }

        @Override
        public void stop(int gpu, int instance, long pid) {
            simulated.endProcess(pid);
        }

        @Override
        public void privileged(boolean yes) {
            simulated.privileged(yes);
        }

        @Override
        public void reset(int gpu) throws GpuException {
            simulated.reset(uuids.get(gpu));
        }

        @Override
        public void lose(int gpu) throws GpuException {
            simulated.lose(uuids.get(gpu));
        }

        @Override
        public void raiseXid(int gpu, long code) {
            simulated.raise(new GpuEvent(uuids.get(gpu), GpuEvent.Kind.XID, code, OptionalInt.empty()));
        }

        @Override
        public void describe(UnaryOperator<MigGeometry> otherwise) {
            simulated.update(otherwise);
        }

        @Override
        public void close() {
            simulated.close();
        }
    }

    @Test
    void instancesTakeTheirTime() throws Exception {
        SimulatedGpuDriver driver = one(Misfortune.ONLY_SLOW, 1);
        String gpu = driver.gpus().get(0).uuid();
        long before = time.nanos();

        GpuInstance made = driver.create(gpu, driver.geometry(gpu).placements().get(0));
        driver.destroy(gpu, made.id());

        assertThat(Duration.ofNanos(time.nanos() - before))
                .isEqualTo(Misfortune.ONLY_SLOW
                        .delays()
                        .creation()
                        .plus(Misfortune.ONLY_SLOW.delays().destruction()));
    }

    @Test
    void nobodyGetsMoreMemoryThanTheInstanceHas() throws Exception {
        SimulatedGpuDriver driver = one(Misfortune.NONE, 1);
        String gpu = driver.gpus().get(0).uuid();
        Placement small = driver.geometry(gpu).placements().stream()
                .filter(it -> it.profile().memorySlices() == 1)
                .findFirst()
                .orElseThrow();
        String device = driver.create(gpu, small).device().orElseThrow();
        Bytes all = small.profile().memory();
        driver.use(device, 1, Bytes.mebi(100));

        problem(Problem.NO_ROOM, () -> driver.use(device, 2, all));
        assertThat(driver.memory(device).used()).isEqualTo(Bytes.mebi(100));

        driver.use(device, 1, all);
        assertThat(driver.memory(device).used()).isEqualTo(all);
    }

    @Test
    void aSeedTellsTheWholeStory() throws Exception {
        Misfortune bad = new Misfortune(
                new Misfortune.Delays(Duration.ofMillis(10), Duration.ofMillis(10)),
                new Misfortune.Odds(0.3, 0.3),
                new Misfortune.Errors(Optional.of(Duration.ofMinutes(1)), Optional.of(Duration.ofHours(1))));

        List<String> first = story(bad, 5);

        assertThat(first).isEqualTo(story(bad, 5)).isNotEqualTo(story(bad, 6));
        assertThat(first).anyMatch(it -> it.contains("IN_USE")).anyMatch(it -> it.contains("XID"));
        assertThat(first).last().asString().contains("GPU_LOST");
    }

    private static List<String> story(Misfortune misfortune, long seed) throws Exception {
        VirtualTime time = VirtualTime.create();
        SimulatedGpuDriver driver =
                new SimulatedGpuDriver(List.of(MigGeometry.of("H200-141GB")), misfortune, seed, time);
        String gpu = driver.gpus().get(0).uuid();
        Placement place = driver.geometry(gpu).placements().get(0);
        List<String> story = new ArrayList<>(List.of(gpu));
        while (!story.get(story.size() - 1).contains("GPU_LOST")) {
            try {
                if (driver.instances(gpu).isEmpty()) {
                    story.add(driver.create(gpu, place).toString());
                } else {
                    driver.destroy(gpu, driver.instances(gpu).get(0).id());
                    story.add("destroyed");
                }
                driver.nextEvent(Duration.ofSeconds(20)).ifPresent(it -> story.add(it.toString()));
            } catch (GpuException failed) {
                story.add(failed.problem() + " " + failed.getMessage());
            }
        }
        return story;
    }

    private SimulatedGpuDriver one(Misfortune misfortune, long seed) throws Exception {
        return new SimulatedGpuDriver(List.of(MigGeometry.of("A100-80GB")), misfortune, seed, time);
    }
}
