package org.atomizable.testkit.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.scheduler.cluster.GpuState;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;
import org.atomizable.scheduler.cluster.Placement;
import org.atomizable.scheduler.gpu.Gpu;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuEvent;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuException.Problem;
import org.atomizable.scheduler.gpu.GpuInstance;
import org.atomizable.scheduler.gpu.GpuProcess;
import org.atomizable.scheduler.gpu.MigDevice;
import org.atomizable.scheduler.gpu.Owned;
import org.atomizable.scheduler.gpu.Ownership;
import org.atomizable.scheduler.gpu.PartitionRules;
import org.atomizable.scheduler.gpu.Partitions;
import org.atomizable.scheduler.gpu.Recovery;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What every driver owes, and what its owner makes of it: the pitfalls of real GPUs, one by one. */
@ExtendWith(NeedsAssertJ.class)
public abstract class GpuDriverContract {

    private static final int STEPS = 300;

    private GpuRig rig;
    private GpuDriver driver;
    private final VirtualTime time = VirtualTime.create();

    /** Returns a rig with a GPU for each product. */
    protected abstract GpuRig rig(List<MigGeometry> products) throws Exception;

    @BeforeEach
    void open() throws Exception {
        open(MigGeometry.of("H100-SXM-80GB"), MigGeometry.of("A100-40GB"));
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private void open(MigGeometry... products) throws Exception {
        rig = rig(List.of(products));
        driver = rig.driver();
    }

    @Test
    void listsWhatIsThere() throws Exception {
        List<Gpu> gpus = driver.gpus();

        assertThat(gpus).extracting(Gpu::name).containsExactly("H100-SXM-80GB", "A100-40GB");
        assertThat(gpus).extracting(Gpu::index).containsExactly(0, 1);
        assertThat(gpus).extracting(Gpu::uuid).doesNotHaveDuplicates().allMatch(it -> it.startsWith("GPU-"));
        assertThat(gpus).allMatch(it -> it.mig() == Gpu.MigMode.ON);
        assertThat(gpus.get(0).memory().orElseThrow()).isGreaterThan(Bytes.gibi(70));
        assertThat(driver.instances(gpus.get(0).uuid())).isEmpty();
        assertThat(driver.devices(gpus.get(0).uuid())).isEmpty();
        assertThat(driver.software().driver()).isNotBlank();
    }

    @Test
    void tellsTheGeometryOfEveryProduct() throws Exception {
        for (MigGeometry product : MigGeometry.known()) {
            rig.close();
            open(product);

            MigGeometry told = driver.geometry(gpu(0));

            assertThat(told.placements())
                    .extracting(
                            it -> it.profile().id(),
                            Placement::start,
                            it -> it.profile().memorySlices())
                    .containsExactlyInAnyOrderElementsOf(product.placements().stream()
                            .map(it -> tuple(
                                    it.profile().id(), it.start(), it.profile().memorySlices()))
                            .toList());
            for (MigProfile profile : told.profiles()) {
                MigProfile known = product.profile(profile.name()).orElseThrow();
                assertThat(profile.nvmlProfile()).isEqualTo(known.nvmlProfile());
                assertThat(profile.computeSlices()).isEqualTo(known.computeSlices());
                assertThat(profile.most()).isEqualTo(known.most());
                assertThat(profile.memory().count() >> 20)
                        .isEqualTo(known.memory().count() >> 20);
            }
        }
    }

    @Test
    void whatIsCreatedIsThereUntilItIsDestroyed() throws Exception {
        GpuInstance made = driver.create(gpu(0), place(0, "2g.20gb", 4));
        String device = made.device().orElseThrow();

        assertThat(device).startsWith("MIG-");
        assertThat(driver.instances(gpu(0))).containsExactly(made);
        assertThat(driver.instances(gpu(1))).isEmpty();
        assertThat(driver.devices(gpu(0)))
                .containsExactly(new MigDevice(
                        device, gpu(0), made.id(), driver.memory(device).total()));
        assertThat(driver.memory(device).total().count() >> 20)
                .isEqualTo(made.place().profile().memory().count() >> 20);

        driver.destroy(gpu(0), made.id());
        driver.destroy(gpu(0), made.id());

        assertThat(driver.instances(gpu(0))).isEmpty();
        assertThat(driver.devices(gpu(0))).isEmpty();
        problem(Problem.NOT_FOUND, () -> driver.memory(device));
    }

    @Test
    void aTakenPlaceIsToldApartFromAFullGpu() throws Exception {
        driver.create(gpu(0), place(0, "1g.10gb+me", 1));

        problem(Problem.PLACE_TAKEN, () -> driver.create(gpu(0), place(0, "2g.20gb", 0)));
        problem(Problem.NO_ROOM, () -> driver.create(gpu(0), place(0, "1g.10gb+me", 2)));
        assertThat(driver.instances(gpu(0))).hasSize(1);
    }

    @Test
    void itAllowsJustWhatTheGeometryAllows() throws Exception {
        SplittableRandom chance = new SplittableRandom(7);
        MigGeometry geometry = driver.geometry(gpu(0));
        GpuState model = GpuState.empty(geometry);
        for (int step = 0; step < STEPS; step++) {
            Placement next = geometry.placements()
                    .get(chance.nextInt(geometry.placements().size()));
            List<GpuInstance> there = driver.instances(gpu(0));
            if (chance.nextInt(3) == 0 && !there.isEmpty()) {
                GpuInstance gone = there.get(chance.nextInt(there.size()));
                driver.destroy(gpu(0), gone.id());
                model = model.without(gone.place());
            } else if (model.allows(next)) {
                driver.create(gpu(0), next);
                model = model.with(next);
            } else {
                assertThatThrownBy(() -> driver.create(gpu(0), next)).isInstanceOf(GpuException.class);
            }
            assertThat(driver.instances(gpu(0)).stream().map(GpuInstance::place))
                    .containsExactlyInAnyOrderElementsOf(model.held());
        }
    }

    @Test
    void processesAreSeenAndHoldTheirInstance() throws Exception {
        GpuInstance made = driver.create(gpu(0), place(0, "1g.10gb", 3));
        GpuInstance other = driver.create(gpu(0), place(0, "1g.10gb", 4));
        String device = made.device().orElseThrow();
        rig.start(0, made.id(), 4711, Bytes.mebi(300));

        assertThat(driver.processes(device)).containsExactly(new GpuProcess(4711, Optional.of(Bytes.mebi(300))));
        assertThat(driver.processes(gpu(0))).hasSize(1);
        assertThat(driver.memory(device).used()).isGreaterThanOrEqualTo(Bytes.mebi(300));
        problem(Problem.IN_USE, () -> driver.destroy(gpu(0), made.id()));
        driver.destroy(gpu(0), other.id());

        rig.stop(0, made.id(), 4711);
        driver.destroy(gpu(0), made.id());
        assertThat(driver.instances(gpu(0))).isEmpty();
    }

    @Test
    void manyProcessesAreAllListed() throws Exception {
        GpuInstance made = driver.create(gpu(0), place(0, "7g.80gb", 0));
        for (int pid = 1; pid <= 20; pid++) {
            rig.start(0, made.id(), pid, Bytes.mebi(1));
        }

        assertThat(driver.processes(made.device().orElseThrow())).hasSize(20);
    }

    @Test
    void theModeIsSwitchedWhenNothingRuns() throws Exception {
        GpuInstance made = driver.create(gpu(0), place(0, "1g.10gb", 0));
        rig.start(0, made.id(), 1, Bytes.mebi(1));
        problem(Problem.IN_USE, () -> driver.switchMig(gpu(0), false));
        rig.stop(0, made.id(), 1);

        driver.switchMig(gpu(0), false);

        assertThat(driver.gpus().get(0).mig()).isEqualTo(Gpu.MigMode.OFF);
        problem(Problem.NOT_SUPPORTED, () -> driver.geometry(gpu(0)));
        assertThat(driver.instances(gpu(0))).isEmpty();
        assertThat(driver.devices(gpu(0))).isEmpty();
    }

    @Test
    void withoutPrivilegeDevicesAreSeenAndLayoutsAreNot() throws Exception {
        GpuInstance made = driver.create(gpu(0), place(0, "1g.10gb", 0));
        rig.privileged(false);

        assertThat(driver.gpus().get(0).memory()).isEmpty();
        assertThat(driver.devices(gpu(0))).hasSize(1);
        assertThat(driver.memory(made.device().orElseThrow()).total()).isGreaterThan(Bytes.ZERO);
        problem(Problem.NO_PERMISSION, () -> driver.memory(gpu(0)));
        problem(Problem.NO_PERMISSION, () -> driver.instances(gpu(0)));
        problem(Problem.NO_PERMISSION, () -> driver.create(gpu(0), made.place()));
        problem(Problem.NO_PERMISSION, () -> driver.destroy(gpu(0), made.id()));
    }

    @Test
    void eventsAreHeard() throws Exception {
        assertThat(driver.nextEvent(Duration.ZERO)).isEmpty();
        rig.raiseXid(1, 31);

        GpuEvent heard = driver.nextEvent(Duration.ofSeconds(1)).orElseThrow();

        assertThat(heard.gpu()).isEqualTo(gpu(1));
        assertThat(heard.kind()).isEqualTo(GpuEvent.Kind.XID);
        assertThat(heard.code()).isEqualTo(31);
        assertThat(heard.instance()).isEmpty();
        assertThat(driver.nextEvent(Duration.ZERO)).isEmpty();
    }

    @Test
    void aLostGpuHidesNoOther() throws Exception {
        String lost = gpu(0);
        rig.lose(0);

        assertThat(driver.gpus()).extracting(Gpu::index).containsExactly(1);
        problem(Problem.GPU_LOST, () -> driver.instances(lost));
        problem(Problem.GPU_LOST, () -> driver.create(lost, place(0, "1g.5gb", 0)));
        driver.create(gpu(0), place(0, "1g.5gb", 0));
    }

    @Test
    void whatIsUnknownIsNotFound() {
        problem(Problem.NOT_FOUND, () -> driver.instances("GPU-0"));
        problem(Problem.NOT_FOUND, () -> driver.memory("MIG-0"));
    }

    @Test
    void afterTheEndEveryCallFails() throws Exception {
        driver.close();
        driver.close();

        problem(Problem.NO_DRIVER, () -> driver.gpus());
    }

    @Test
    void anInstanceThatIsHeldForAWhileGoesInTheEnd() throws Exception {
        Partitions owner = owner(PartitionRules.OWN, Ownership.forNow());
        GpuInstance made = owner.create(gpu(0), place(0, "3g.40gb", 4));
        rig.hold(0, made.id(), PartitionRules.OWN.tries() - 1);

        owner.destroy(made);

        assertThat(driver.instances(gpu(0))).isEmpty();
        assertThat(owner.quarantined()).isEmpty();
    }

    @Test
    void anInstanceThatIsHeldTooLongCostsItsPlaceAndNotTheGpu() throws Exception {
        Partitions owner = owner(PartitionRules.OWN, Ownership.forNow());
        GpuInstance made = owner.create(gpu(0), place(0, "3g.40gb", 4));
        rig.hold(0, made.id(), PartitionRules.OWN.tries() + 1);

        problem(Problem.IN_USE, () -> owner.destroy(made));

        assertThat(owner.quarantined()).containsExactly(Owned.of(made));
        problem(Problem.IN_USE, () -> owner.create(gpu(0), place(0, "1g.10gb", 5)));
        owner.create(gpu(0), place(0, "3g.40gb", 0));
        owner.create(gpu(1), place(1, "3g.20gb", 4));

        owner.retryQuarantined();
        assertThat(owner.quarantined()).hasSize(1);
        owner.retryQuarantined();
        assertThat(owner.quarantined()).isEmpty();
        owner.create(gpu(0), place(0, "1g.10gb", 5));
    }

    @Test
    void whatWasHalfDestroyedIsDestroyedAtTheNextStart() throws Exception {
        Ownership ownership = Ownership.forNow();
        GpuInstance made = owner(PartitionRules.OWN, ownership).create(gpu(0), place(0, "2g.20gb", 0));
        rig.halfDestroy(0, made.id());
        assertThat(driver.instances(gpu(0))).extracting(GpuInstance::device).containsExactly(Optional.empty());

        Recovery found = owner(PartitionRules.OWN, ownership).recover();

        assertThat(found).isEqualTo(new Recovery(List.of(), List.of(), List.of(), List.of()));
        assertThat(driver.instances(gpu(0))).isEmpty();
        assertThat(ownership.owned()).isEmpty();
    }

    @Test
    void ourInstancesAreKnownAgainThoughNamesAndSizesDrifted() throws Exception {
        Ownership ownership = Ownership.forNow();
        GpuInstance made = owner(PartitionRules.OWN, ownership).create(gpu(0), place(0, "3g.40gb", 4));
        rig.describe(GpuDriverContract::asAnotherDriverSays);

        Recovery found = owner(PartitionRules.OWN, ownership).recover();

        assertThat(found.ours()).hasSize(1);
        assertThat(found.ours().get(0).id()).isEqualTo(made.id());
        assertThat(found.ours().get(0).place().profile().name()).isEqualTo("3g.39gb");
        assertThat(found.gone()).isEmpty();
    }

    @Test
    void aLayoutThatAResetWipedIsNoticed() throws Exception {
        Ownership ownership = Ownership.forNow();
        GpuInstance made = owner(PartitionRules.OWN, ownership).create(gpu(0), place(0, "1g.10gb", 0));
        rig.reset(0);

        Recovery found = owner(PartitionRules.OWN, ownership).recover();

        assertThat(found.gone()).containsExactly(Owned.of(made));
        assertThat(found.ours()).isEmpty();
        assertThat(ownership.owned()).isEmpty();
    }

    @Test
    void whatIsOnALostGpuStaysOurs() throws Exception {
        Ownership ownership = Ownership.forNow();
        GpuInstance made = owner(PartitionRules.OWN, ownership).create(gpu(0), place(0, "1g.10gb", 0));
        rig.lose(0);

        Recovery found = owner(PartitionRules.OWN, ownership).recover();

        assertThat(found.unreachable()).containsExactly(Owned.of(made));
        assertThat(ownership.owned()).containsExactly(Owned.of(made));
    }

    @Test
    void anInstanceOfAnotherIsNotTouchedUnlessThatIsAllowed() throws Exception {
        GpuInstance theirs = driver.create(gpu(0), place(0, "1g.10gb", 0));
        Partitions owner = owner(PartitionRules.OWN, Ownership.forNow());

        assertThat(owner.recover().others()).containsExactly(theirs);
        assertThatThrownBy(() -> owner.destroy(theirs)).hasMessageContaining("--destroy-others");
        assertThat(driver.instances(gpu(0))).containsExactly(theirs);

        owner(PartitionRules.OWN.destroyingOthers(), Ownership.forNow()).destroy(theirs);
        assertThat(driver.instances(gpu(0))).isEmpty();
    }

    @Test
    void twoOwnersOfOneGpuAreNoticed() throws Exception {
        Ownership ownership = Ownership.forNow();
        GpuInstance made = owner(PartitionRules.OWN, ownership).create(gpu(0), place(0, "3g.40gb", 0));
        driver.destroy(gpu(0), made.id());
        driver.create(gpu(0), place(0, "1g.10gb", 1));

        problem(Problem.DISAGREES, () -> owner(PartitionRules.OWN, ownership).recover());
    }

    @Test
    void whoMayOnlyLookChangesNothing() throws Exception {
        Ownership ownership = Ownership.forNow();
        GpuInstance made = owner(PartitionRules.OWN, ownership).create(gpu(0), place(0, "3g.40gb", 0));
        rig.halfDestroy(0, made.id());
        Partitions looking = owner(PartitionRules.READ_ONLY, ownership);

        looking.recover();

        problem(Problem.NOT_ALLOWED, () -> looking.destroy(made));
        problem(Problem.NOT_ALLOWED, () -> looking.create(gpu(0), place(0, "1g.10gb", 4)));
        problem(Problem.NOT_ALLOWED, () -> looking.switchMig(gpu(0), false));
        assertThat(driver.instances(gpu(0))).hasSize(1);
        assertThat(ownership.owned()).hasSize(1);
    }

    @Test
    void theModeIsSwitchedOnlyIfThatIsAllowed() throws Exception {
        Partitions owner = owner(PartitionRules.OWN, Ownership.forNow());

        assertThatThrownBy(() -> owner.switchMig(gpu(0), false)).hasMessageContaining("--switch-mig");
        owner(PartitionRules.OWN.switchingMig(), Ownership.forNow()).switchMig(gpu(0), false);

        assertThat(driver.gpus().get(0).mig()).isEqualTo(Gpu.MigMode.OFF);
    }

    @Test
    void aRefusedCreationLeavesNoClaim() throws Exception {
        Ownership ownership = Ownership.forNow();
        Partitions owner = owner(PartitionRules.OWN, ownership);
        driver.create(gpu(0), place(0, "1g.10gb", 0));

        problem(Problem.PLACE_TAKEN, () -> owner.create(gpu(0), place(0, "2g.20gb", 0)));

        assertThat(ownership.owned()).isEmpty();
    }

    private Partitions owner(PartitionRules rules, Ownership ownership) {
        return new Partitions(driver, rules, ownership, time);
    }

    private String gpu(int position) throws GpuException {
        return driver.gpus().get(position).uuid();
    }

    private Placement place(int position, String profile, int start) throws GpuException {
        MigProfile found = driver.geometry(gpu(position)).profile(profile).orElseThrow();
        return new Placement(found, start);
    }

    private static MigGeometry asAnotherDriverSays(MigGeometry geometry) {
        List<MigProfile> otherwise = new ArrayList<>();
        for (MigProfile it : geometry.profiles()) {
            otherwise.add(new MigProfile(
                    it.name().replace(".40gb", ".39gb"),
                    it.id(),
                    it.nvmlProfile(),
                    it.computeSlices(),
                    it.memorySlices(),
                    it.most(),
                    it.memory().times(0.98),
                    it.multiprocessors(),
                    it.starts()));
        }
        return new MigGeometry(geometry.product(), geometry.inferred(), otherwise);
    }

    protected static void problem(Problem expected, ThrowingCallable action) {
        assertThatThrownBy(action).isInstanceOfSatisfying(GpuException.class, it -> {
            String message = String.valueOf(it.getMessage());
            assertThat(it.problem()).as(message).isEqualTo(expected);
            assertThat(message).endsWith(".");
            assertThat(new HashSet<>(List.of(message.split(" ")))).hasSizeGreaterThan(5);
        });
    }
}
