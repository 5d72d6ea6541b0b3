package org.atomizable.testkit.jqwik;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;
import org.atomizable.scheduler.cluster.GpuState;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.Placement;

/** MIG geometries as parameters of a property. It needs the scheduler on the class path. */
public final class MigDomain extends DomainContextBase {

    /** See {@link MigArbitraries#geometries}. */
    @Provide
    public Arbitrary<MigGeometry> geometries() {
        return MigArbitraries.geometries();
    }

    /** See {@link MigArbitraries#gpuStates()}. */
    @Provide
    public Arbitrary<GpuState> gpuStates() {
        return MigArbitraries.gpuStates();
    }

    /** See {@link MigArbitraries#placements}. */
    @Provide
    public Arbitrary<Placement> placements() {
        return MigArbitraries.placements();
    }
}
