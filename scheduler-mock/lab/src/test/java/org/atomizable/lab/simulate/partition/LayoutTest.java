package org.atomizable.lab.simulate.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LayoutTest {

    @Test
    void theCompleteLayoutsAreThoseOfTheVendorsTable() {
        assertThat(Layout.complete(Jobs.LAYOUTS))
                .extracting(Layout::toString)
                .containsExactlyInAnyOrder(
                        "7g.40gb",
                        "4g.20gb+3g.20gb",
                        "4g.20gb+2g.10gb+1g.5gb",
                        "4g.20gb+1g.5gb+1g.5gb+1g.5gb",
                        "3g.20gb+3g.20gb",
                        "3g.20gb+2g.10gb+2g.10gb",
                        "3g.20gb+2g.10gb+1g.5gb+1g.5gb",
                        "3g.20gb+1g.5gb+1g.5gb+1g.5gb+1g.5gb",
                        "2g.10gb+2g.10gb+2g.10gb+1g.5gb",
                        "2g.10gb+2g.10gb+1g.5gb+1g.5gb+1g.5gb",
                        "2g.10gb+1g.5gb+1g.5gb+1g.5gb+1g.5gb+1g.5gb",
                        "1g.5gb+1g.5gb+1g.5gb+1g.5gb+1g.5gb+1g.5gb+1g.5gb");
    }

    @Test
    void theBestPartitionHasTheLargestSumOfSpeeds() {
        List<PartitionJob> jobs = List.of(Jobs.large(0, 1), Jobs.small(1, 1));
        // The large job first gives 0.625 + 0.5, the small one first 0.5 + 0.8.
        Partition best = Partition.best(Jobs.LAYOUTS, jobs, PartitionJob::speed).orElseThrow();
        assertThat(best.layout()).hasToString("4g.20gb+3g.20gb");
        assertThat(best.slots()).containsExactly(1, 0);
    }

    @Test
    void jobsThatNoLayoutHoldsHaveNoPartition() {
        List<PartitionJob> three = List.of(Jobs.large(0, 1), Jobs.large(1, 1), Jobs.large(2, 1));
        assertThat(Partition.best(Jobs.LAYOUTS, three.subList(0, 2), PartitionJob::speed))
                .isPresent();
        assertThat(Partition.best(Jobs.LAYOUTS, three, PartitionJob::speed)).isEqualTo(Optional.empty());
        assertThat(Jobs.layout("2g.10gb+2g.10gb+2g.10gb+1g.5gb").holds(three.get(0)))
                .isFalse();
        assertThat(Jobs.layout("3g.20gb+2g.10gb+2g.10gb").holds(three.get(0))).isTrue();
    }
}
