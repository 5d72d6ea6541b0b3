package org.atomizable.scheduler.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.cluster.GpuState;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;
import org.atomizable.scheduler.cluster.Placement;

@Tag("slow")
class PackingProperties {

    private static final Instant NOW = Instant.parse("2000-01-01T00:00:00Z");

    private static MigGeometry geometry(SplittableRandom chance) {
        return MigGeometry.known().get(chance.nextInt(MigGeometry.known().size()));
    }

    /** A GPU with a legal set of instances, some busy and some idle. */
    private static Room room(MigGeometry geometry, SplittableRandom chance) {
        GpuState state = GpuState.empty(geometry);
        Map<Placement, Instant> busy = new HashMap<>();
        Set<Placement> idle = new HashSet<>();
        for (int tries = chance.nextInt(12); tries > 0 && !state.possible().isEmpty(); tries--) {
            Placement next =
                    state.possible().get(chance.nextInt(state.possible().size()));
            state = state.with(next);
            if (chance.nextBoolean()) {
                busy.put(next, NOW.plusSeconds(1 + chance.nextInt(3600)));
            } else {
                idle.add(next);
            }
        }
        return new Room("gpu-" + chance.nextInt(1000), geometry, busy, idle);
    }

    /** Whatever waits and whatever there is: a plan can be carried out, disturbs nobody, and serves more. */
    @Property(tries = 500)
    void gpusAreCutAnewOnlyWhereThatServesMore(@ForAll long seed) {
        SplittableRandom chance = new SplittableRandom(seed);
        List<Room> rooms = new ArrayList<>();
        for (int gpu = 1 + chance.nextInt(3); gpu > 0; gpu--) {
            Room room = room(geometry(chance), chance);
            rooms.add(new Room("gpu-" + gpu, room.geometry(), room.busy(), room.idle()));
        }
        List<Bytes> needs = new ArrayList<>();
        for (int job = 1 + chance.nextInt(12); job > 0; job--) {
            needs.add(Bytes.gibi(chance.nextInt(100)));
        }
        RepartitionPlan plan = RepartitionPlan.plan(rooms, needs, new Interval(NOW, NOW.plusSeconds(10)));

        assertThat(plan.fits().isEmpty()).isEqualTo(plan.served() == plan.before());
        Map<String, Room> after = new HashMap<>();
        rooms.forEach(room -> after.put(room.gpu(), room));
        for (Fit fit : plan.fits()) {
            after.computeIfPresent(fit.room().gpu(), (gpu, room) -> carriedOut(room, fit));
        }
        RepartitionPlan again =
                RepartitionPlan.plan(List.copyOf(after.values()), needs, new Interval(NOW, NOW.plusSeconds(10)));
        assertThat(again.before()).isGreaterThanOrEqualTo(plan.served());
    }

    /** Fails as a driver would. */
    private static Room carriedOut(Room room, Fit fit) {
        Set<Placement> idle = new HashSet<>(room.idle());
        assertThat(idle).containsAll(fit.destroyed());
        fit.destroyed().forEach(idle::remove);
        Set<Placement> all = new HashSet<>(idle);
        all.addAll(room.busy().keySet());
        new GpuState(room.geometry(), all).with(fit.place());
        idle.add(fit.place());
        return new Room(room.gpu(), room.geometry(), room.busy(), idle);
    }

    @Property(tries = 150)
    void aPlanIsLegalAndDisturbsNobody(@ForAll long seed) {
        SplittableRandom chance = new SplittableRandom(seed);
        MigGeometry geometry = geometry(chance);
        List<Room> rooms = List.of(room(geometry, chance), room(geometry, chance));
        MigProfile wanted =
                geometry.profiles().get(chance.nextInt(geometry.profiles().size()));
        Interval time = Interval.of(NOW, Duration.ofSeconds(1 + chance.nextInt(7200)));
        boolean possible = rooms.stream()
                .map(it -> new GpuState(geometry, it.busy().keySet()))
                .anyMatch(free -> wanted.placements().stream().anyMatch(free::allows));

        Fragmentation measure = new Fragmentation(Map.of(wanted.name(), 1.0));
        Optional<Fit> found = new FragmentationOverTime(measure).place(rooms, wanted::equals, time);

        assertThat(found.isPresent()).isEqualTo(possible);
        found.ifPresent(fit -> {
            assertThat(fit.place().profile()).isEqualTo(wanted);
            assertThat(fit.room().idle()).containsAll(fit.destroyed());
            Set<Placement> after = new HashSet<>(fit.room().idle());
            after.removeAll(fit.destroyed());
            assertThat(after.contains(fit.place())).isEqualTo(!fit.created());
            after.add(fit.place());
            after.addAll(fit.room().busy().keySet());
            // Its constructor refuses what no GPU can hold.
            assertThat(new GpuState(geometry, after).held()).contains(fit.place());
        });
    }

    @Property(tries = 150)
    void fragmentationIsWhatIsFreeAndCannotBeUsed(@ForAll long seed) {
        SplittableRandom chance = new SplittableRandom(seed);
        MigGeometry geometry = geometry(chance);
        Room room = room(geometry, chance);
        for (MigProfile wanted : geometry.profiles()) {
            double measured = new Fragmentation(Map.of(wanted.name(), 1.0))
                    .of(geometry, room.busy().keySet());

            int slices = Slices.count(geometry);
            int free = slices - Long.bitCount(Slices.of(room));
            int covered = most(new GpuState(geometry, room.busy().keySet()), wanted, 0) * wanted.memorySlices();
            assertThat(measured).isEqualTo((double) (free - covered) / slices);
        }
    }

    /** Counts by trying every set, in ascending order of places. */
    private static int most(GpuState state, MigProfile wanted, int from) {
        int most = 0;
        for (int index = from; index < wanted.placements().size(); index++) {
            Placement next = wanted.placements().get(index);
            if (state.allows(next)) {
                most = Math.max(most, 1 + most(state.with(next), wanted, index + 1));
            }
        }
        return most;
    }
}
