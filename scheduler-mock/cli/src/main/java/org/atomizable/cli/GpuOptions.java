package org.atomizable.cli;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.cluster.MigProfile;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.GpuNode;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.RepartitioningNode;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.JournalOwnership;
import org.atomizable.scheduler.gpu.Ownership;
import org.atomizable.scheduler.gpu.PartitionRules;
import org.atomizable.scheduler.gpu.Partitions;
import org.atomizable.scheduler.gpu.simulated.Misfortune;
import org.atomizable.scheduler.gpu.simulated.SimulatedGpuDriver;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of what a scheduler's slices are. */
final class GpuOptions {

    private static final String NVML = "nvml";

    @Option(
            names = "--gpus",
            defaultValue = "sim:A100-80GB*1",
            description =
                    "Simulated GPUs, such as sim:A100-80GB*2, or nvml for those of this machine (default: ${DEFAULT-VALUE}).")
    private String gpus = "sim:A100-80GB*1";

    @Option(
            names = "--layout",
            description = "MIG instances of each GPU, such as 3g.40gb+2g.20gb (default for simulated GPUs: a large, a "
                    + "medium and a small one; otherwise: the existing ones).")
    private @Nullable String layout;

    @Option(
            names = "--open-at-once",
            paramLabel = "N",
            description =
                    "Simulated GPUs only: the largest number of slices that rigid jobs leave free at the same time "
                            + "(default: ${DEFAULT-VALUE}). Use a small number if this machine has few cores.")
    private int openAtOnce = Load.OF_PROCESSES.openAtOnce();

    @Option(names = "--read-only", description = "With nvml: use the existing MIG devices, and change nothing.")
    private boolean readOnly;

    @Option(
            names = "--destroy-others",
            description =
                    "With nvml and --layout: destroy instances that another program created, unless a process uses "
                            + "them.")
    private boolean destroyOthers;

    @Option(
            names = "--switch-mig",
            description = "With nvml and --layout: enable the MIG mode on GPUs where it is off.")
    private boolean switchMig;

    @Mixin
    private NvmlLibrary library = new NvmlLibrary();

    @Option(
            names = "--repartition",
            description =
                    "Repartition GPUs as jobs need it: create and destroy instances of this scheduler, but none that "
                            + "is in use. Simulated GPUs then carry no other load.")
    private boolean repartition;

    boolean areSimulated() {
        return !gpus.equals(NVML);
    }

    String text() {
        return gpus;
    }

    /** Creates the slice source; the journal, if there is one, records the instances that it owns. */
    SliceSource device(long seed, @Nullable Path journal, TimeSource time) throws AtomizableException {
        if (repartition && readOnly) {
            throw new IllegalArgumentException(
                    "--read-only forbids changes of instances, and --repartition makes them; give only one of the two");
        }
        if (gpus.equals(NVML)) {
            List<String> names = layout == null ? List.of() : SimulatedGpus.names(layout);
            return driven(library.open("--gpus"), names, journal, time);
        }
        SimulatedGpus simulated = simulated();
        if (!repartition) {
            return new SimulatedNode(
                    simulated.slices(), Load.OF_PROCESSES.withOpenAtOnce(openAtOnce), seed, time.now());
        }
        GpuDriver driver = new SimulatedGpuDriver(
                Collections.nCopies(simulated.gpus(), simulated.geometry()), Misfortune.ONLY_SLOW, seed, time);
        return driven(driver, simulated.layout().stream().map(MigProfile::name).toList(), journal, time);
    }

    private SimulatedGpus simulated() throws AtomizableException {
        requireNvml("--read-only", readOnly);
        requireNvml("--destroy-others", destroyOthers);
        requireNvml("--switch-mig", switchMig);
        if (openAtOnce < 1) {
            throw new IllegalArgumentException("--open-at-once must be 1 or more, was " + openAtOnce);
        }
        SimulatedGpus usual = OptionValue.of("--gpus", () -> SimulatedGpus.parse(gpus));
        String wanted = layout;
        return wanted == null ? usual : OptionValue.of("--layout", () -> SimulatedGpus.parse(gpus, wanted));
    }

    private static void requireNvml(String option, boolean given) {
        if (given) {
            throw new IllegalArgumentException(
                    "%s is for GPUs of this machine: it needs --gpus nvml".formatted(option));
        }
    }

    private SliceSource driven(GpuDriver driver, List<String> names, @Nullable Path journal, TimeSource time)
            throws AtomizableException {
        try {
            Ownership ownership = journal == null
                    ? Ownership.forNow()
                    : new JournalOwnership(SqliteJournal.visitOrMake(journal, TimeSource.system()));
            Partitions owner = new Partitions(driver, rules(), ownership, time);
            GpuNode node = GpuNode.of(driver, owner, names, time);
            node.listen();
            return repartition ? RepartitioningNode.of(driver, owner, node, time) : node;
        } catch (AtomizableException failed) {
            driver.close();
            throw failed;
        }
    }

    private PartitionRules rules() {
        PartitionRules own = readOnly ? PartitionRules.READ_ONLY : PartitionRules.OWN;
        PartitionRules others = destroyOthers ? own.destroyingOthers() : own;
        return switchMig ? others.switchingMig() : others;
    }
}
