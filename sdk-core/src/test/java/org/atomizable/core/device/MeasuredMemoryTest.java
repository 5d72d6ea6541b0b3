package org.atomizable.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Sampler;
import org.atomizable.api.time.VirtualTime;
import org.junit.jupiter.api.Test;

class MeasuredMemoryTest {

    private static final String DEVICE = "MIG-41b3359c-e721-56e5-8009-12e5797ed514";
    private static final long OWN = ProcessHandle.current().pid();
    private static final long FOREIGN = 1L << 40;

    private final VirtualTime time = VirtualTime.startingAt(Instant.EPOCH);

    /** A driver whose answer tests change. */
    private static final class Driver implements DeviceDriver {
        private Optional<DeviceUse> use;
        private int asked;

        Driver(DeviceUse use) {
            this.use = Optional.of(use);
        }

        @Override
        public DeviceUse use(String uuid) throws AtomizableException {
            assertThat(uuid).isEqualTo(DEVICE);
            asked++;
            return use.orElseThrow(() -> new AtomizableException("no answer", "Try again"));
        }
    }

    private static DeviceUse use(Bytes all, Map<Long, Bytes> processes) {
        return new DeviceUse(Optional.of(all), Optional.of(processes));
    }

    private Sampler sampler(String visible, Optional<DeviceDriver> driver, boolean sameIds) throws AtomizableException {
        return new MeasuredMemory(Map.of("CUDA_VISIBLE_DEVICES", visible), driver, sameIds)
                .of(OWN, 1, time, UnaryOperator.identity());
    }

    private Sampler onDevice(Driver driver, boolean sameIds) throws AtomizableException {
        return sampler(DEVICE, Optional.of(driver), sameIds);
    }

    @Test
    void theProcessAndItsDescendantsCountOnADevice() throws Exception {
        Process child = new ProcessBuilder("cat").start();
        try {
            Driver driver = new Driver(
                    use(Bytes.gibi(9), Map.of(OWN, Bytes.gibi(1), child.pid(), Bytes.gibi(2), FOREIGN, Bytes.gibi(4))));
            assertThat(onDevice(driver, true).peak()).isEqualTo(Bytes.gibi(3));
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void aProcessThatEndedMeanwhileCountsNoMore() throws Exception {
        Process child = new ProcessBuilder("true").start();
        child.waitFor();
        Driver driver = new Driver(use(Bytes.gibi(9), Map.of(OWN, Bytes.gibi(1), child.pid(), Bytes.gibi(2))));
        assertThat(onDevice(driver, true).peak()).isEqualTo(Bytes.gibi(1));
    }

    @Test
    void aJobThatHasNotTouchedTheDeviceUsesNothingOfIt() throws Exception {
        assertThat(onDevice(new Driver(use(Bytes.gibi(9), Map.of())), true).peak())
                .isEqualTo(Bytes.ZERO);
    }

    @Test
    void allOfTheDeviceCountsWhereProcessesCannotBeTold() throws Exception {
        Driver otherIds = new Driver(use(Bytes.gibi(9), Map.of(OWN, Bytes.gibi(1))));
        assertThat(onDevice(otherIds, false).peak()).isEqualTo(Bytes.gibi(9));

        Driver withoutProcesses = new Driver(new DeviceUse(Optional.of(Bytes.gibi(9)), Optional.empty()));
        assertThat(onDevice(withoutProcesses, true).peak()).isEqualTo(Bytes.gibi(9));
    }

    @Test
    void aDriverThatFailsLaterLeavesItsLastAnswer() throws Exception {
        Driver driver = new Driver(use(Bytes.gibi(9), Map.of(OWN, Bytes.gibi(1))));
        Sampler sampler = onDevice(driver, true);
        driver.use = Optional.empty();
        assertThat(sampler.peak()).isEqualTo(Bytes.gibi(1));
        driver.use = Optional.of(use(Bytes.gibi(9), Map.of(OWN, Bytes.gibi(2))));
        assertThat(sampler.peak()).isEqualTo(Bytes.gibi(2));
    }

    @Test
    void theProcessesCountWhereNoDriverAnswers() throws Exception {
        Driver silent = new Driver(use(Bytes.ZERO, Map.of()));
        silent.use = Optional.empty();
        Driver knowsNothing = new Driver(new DeviceUse(Optional.empty(), Optional.empty()));

        assertThat(onDevice(silent, true).peak()).isGreaterThan(Bytes.mebi(8));
        assertThat(onDevice(knowsNothing, true).peak()).isGreaterThan(Bytes.mebi(8));
        assertThat(sampler(DEVICE, Optional.empty(), true).peak()).isGreaterThan(Bytes.mebi(8));
    }

    @Test
    void whatAJvmHoldsIsRoundedUp() throws Exception {
        Sampler jvm = new MeasuredMemory(Map.of(), Optional.empty(), true).of(OWN, 1, time, MeasuredMemory::inSteps);
        assertThat(jvm.peak().count())
                .isPositive()
                .matches(it -> it % Bytes.mebi(256).count() == 0);

        assertThat(MeasuredMemory.inSteps(Bytes.ZERO)).isEqualTo(Bytes.ZERO);
        assertThat(MeasuredMemory.inSteps(Bytes.of(1))).isEqualTo(Bytes.mebi(256));
        assertThat(MeasuredMemory.inSteps(Bytes.mebi(256))).isEqualTo(Bytes.mebi(256));
        assertThat(MeasuredMemory.inSteps(Bytes.mebi(257))).isEqualTo(Bytes.mebi(512));
    }

    @Test
    void onlyOneDeviceByItsUuidIsASlice() throws Exception {
        Driver driver = new Driver(use(Bytes.ZERO, Map.of()));
        for (String visible : new String[] {"", "0", "0,1", "-1", DEVICE + "," + DEVICE}) {
            assertThat(sampler(visible, Optional.of(driver), true).peak())
                    .as(visible)
                    .isGreaterThan(Bytes.mebi(8));
        }
        assertThat(driver.asked).isZero();
        assertThat(VisibleDevice.in(Map.of())).isEmpty();
        assertThat(VisibleDevice.in(Map.of("CUDA_VISIBLE_DEVICES", " GPU-0 "))).contains("GPU-0");
    }
}
