package org.atomizable.scheduler.colocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Cell;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Sharing;
import org.junit.jupiter.api.Test;

class InterferenceMatrixTest {

    private static final SliceKind KIND = new SliceKind("2g.20gb");
    private static final RelativeThroughput HALF = new RelativeThroughput(0.5, 0.4, 0.6, 5, "measured");
    private static final RelativeThroughput GUESS = new RelativeThroughput(0.7, 0.1, 1, 0, "predicted");

    @Test
    void theOrderOfJobsDoesNotMatterButWhoseThroughputItIsDoes() {
        InterferenceMatrix matrix =
                InterferenceMatrix.EMPTY.withMeasured(Map.of(Cell.of(KIND, "a", List.of("c", "b")), HALF));
        assertThat(matrix.of(KIND, "a", List.of("b", "c"))).contains(HALF);
        assertThat(matrix.of(KIND, "b", List.of("a", "c"))).isEmpty();
        assertThat(matrix.of(new SliceKind("1g.10gb"), "a", List.of("b", "c"))).isEmpty();
        assertThat(JobGroup.of("b", "a", "b")).isEqualTo(JobGroup.of("b", "b", "a"));
        assertThat(JobGroup.of("b", "a", "b").beside("b")).containsExactly("a", "b");
    }

    @Test
    void aJobAloneHasAllOfItsThroughput() {
        assertThat(InterferenceMatrix.EMPTY.of(KIND, "a", List.of())).contains(RelativeThroughput.ALONE);
    }

    @Test
    void aPredictionNeverHidesAMeasurement() {
        Cell cell = Cell.of(KIND, "a", List.of("b"));
        InterferenceMatrix measured = InterferenceMatrix.EMPTY.withMeasured(Map.of(cell, HALF));
        assertThat(measured.withPredicted(Map.of(cell, GUESS)).of(KIND, "a", List.of("b")))
                .contains(HALF);
        Cell other = Cell.of(KIND, "b", List.of("a"));
        InterferenceMatrix predicted = measured.withPredicted(Map.of(other, GUESS));
        assertThat(predicted.of(KIND, "b", List.of("a"))).contains(GUESS);
        assertThat(predicted.measured()).containsOnlyKeys(cell);
        assertThat(predicted.withMeasured(Map.of(cell, GUESS)).predicted()).isEmpty();
    }

    @Test
    void aGroupThatCannotRunTogetherHasNoThroughput() {
        Cell cell = Cell.of(KIND, "a", List.of("b"));
        Sharing pair = cell.sharing();
        InterferenceMatrix matrix =
                InterferenceMatrix.EMPTY.withPredicted(Map.of(cell, GUESS)).withExcluded(List.of(pair));
        assertThat(matrix.of(KIND, "a", List.of("b"))).isEmpty();
        assertThat(matrix.withPredicted(Map.of(cell, GUESS)).predicted()).isEmpty();
        assertThat(matrix.withMeasured(Map.of(cell, HALF)).of(KIND, "a", List.of("b")))
                .isEmpty();
    }

    @Test
    void nonsenseIsNamed() {
        assertThatThrownBy(() -> JobGroup.of("a", "b", "c", "d")).hasMessageContaining("1 to 3 jobs");
        assertThatThrownBy(() -> JobGroup.of("a", " ")).hasMessageContaining("must have a name");
        assertThatThrownBy(() -> JobGroup.of("a").beside("b")).hasMessageContaining("job b is not among [a]");
        assertThatThrownBy(() -> new Sharing(KIND, JobGroup.of("a"))).hasMessageContaining("two or more");
        assertThatThrownBy(() -> new RelativeThroughput(0.5, 0.6, 0.7, 1, "x")).hasMessageContaining("0.5 in 0.6");
        assertThatThrownBy(() -> new RelativeThroughput(0, 0, 1, 1, "x")).hasMessageContaining("more than 0");
    }
}
