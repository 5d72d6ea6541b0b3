package org.atomizable.profiler.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.OptionalDouble;
import org.atomizable.api.profile.Promise;
import org.atomizable.profiler.judge.Judgement.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class JudgeTest {

    private static final Setup SMALL = setup(OptionalDouble.empty(), 0, 0);

    private static Setup setup(OptionalDouble declared, int restartEvery, int newKindAfter) {
        return new Setup(
                new Setup.Drawn(3, 30, List.of(1, 10), 7), Promise.DEFAULT, declared, restartEvery, newKindAfter);
    }

    private static List<Row> rows(Setup setup, int threads, String... names) throws Exception {
        List<String> wanted = List.of(names);
        List<Generator> generators = Generator.standard().stream()
                .filter(it -> wanted.contains(it.name()))
                .toList();
        assertThat(generators).hasSameSizeAs(wanted);
        return new Judge(setup).judge(generators, threads, () -> {}).overAll();
    }

    private static Rate rate(List<Row> rows, Regime regime, Rule rule, Measure measure) {
        return rows.stream()
                .filter(it -> it.regime().equals(regime.toString()) && it.rule().equals(rule.toString()))
                .findFirst()
                .orElseThrow()
                .rates()
                .get(measure);
    }

    @Test
    void whatIsConstantExceedsNothing() throws Exception {
        List<Row> rows = rows(SMALL, 1, "constant");
        for (Regime regime : List.of(Regime.FIRST, Regime.EARLY, Regime.MIDDLE)) {
            for (Rule rule : List.of(Rule.PROFILE, Rule.LARGEST, Rule.MEAN)) {
                assertThat(rate(rows, regime, rule, Measure.MEMORY).exceeded()).isZero();
                assertThat(rate(rows, regime, rule, Measure.SLICE).exceeded()).isZero();
            }
        }
        assertThat(rate(rows, Regime.FIRST, Rule.PROFILE, Measure.MEMORY).subjobs())
                .isEqualTo(30);
        assertThat(rows).extracting(Row::rule).doesNotContain(Rule.DECLARED.toString());
    }

    @Test
    void aRuleThatIsWrongIsSeen() throws Exception {
        List<Row> rows = rows(setup(OptionalDouble.of(0.5), 0, 0), 1, "normal 5 %");
        Rate memory = rate(rows, Regime.EARLY, Rule.DECLARED, Measure.MEMORY);
        assertThat(memory.low()).isGreaterThan(0.1);
        assertThat(rate(rows, Regime.EARLY, Rule.LARGEST, Measure.MEMORY).rate())
                .isLessThan(0.1);
        Row row = rows.stream()
                .filter(it -> it.rule().equals(Rule.DECLARED.toString()))
                .findFirst()
                .orElseThrow();
        assertThat(row.worst()).contains("normal 5 %");
        assertThat(row.worstRate()).isEqualTo(row.rates().get(Measure.MEMORY).rate());
    }

    @Test
    void theSameWithAnyNumberOfThreads() throws Exception {
        String[] names = {"Pareto, index 2", "leak over the job", "whole subjobs 20 %"};
        assertThat(rows(SMALL, 2, names)).isEqualTo(rows(SMALL, 1, names));
    }

    @Test
    void aDeclarationAboveTheLargestPeakIsNotExceeded() throws Exception {
        List<Row> rows = rows(setup(OptionalDouble.of(1), 0, 0), 1, "Pareto, index 2");
        assertThat(rate(rows, Regime.FIRST, Rule.DECLARED, Measure.MEMORY).exceeded())
                .isZero();
    }

    @Test
    void aProfileThatIsReadBackIsJudgedLikeOneInMemory() throws Exception {
        Setup restarted = setup(OptionalDouble.empty(), 4, 0);
        assertThat(rows(restarted, 1, "log-normal 30 %")).isEqualTo(rows(SMALL, 1, "log-normal 30 %"));
    }

    @Test
    void theSecondSubjobOnANewKindIsCounted() throws Exception {
        Setup moved = setup(OptionalDouble.empty(), 0, 10);
        Rate time = rate(rows(moved, 1, "normal 5 %"), Regime.NEW_KIND, Rule.PROFILE, Measure.TIME);
        assertThat(time.subjobs()).isEqualTo(6);
        assertThat(time.jobs()).isEqualTo(6);
    }

    @Test
    void intervalsCountJobsWhereSubjobsOfAJobAreAlike() {
        Tally.Count all = new Tally.Count(100, 100);
        Tally.Count none = new Tally.Count(100, 0);
        Tally.Count half = new Tally.Count(100, 50);
        Rate alike = Rate.of(List.of(all, none, all, none));
        Rate independent = Rate.of(List.of(half, half, half, half));
        assertThat(alike.rate()).isEqualTo(0.5);
        assertThat(independent.high() - independent.low()).isLessThan(0.11);
        assertThat(alike.high() - alike.low()).isGreaterThan(0.8);
    }

    @Test
    void aSeriesIsRelativeToItsMedian() {
        Generator generator = Generator.ofSeries("s", List.of(new double[] {4, 2, 2}));
        DrawnJob job = new DrawnJob(generator, 3, 2, 5);
        assertThat(job.need(1)).isEqualTo(job.need(2)).isEqualTo(job.largestPeak());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Generator.ofSeries("s", List.of(new double[] {4, 0})))
                .withMessageContaining("above 0");
        assertThatIllegalArgumentException().isThrownBy(() -> Generator.ofSeries("s", List.of()));
    }

    @Test
    @Tag("slow")
    void noBoundOfAJobThatLeaksIsCalledProvedAndManyOfConstantOnesAre() throws Exception {
        Setup many = new Setup(new Setup.Drawn(1, 340, List.of(1), 7), Promise.DEFAULT, OptionalDouble.empty(), 0, 0);
        assertThat(rate(rows(many, 1, "leak over the job"), Regime.LATE, Rule.PROFILE, Measure.PROVED_MEMORY)
                        .subjobs())
                .isZero();
        assertThat(rate(rows(many, 1, "normal 5 %"), Regime.LATE, Rule.PROFILE, Measure.PROVED_MEMORY)
                        .subjobs())
                .isGreaterThan(30);
    }
}
