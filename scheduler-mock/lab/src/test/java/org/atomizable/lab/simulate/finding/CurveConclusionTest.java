package org.atomizable.lab.simulate.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CurveConclusionTest {

    private static final List<String> LOADS = List.of("0.2", "0.4", "0.6", "0.8");

    /** Hours of a market at four loads, beside a rival that always takes an hour. */
    private static String sentence(double... hours) {
        List<Measured> rows = new ArrayList<>();
        for (int i = 0; i < hours.length; i++) {
            rows.add(Cells.row(LOADS.get(i), "sja", 1, hours[i]));
            rows.add(Cells.row(LOADS.get(i), "easy", 1, 1));
        }
        Experiment experiment = Cells.experiment(Optional.of(Axis.LOAD), LOADS, "easy", "sja");
        return new CurveSection(new Results(experiment, rows), Axis.LOAD).conclusion();
    }

    @Test
    void theBreakEvenIsBetweenThePointsAroundIt() {
        assertThat(sentence(2, 1.5, 0.5, 0.4))
                .isEqualTo("Jobs finish sooner with `sja` than with `easy` from about 0.50 on.");
        assertThat(sentence(0.9, 1.3, 1.5, 2)).contains("up to about 0.25.");
    }

    @Test
    void withoutABreakEvenThereIsNone() {
        assertThat(sentence(0.9, 0.8, 0.7, 0.6)).contains("at every value tried.");
        assertThat(sentence(1, 1.1, 1.2, 1.3)).contains("at no value tried.");
        assertThat(sentence(0.9, 1.1, 0.8, 1.2)).contains("at 0.20 and 0.60.");
        assertThat(sentence()).contains("No market was measured");
    }

    @Test
    void crossingsOnALogarithmicAxisAreRatios() {
        assertThat(Axis.HOLES.crossing(1, 0.5, 4, -0.5)).isEqualTo(2);
        assertThat(Axis.LOAD.crossing(1, 0.5, 3, -0.5)).isEqualTo(2);
    }
}
