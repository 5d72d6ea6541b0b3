package org.atomizable.api.subjob;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;

class ReportProperties {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final List<Phase> PHASES = List.of(
            Phase.RESTORE,
            Phase.CONTINUE,
            Phase.WARM_UP,
            Phase.STEADY,
            new Phase("validate"),
            Phase.CHECKPOINT,
            Phase.START_UP,
            Phase.COLD_RESTORE,
            Phase.COLD_WARM_UP,
            Phase.COLD_CHECKPOINT);

    @Property
    void atomsAreDoneUpToTheLastCommitAndNeverLessThanNone(
            @ForAll @LongRange(min = 0, max = 1000) long first, @ForAll @LongRange(min = 0, max = 1000) long next) {
        Report report = new Report(first, new Outcome.Finished(next), Duration.ZERO, List.of());
        assertThat(report.atomsDone()).isNotNegative();
        assertThat(first + report.atomsDone()).isEqualTo(Math.max(first, next));
    }

    @Property
    void thePeakIsTheMostOfAllPhases(@ForAll("samples") List<Sample> samples) {
        long most = samples.stream().mapToLong(it -> it.peak().count()).max().orElse(0);
        assertThat(reporting(samples).peak()).isEqualTo(Bytes.of(most));
    }

    @Property
    void thePhasesTogetherTookTheSumOfTheirTimes(@ForAll("samples") List<Sample> samples) {
        Report report = reporting(samples);
        Duration together = PHASES.stream()
                .filter(it -> !it.name().startsWith("cold-"))
                .map(report::timeIn)
                .reduce(Duration.ZERO, Duration::plus);
        assertThat(together).isEqualTo(sum(samples, any -> true));
        assertThat(report.timeIn(Phase.RESTORE))
                .isEqualTo(sum(samples, it -> it.phase().isRestore()));
        assertThat(report.timeIn(Phase.COLD_RESTORE))
                .isEqualTo(sum(samples, it -> it.phase().equals(Phase.COLD_RESTORE)));
    }

    @Property
    void timeIsUsefulOnlyWhileAtomsRan(@ForAll("samples") List<Sample> samples) {
        assertThat(reporting(samples).useful())
                .isEqualTo(sum(samples, it -> it.phase().hasAtoms()));
    }

    @Property
    void aReportNumbersItsAtomsFromItsFirstOne(
            @ForAll @LongRange(min = 0, max = 1000) long first, @ForAll("samples") List<Sample> samples) {
        List<Sample> atoms = new Report(first, new Outcome.Finished(first), Duration.ZERO, samples)
                .samples().stream().filter(it -> it.phase().hasAtoms()).toList();
        for (int i = 0; i < atoms.size(); i++) {
            assertThat(atoms.get(i).atom()).isEqualTo(first + i);
        }
    }

    @Provide
    Arbitrary<List<Sample>> samples() {
        return Combinators.combine(
                        Arbitraries.of(PHASES),
                        Arbitraries.longs().between(0, 1_000_000),
                        Arbitraries.longs().between(0, 1_000_000))
                .as((phase, nanos, bytes) -> new Sample(KIND, phase, Duration.ofNanos(nanos), Bytes.of(bytes)))
                .list()
                .ofMaxSize(12);
    }

    private static Report reporting(List<Sample> samples) {
        return new Report(0, new Outcome.Finished(0), Duration.ZERO, samples);
    }

    private static Duration sum(List<Sample> samples, Predicate<Sample> which) {
        return samples.stream().filter(which).map(Sample::took).reduce(Duration.ZERO, Duration::plus);
    }
}
