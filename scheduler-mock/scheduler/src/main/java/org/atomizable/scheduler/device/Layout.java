package org.atomizable.scheduler.device;

import java.util.ArrayList;
import java.util.List;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;
import org.atomizable.scheduler.cluster.Placement;
import org.atomizable.scheduler.gpu.Gpu;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuException.Problem;
import org.atomizable.scheduler.gpu.GpuInstance;
import org.atomizable.scheduler.gpu.Partitions;
import org.atomizable.scheduler.gpu.Recovery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The instances that a node's GPUs are given at the start.
 *
 * @param names of the profiles to create on every GPU that is in MIG mode and has no instance
 */
record Layout(List<String> names) {

    private static final Logger LOG = LoggerFactory.getLogger(Layout.class);

    private interface Step {
        void on(Gpu gpu) throws GpuException;
    }

    /** Makes the instances, as far as the owner's rules allow it. */
    void make(GpuDriver driver, Partitions owner, Recovery found) throws GpuException {
        if (owner.rules().destroyOthers()) {
            for (GpuInstance other : found.others()) {
                owner.destroy(other);
            }
        }
        each(driver, gpu -> {
            if (owner.rules().switchMig() && gpu.mig() == Gpu.MigMode.OFF) {
                owner.switchMig(gpu.uuid(), true);
            }
        });
        each(driver, gpu -> {
            if (gpu.mig() == Gpu.MigMode.ON && driver.instances(gpu.uuid()).isEmpty()) {
                lay(driver, owner, gpu);
            }
        });
    }

    /** A GPU about which the driver fails to answer hides no other. */
    private static void each(GpuDriver driver, Step step) throws GpuException {
        for (Gpu gpu : driver.gpus()) {
            try {
                step.on(gpu);
            } catch (GpuException failed) {
                if (!failed.ofThisGpuAlone()) {
                    throw failed;
                }
                LOG.warn("GPU {}, {}, is left as it is: {}", gpu.index(), gpu.uuid(), failed.getMessage());
            }
        }
    }

    private void lay(GpuDriver driver, Partitions owner, Gpu gpu) throws GpuException {
        MigGeometry geometry = driver.geometry(gpu.uuid());
        List<MigProfile> profiles = new ArrayList<>();
        for (String name : names) {
            profiles.add(geometry.profile(name)
                    .orElseThrow(() -> new GpuException(
                            Problem.NOT_SUPPORTED,
                            "GPU %s, %s, has no profile %s".formatted(gpu.index(), gpu.name(), name))));
        }
        List<Integer> starts = geometry.place(profiles)
                .orElseThrow(() -> new GpuException(
                        Problem.NO_ROOM, "GPU %s, %s, cannot hold %s".formatted(gpu.index(), gpu.name(), names)));
        for (int index = 0; index < starts.size(); index++) {
            owner.create(gpu.uuid(), new Placement(profiles.get(index), starts.get(index)));
        }
    }
}
