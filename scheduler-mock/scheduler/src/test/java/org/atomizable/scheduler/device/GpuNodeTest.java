package org.atomizable.scheduler.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.gpu.Gpu;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuEvent;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuInstance;
import org.atomizable.scheduler.gpu.JournalOwnership;
import org.atomizable.scheduler.gpu.MigDevice;
import org.atomizable.scheduler.gpu.PartitionRules;
import org.atomizable.scheduler.gpu.Partitions;
import org.atomizable.scheduler.gpu.simulated.Misfortune;
import org.atomizable.scheduler.gpu.simulated.SimulatedGpuDriver;
import org.atomizable.scheduler.journal.RowsInMemory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("unchecked") // the answers of a proxy
class GpuNodeTest {

    private static final List<String> LAYOUT = List.of("3g.40gb", "2g.20gb", "1g.10gb");

    private final VirtualTime time = VirtualTime.create();
    private final RowsInMemory rows = new RowsInMemory();
    private SimulatedGpuDriver driver;

    @BeforeEach
    void twoGpus() throws Exception {
        MigGeometry product = MigGeometry.of("A100-80GB");
        driver = new SimulatedGpuDriver(List.of(product, product), Misfortune.ONLY_SLOW, 1, time);
    }

    private GpuNode node(PartitionRules rules, List<String> layout) throws GpuException {
        return GpuNode.of(driver, new Partitions(driver, rules, new JournalOwnership(rows), time), layout, time);
    }

    private String gpu(int index) throws GpuException {
        return driver.gpus().get(index).uuid();
    }

    @Test
    void everyGpuIsCutAsWasAskedAndStaysSo() throws Exception {
        List<Slice> slices = node(PartitionRules.OWN, LAYOUT).slices();

        assertThat(slices).hasSize(6).allMatch(it -> it.id().startsWith("MIG-"));
        assertThat(slices)
                .extracting(it -> it.kind().name())
                .containsExactlyInAnyOrder("3g.40gb", "3g.40gb", "2g.20gb", "2g.20gb", "1g.10gb", "1g.10gb");
        assertThat(node(PartitionRules.OWN, LAYOUT).slices()).isEqualTo(slices);
    }

    @Test
    void anInstanceThatWasHalfMadeIsMadeAnew() throws Exception {
        node(PartitionRules.OWN, List.of("7g.80gb"));
        GpuInstance half = driver.instances(gpu(0)).get(0);
        driver.halfDestroy(gpu(0), half.id());

        assertThat(node(PartitionRules.OWN, List.of("7g.80gb")).slices())
                .hasSize(2)
                .extracting(it -> it.kind().name())
                .containsOnly("7g.80gb");
    }

    @Test
    void whatOthersMadeIsUsedAsItIsUnlessItMayGo() throws Exception {
        driver.create(
                gpu(0),
                driver.geometry(gpu(0))
                        .profile("7g.80gb")
                        .orElseThrow()
                        .placements()
                        .get(0));

        assertThat(node(PartitionRules.OWN, LAYOUT).slices())
                .extracting(it -> it.kind().name())
                .containsOnlyOnce("7g.80gb")
                .hasSize(4);
        assertThat(node(PartitionRules.OWN.destroyingOthers(), LAYOUT).slices()).hasSize(6);
    }

    @Test
    void whoMayOnlyLookUsesWhatThereIs() throws Exception {
        assertThatThrownBy(() -> node(PartitionRules.READ_ONLY, List.of())).hasMessageContaining("provides a slice");
        assertThatThrownBy(() -> node(PartitionRules.READ_ONLY, LAYOUT)).hasMessageContaining("--read-only");
        node(PartitionRules.OWN, LAYOUT);
        driver.privileged(false);

        assertThat(node(PartitionRules.READ_ONLY, List.of()).slices())
                .hasSize(6)
                .allMatch(it -> it.kind().name().startsWith("MIG of "));
    }

    @Test
    void aGpuThatIsNotCutIsASliceAsAWhole() throws Exception {
        driver.switchMig(gpu(0), false);

        Slice whole = node(PartitionRules.OWN, LAYOUT).slices().get(0);

        assertThat(whole.id()).isEqualTo(gpu(0));
        assertThat(whole.kind().name()).isEqualTo("A100-80GB");
        assertThat(node(PartitionRules.OWN.switchingMig(), LAYOUT).slices())
                .hasSize(6)
                .allMatch(it -> it.id().startsWith("MIG-"));
    }

    @Test
    void ofALostGpuNothingMoreIsOffered() throws Exception {
        GpuNode node = node(PartitionRules.OWN, LAYOUT);
        String lost = gpu(0);
        List<String> its = driver.devices(lost).stream().map(it -> it.uuid()).toList();
        driver.lose(lost);

        node.hear(Duration.ZERO);

        assertThat(offered(node)).hasSize(3).doesNotContainAnyElementsOf(its);
    }

    @Test
    void aSliceThatSomebodyRemovedIsNotOfferedUntilItIsThereAgain() throws Exception {
        node(PartitionRules.OWN, LAYOUT);
        Set<String> hidden = new HashSet<>();
        GpuNode node = readOnly(withAnswers((method, answer) -> method.equals("devices")
                ? ((List<MigDevice>) answer)
                        .stream().filter(it -> !hidden.contains(it.uuid())).toList()
                : answer));
        String removed = driver.devices(gpu(0)).get(1).uuid();
        hidden.add(removed);
        node.hear(Duration.ZERO);
        assertThat(offered(node)).hasSize(5).doesNotContain(removed);

        hidden.clear();
        node.hear(Duration.ZERO);
        assertThat(offered(node)).hasSize(6);

        driver.destroy(gpu(1), driver.instances(gpu(1)).get(0).id());
        node.hear(Duration.ZERO);
        assertThat(offered(node)).hasSize(5);
    }

    @Test
    void aGpuThatIsNotPartitionedAnyMoreOrWasPartitionedHasNoneOfItsOldSlices() throws Exception {
        String whole = gpu(0);
        driver.switchMig(whole, false);
        GpuNode node = node(PartitionRules.OWN, LAYOUT);
        assertThat(offered(node)).hasSize(4).contains(whole);

        driver.switchMig(whole, true);
        driver.switchMig(gpu(1), false);
        node.hear(Duration.ZERO);
        assertThat(offered(node)).isEmpty();
    }

    @Test
    void aGpuThatNeedsAResetIsNotOfferedAgain() throws Exception {
        for (GpuEvent error : List.of(
                xid(48),
                xid(79),
                xid(95),
                new GpuEvent(gpu(0), GpuEvent.Kind.MEMORY_CORRUPTED, 0, OptionalInt.empty()))) {
            GpuNode node = node(PartitionRules.OWN, LAYOUT);
            driver.raise(xid(31));
            node.hear(Duration.ZERO);
            assertThat(offered(node)).hasSize(6);

            driver.raise(error);
            node.hear(Duration.ZERO);
            node.hear(Duration.ZERO);
            assertThat(offered(node)).hasSize(3);
            assertThat(node.troubles()).isEqualTo(new Troubles(2, 1));
        }
    }

    @Test
    void aGpuThatRespondsAgainIsOfferedAgain() throws Exception {
        node(PartitionRules.OWN, LAYOUT);
        Set<String> silent = new HashSet<>();
        GpuNode node = readOnly(withAnswers((method, answer) -> method.equals("gpus")
                ? ((List<Gpu>) answer)
                        .stream().filter(it -> !silent.contains(it.uuid())).toList()
                : answer));
        silent.add(gpu(0));
        node.hear(Duration.ZERO);
        assertThat(offered(node)).hasSize(3);
        assertThat(node.troubles().lost()).isEqualTo(1);

        silent.clear();
        node.hear(Duration.ZERO);
        assertThat(offered(node)).hasSize(6);
        assertThat(node.troubles().lost()).isZero();

        silent.add(gpu(0));
        node.hear(Duration.ZERO);
        silent.clear();
        driver.reset(gpu(0));
        node.hear(Duration.ZERO);
        assertThat(offered(node)).hasSize(3);
    }

    @Test
    void aGpuThatCannotBeAskedHidesNoOtherAtTheStart() throws Exception {
        String failing = gpu(0);
        GpuDriver halfBlind = failing(failing);
        GpuNode node = GpuNode.of(
                halfBlind,
                new Partitions(halfBlind, PartitionRules.OWN, new JournalOwnership(rows), time),
                LAYOUT,
                time);

        assertThat(node.slices()).hasSize(3);
        assertThat(node.slices()).noneMatch(it -> node.gpu(it.id()).equals(failing));
    }

    private GpuEvent xid(long code) throws GpuException {
        return new GpuEvent(gpu(0), GpuEvent.Kind.XID, code, OptionalInt.empty());
    }

    private GpuNode readOnly(GpuDriver from) throws GpuException {
        return GpuNode.of(
                from,
                new Partitions(from, PartitionRules.READ_ONLY, new JournalOwnership(rows), time),
                List.of(),
                time);
    }

    private List<String> offered(GpuNode node) {
        Interval ahead = Interval.of(time.now(), Duration.ofHours(1));
        return node.slices().stream()
                .map(Slice::id)
                .filter(it -> !node.calendar(it, ahead).holes().isEmpty())
                .toList();
    }

    @Test
    void theMemoryOfOneInstanceIsOfferedOnce() throws Exception {
        List<Slice> alone = node(PartitionRules.OWN, LAYOUT).slices();

        GpuDriver shared = withAnswers((method, answer) -> method.equals("devices")
                ? ((List<MigDevice>) answer)
                        .stream().flatMap(GpuNodeTest::threeTimes).toList()
                : answer);
        List<Slice> slices = GpuNode.of(
                        shared,
                        new Partitions(shared, PartitionRules.READ_ONLY, new JournalOwnership(rows), time),
                        List.of(),
                        time)
                .slices();

        assertThat(slices)
                .hasSameSizeAs(alone)
                .extracting(Slice::kind)
                .isEqualTo(alone.stream().map(Slice::kind).toList());
    }

    @Test
    void aGpuThatIsListedTwiceIsOfferedOnce() throws Exception {
        List<Slice> alone = node(PartitionRules.OWN, LAYOUT).slices();

        GpuDriver twice = withAnswers((method, answer) -> method.equals("gpus")
                ? Stream.concat(((List<Gpu>) answer).stream(), ((List<Gpu>) answer).stream())
                        .toList()
                : answer);
        assertThat(GpuNode.of(
                                twice,
                                new Partitions(twice, PartitionRules.READ_ONLY, new JournalOwnership(rows), time),
                                List.of(),
                                time)
                        .slices())
                .isEqualTo(alone);
    }

    private static Stream<MigDevice> threeTimes(MigDevice device) {
        return IntStream.range(0, 3)
                .mapToObj(it -> new MigDevice(
                        device.uuid() + (it == 1 ? "" : "-" + it), device.gpu(), device.instance(), device.memory()));
    }

    /** The simulated driver, which knows no answer about one GPU. */
    private GpuDriver failing(String gpu) {
        return (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, (proxy, method, arguments) -> {
                    if (arguments != null && arguments[0].equals(gpu)) {
                        throw new GpuException(GpuException.Problem.OTHER, "%s: code 999".formatted(gpu));
                    }
                    try {
                        return method.invoke(driver, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    /** The simulated driver, with what it returns changed. */
    private GpuDriver withAnswers(BiFunction<String, Object, Object> changed) {
        return (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, (proxy, method, arguments) -> {
                    try {
                        return changed.apply(method.getName(), method.invoke(driver, arguments));
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }
}
