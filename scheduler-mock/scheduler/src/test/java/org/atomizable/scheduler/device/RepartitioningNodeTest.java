package org.atomizable.scheduler.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.Ownership;
import org.atomizable.scheduler.gpu.simulated.Misfortune;
import org.atomizable.scheduler.gpu.simulated.SimulatedGpuDriver;
import org.atomizable.scheduler.packing.Fit;
import org.atomizable.scheduler.packing.RepartitionPlan;
import org.atomizable.scheduler.packing.Room;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RepartitioningNodeTest {

    private static final Duration CUTTING = Duration.ofSeconds(2);

    private final VirtualTime time = VirtualTime.create();
    private SimulatedGpuDriver driver;
    private RepartitioningNode node;

    @BeforeEach
    void twoGpus() throws Exception {
        MigGeometry product = MigGeometry.of("A100-80GB");
        driver = new SimulatedGpuDriver(List.of(product, product), Misfortune.NONE, 1, time);
        node = RepartitioningNodes.of(
                driver, Ownership.forNow(), List.of("1g.10gb", "1g.10gb", "1g.10gb"), CUTTING, time);
    }

    private List<Fit> planFor(int gibi) {
        return RepartitionPlan.plan(node.rooms(Map.of()), List.of(Bytes.gibi(gibi)), Interval.of(time.now(), CUTTING))
                .fits();
    }

    private boolean offered(String slice) {
        return !node.calendar(slice, Interval.of(time.now(), CUTTING)).holes().isEmpty();
    }

    private List<String> kinds() {
        return node.slices().stream().map(it -> it.kind().name()).toList();
    }

    @Test
    void whatGoesIsReservedAtOnceAndWhatComesIsThereInTheEnd() throws Exception {
        List<Fit> fits = planFor(70);
        Set<String> going = node.destroyed(fits.get(0));
        assertThat(going).hasSize(3);

        node.repartition(fits);
        assertThat(going).noneMatch(this::offered);
        assertThat(node.rooms(Map.of())).isEmpty();
        assertThat(kinds()).hasSize(6);

        time.advance(CUTTING);
        assertThat(kinds()).containsExactlyInAnyOrder("7g.80gb", "1g.10gb", "1g.10gb", "1g.10gb");
        assertThat(node.slices()).extracting(Slice::id).allMatch(this::offered);
        assertThat(going).noneMatch(this::offered);
        assertThat(node.repartitions()).isEqualTo(new Repartitions(1, 3, 0, CUTTING));
    }

    @Test
    void aBusySliceIsInNoPlan() {
        Instant end = time.now().plusSeconds(5);
        List<String> busy = node.slices().stream().map(Slice::id).toList();
        List<Room> rooms = node.rooms(Map.of(busy.get(0), end, busy.get(3), end));
        assertThat(RepartitionPlan.plan(rooms, List.of(Bytes.gibi(70)), Interval.of(time.now(), CUTTING))
                        .fits())
                .isEmpty();
        assertThat(rooms).allMatch(room -> room.busy().size() == 1);
    }

    @Test
    void whileGpusCannotBeLookedAtNothingIsCutAndAfterwardsAllIsAsItShouldBe() throws Exception {
        List<Fit> fits = planFor(70);
        Set<String> going = node.destroyed(fits.get(0));
        node.repartition(fits);
        driver.privileged(false);
        time.advance(CUTTING);
        assertThat(node.rooms(Map.of())).isEmpty();
        assertThat(going).noneMatch(this::offered);

        driver.privileged(true);
        time.advance(Duration.ofSeconds(15));
        assertThat(going).allMatch(this::offered);
        node.repartition(planFor(70));
        time.advance(CUTTING);
        assertThat(kinds()).contains("7g.80gb");
    }

    @Test
    void aGpuThatIsLostMeanwhileIsNotCutAndTheOtherIs() throws Exception {
        List<Fit> fits = planFor(70);
        String lost = fits.get(0).room().gpu();
        driver.lose(lost);
        node.repartition(fits);
        time.advance(CUTTING);
        assertThat(node.rooms(Map.of())).extracting(Room::gpu).doesNotContain(lost);
        assertThat(node.destroyed(fits.get(0))).isEmpty();

        node.repartition(fits);
        time.advance(Duration.ofSeconds(15));
        node.repartition(planFor(70));
        time.advance(CUTTING);
        assertThat(kinds()).containsExactly("7g.80gb");
    }

    @Test
    void aGpuThatCannotBeAskedIsNotCutAndTheOtherIs() throws Exception {
        Set<String> failing = new HashSet<>();
        GpuDriver halfBlind = (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("instances") && failing.contains(arguments[0])) {
                        throw new GpuException(GpuException.Problem.OTHER, "code 999");
                    }
                    try {
                        return method.invoke(driver, arguments);
                    } catch (InvocationTargetException refused) {
                        throw refused.getCause();
                    }
                });
        node = RepartitioningNodes.of(halfBlind, Ownership.forNow(), List.of(), CUTTING, time);
        String blind = node.gpu(node.slices().get(0).id());
        failing.add(blind);
        node.repartition(List.of());
        time.advance(CUTTING);
        assertThat(node.rooms(Map.of())).hasSize(1).extracting(Room::gpu).doesNotContain(blind);

        failing.clear();
        time.advance(Duration.ofSeconds(15));
        assertThat(node.rooms(Map.of())).hasSize(2);
    }
}
