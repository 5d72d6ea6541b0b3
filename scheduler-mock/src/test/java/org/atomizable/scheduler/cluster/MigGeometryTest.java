package org.atomizable.scheduler.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.junit.jupiter.api.Test;

class MigGeometryTest {

    private static final MigGeometry A100 = MigGeometry.A100_80GB;

    private static List<MigProfile> profiles(String... names) {
        return Stream.of(names).map(name -> A100.profile(name).orElseThrow()).toList();
    }

    @Test
    void oneLargeOneMiddlingAndOneSmallSliceFitBesideEachOther() {
        assertThat(A100.place(profiles("3g.40gb", "2g.20gb", "1g.10gb"))).contains(List.of(0, 4, 6));
    }

    @Test
    void aPlaceIsFoundEvenIfTheFirstTriedBlocksALaterInstance() {
        assertThat(A100.place(profiles("1g.10gb", "4g.40gb"))).contains(List.of(4, 0));
    }

    @Test
    void sevenOfTheSmallestFitAndEightDoNot() {
        String[] eight = Stream.generate(() -> "1g.10gb").limit(8).toArray(String[]::new);
        assertThat(A100.place(profiles(eight).subList(0, 7))).isPresent();
        assertThat(A100.place(profiles(eight))).isEmpty();
    }

    @Test
    void twoLargeSlicesLeaveNothing() {
        assertThat(A100.place(profiles("3g.40gb", "3g.40gb"))).isPresent();
        assertThat(A100.place(profiles("3g.40gb", "3g.40gb", "1g.10gb"))).isEmpty();
    }

    @Test
    void thereIsOneMediaEngineToGiveAway() {
        assertThat(A100.place(profiles("1g.10gb+me"))).isPresent();
        assertThat(A100.place(profiles("1g.10gb+me", "1g.10gb+me"))).isEmpty();
    }

    @Test
    void memoryIsWhatTheDriverLists() {
        assertThat(profiles("1g.10gb", "2g.20gb", "3g.40gb", "7g.80gb"))
                .extracting(MigProfile::memory)
                .containsExactly(
                        Bytes.parse("9.5GiB"), Bytes.parse("19.5GiB"), Bytes.parse("39.25GiB"), Bytes.gibi(79));
    }

    /** The numbers come from an enumeration that knows nothing of this code. */
    @Test
    void theOrdinaryProfilesFillAGpuInNineteenWays() {
        List<Placed> places = profiles("1g.10gb", "2g.20gb", "3g.40gb", "4g.40gb", "7g.80gb").stream()
                .flatMap(profile -> profile.starts().stream().map(start -> new Placed(profile, start)))
                .toList();
        List<List<Placed>> full = new ArrayList<>();
        fill(places, 0, new ArrayList<>(), full);
        assertThat(full).hasSize(19);
        List<List<MigProfile>> sets = full.stream()
                .map(layout -> layout.stream().map(Placed::profile).toList())
                .toList();
        assertThat(new HashSet<>(sets))
                .hasSize(14)
                .allMatch(set -> A100.place(set).isPresent());
    }

    private record Placed(MigProfile profile, int start) {
        int covers() {
            return ((1 << profile.memorySlices()) - 1) << start;
        }
    }

    private static void fill(List<Placed> places, int from, List<Placed> layout, List<List<Placed>> full) {
        int taken = layout.stream().mapToInt(Placed::covers).sum();
        if (places.stream().noneMatch(place -> (place.covers() & taken) == 0)) {
            full.add(List.copyOf(layout));
        }
        for (int index = from; index < places.size(); index++) {
            if ((places.get(index).covers() & taken) == 0) {
                layout.add(places.get(index));
                fill(places, index + 1, layout, full);
                layout.remove(layout.size() - 1);
            }
        }
    }
}
