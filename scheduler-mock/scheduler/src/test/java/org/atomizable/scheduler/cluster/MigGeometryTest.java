package org.atomizable.scheduler.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.junit.jupiter.api.Test;

class MigGeometryTest {

    private static final MigGeometry A100 = known();

    private static MigGeometry known() {
        try {
            return MigGeometry.of("A100-80GB");
        } catch (ClusterTextException unknown) {
            throw new AssertionError(unknown);
        }
    }

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

    @Test
    void whatNobodyHasListedIsGuessedLow() throws Exception {
        MigProfile small = MigGeometry.of("h100-sxm-80gb").profile("1g.10gb").orElseThrow();
        assertThat(small.memory()).isBetween(Bytes.parse("9.5GiB"), Bytes.parse("9.9GiB"));
    }
}
