package org.atomizable.testkit.jqwik;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.atomizable.scheduler.cluster.GpuState;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.Placement;

@Domain(MigDomain.class)
@Domain(DomainContext.Global.class)
class MigDomainProperties {

    @Property
    void aGpuHoldsWhatItsProductAllows(@ForAll GpuState state) {
        int covered = state.held().stream()
                .mapToInt(it -> it.profile().memorySlices())
                .sum();
        assertThat(covered).isLessThanOrEqualTo(8);
        assertThat(state.geometry().placements()).containsAll(state.held());
    }

    @Property
    void aPlaceIsOneOfAKnownProduct(@ForAll Placement place, @ForAll MigGeometry product) {
        assertThat(MigGeometry.known())
                .contains(product)
                .anyMatch(it -> it.placements().contains(place));
    }

    @Property(tries = 50)
    void aStateShrinksToTheFewestInstances(@ForAll long seed) {
        GpuState simplest = Simplest.thatFails(
                MigArbitraries.gpuStates(), seed, it -> it.held().size() >= 2);

        assertThat(simplest.held()).hasSize(2);
        assertThat(Simplest.thatFails(MigArbitraries.gpuStates(), seed, it -> true)
                        .held())
                .isEmpty();
    }
}
