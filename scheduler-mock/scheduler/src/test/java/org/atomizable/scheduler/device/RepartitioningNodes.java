package org.atomizable.scheduler.device;

import java.time.Duration;
import java.util.List;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.Ownership;
import org.atomizable.scheduler.gpu.PartitionRules;
import org.atomizable.scheduler.gpu.Partitions;

/** Nodes that are repartitioned in virtual time. */
public final class RepartitioningNodes {

    private RepartitioningNodes() {}

    /** Makes one whose cutting is done all at once, so long after it was begun. */
    public static RepartitioningNode of(
            GpuDriver driver, Ownership ownership, List<String> layout, Duration takes, VirtualTime time)
            throws GpuException {
        Partitions owner = new Partitions(driver, PartitionRules.OWN, ownership, time);
        GpuNode node = GpuNode.of(driver, owner, layout, time);
        return new RepartitioningNode(driver, owner, node, time, work -> time.schedule(takes, work));
    }
}
