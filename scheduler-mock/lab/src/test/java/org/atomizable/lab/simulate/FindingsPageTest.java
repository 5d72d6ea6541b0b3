package org.atomizable.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.atomizable.lab.simulate.figure.Family;
import org.atomizable.lab.simulate.finding.Experiment;
import org.atomizable.lab.simulate.finding.FindingsPage;
import org.atomizable.lab.simulate.finding.Measured;
import org.atomizable.lab.simulate.finding.Plan;
import org.atomizable.lab.simulate.finding.Results;
import org.junit.jupiter.api.Test;

/** Holds docs/findings.md to the result files, and the result files to the simulation. */
class FindingsPageTest {

    private static final Path RESULTS = Path.of("../../docs/findings");
    private static final Path PAGE = Path.of("../../docs/findings.md");
    private static final String REMEDY = "Run \"./atomizable simulate findings\" and commit what it writes.";

    private static final long MOST_BYTES = 300_000;

    @Test
    void thePageIsWhatItsResultsSay() throws Exception {
        FindingsPage made = FindingsPage.of(Plan.read(RESULTS), RESULTS, PAGE);
        assertThat(Files.readString(PAGE)).as(REMEDY).isEqualTo(made.markdown());
        for (String name : made.pictures().keySet()) {
            assertThat(RESULTS.resolve(name)).as(REMEDY).exists();
            assertThat(Files.readString(RESULTS.resolve(name)))
                    .as(REMEDY)
                    .isEqualTo(made.pictures().get(name));
        }
    }

    @Test
    void nothingLiesBesideThatNoPageShows() throws Exception {
        Plan plan = Plan.read(RESULTS);
        FindingsPage made = FindingsPage.of(plan, RESULTS, PAGE);
        long bytes = 0;
        try (Stream<Path> files = Files.list(RESULTS)) {
            for (Path file : files.toList()) {
                String name = String.valueOf(file.getFileName());
                bytes += Files.size(file);
                assertThat(name.equals("plan.json")
                                || made.pictures().containsKey(name)
                                || plan.experiments().stream().anyMatch(it -> name.equals(it.name() + ".csv")))
                        .as("the page does not use %s; delete it", name)
                        .isTrue();
            }
        }
        assertThat(bytes).isLessThan(MOST_BYTES);
    }

    @Test
    void rivalsStillDoWhatTheResultsSay() throws Exception {
        Plan plan = Plan.read(RESULTS);
        for (String name : List.of("jobs", "hole-length", "restore-cost", "estimates")) {
            Experiment experiment = plan.experiments().stream()
                    .filter(it -> it.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            String point = experiment.points().get(0);
            List<String> rivals = experiment.schedulers().stream()
                    .filter(it -> Family.of(it) != Family.MARKET)
                    .toList();
            List<Measured> expected = Results.read(RESULTS, experiment).rows().stream()
                    .filter(it -> it.point().equals(point) && rivals.contains(it.scheduler()) && it.seed() == 1)
                    .toList();
            Results again =
                    new Results(experiment, FindingsCommand.simulated(experiment.arguments(point, rivals, 1), point));
            assertThat(again.text())
                    .as(
                            "%s at %s. Run \"./atomizable simulate findings --run\" and commit what it writes.",
                            name, point)
                    .isEqualTo(new Results(experiment, expected).text());
        }
    }
}
