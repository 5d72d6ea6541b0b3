package org.atomizable.testkit.jqwik;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.atomizable.scheduler.cluster.GpuState;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.Placement;

/** Arbitraries of MIG geometries. They need the scheduler on the class path. */
public final class MigArbitraries {

    /** No product holds more instances. */
    private static final int MOST_INSTANCES = 7;

    private static final int ANY = 1000;

    private MigArbitraries() {}

    /** Returns the products that the scheduler knows. */
    public static Arbitrary<MigGeometry> geometries() {
        return Arbitraries.of(MigGeometry.known());
    }

    /** Returns legal sets of instances on one GPU. They shrink to an empty GPU. */
    public static Arbitrary<GpuState> gpuStates() {
        return geometries().flatMap(MigArbitraries::gpuStates);
    }

    /** Returns legal sets of instances on a GPU of that product. */
    public static Arbitrary<GpuState> gpuStates(MigGeometry product) {
        return Arbitraries.integers()
                .between(0, ANY)
                .list()
                .ofMaxSize(MOST_INSTANCES)
                .map(choices -> state(product, choices));
    }

    private static GpuState state(MigGeometry product, List<Integer> choices) {
        GpuState state = GpuState.empty(product);
        for (int choice : choices) {
            List<Placement> possible = state.possible();
            if (!possible.isEmpty()) {
                state = state.with(possible.get(choice % possible.size()));
            }
        }
        return state;
    }

    /** Returns places for one instance on a GPU of any product. */
    public static Arbitrary<Placement> placements() {
        return Combinators.combine(geometries(), Arbitraries.integers().between(0, ANY))
                .as((product, choice) ->
                        product.placements().get(choice % product.placements().size()));
    }
}
