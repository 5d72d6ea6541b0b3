package org.atomizable.testkit.jqwik;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.testkit.Contracts;
import org.atomizable.testkit.bug.Regression;
import org.atomizable.testkit.schedule.Fault;
import org.atomizable.testkit.schedule.Schedule;

@Domain(JobDomain.class)
@Domain(DomainContext.Global.class)
class JobDomainProperties {

    @Property
    void aScheduleIsReadAsItIsPrinted(@ForAll Schedule schedule) {
        assertThat(schedule.windows()).isNotEmpty();
        assertThat(Schedule.parse(schedule.toString())).isEqualTo(schedule);
    }

    @Property(tries = 20)
    void aCorrectJobSurvivesEverySchedule(@ForAll Schedule schedule) throws Exception {
        Contracts.assertSurvives(Regression::new, schedule);
    }

    @Property
    void aWindowOffersAtMostItsSlice(@ForAll Window window) {
        assertThat(window.capacity().exceeds(window.slice().memory())).isFalse();
        assertThat(window.closes()).isAfter(window.opens());
    }

    @Property
    void aSliceIsOnTheGpuThatItsIdSays(@ForAll Slice slice) {
        assertThat(slice.id()).matches("gpu[0-7]\\.[0-6]");
    }

    @Property
    void aSeriesOfMemoryBecomesASampleForEachAtom(@ForAll MemorySeries series) {
        assertThat(series.samples(new SliceKind("1g.10gb"), Duration.ofSeconds(1)))
                .extracting(Sample::peak)
                .containsExactlyElementsOf(series.peaks());
        assertThat(series.most()).isGreaterThan(Bytes.ZERO);
    }

    @Property(tries = 200)
    void aProfileBoundsWhatItHasSeen(@ForAll JobProfile profile) {
        SliceKind kind = profile.kinds().iterator().next();
        for (Sample sample : profile.samples(Phase.WARM_UP)) {
            assertThat(profile.peak(kind, Phase.WARM_UP, 1, Promise.DEFAULT).upper())
                    .isGreaterThanOrEqualTo(sample.peak());
        }
        long atoms = profile.mostAtoms(kind, Bytes.gibi(200), Duration.ofDays(1), 10, Promise.DEFAULT);
        assertThat(atoms).isBetween(0L, 10L);
    }

    @Property(tries = 50)
    void aScheduleShrinksToTheOneFaultThatMatters(@ForAll long seed, @ForAll Fault.Kind kind) {
        Schedule simplest = Simplest.thatFails(
                JobArbitraries.schedules(),
                seed,
                schedule -> schedule.windows().stream()
                        .anyMatch(it ->
                                it.fault().filter(fault -> fault.kind() == kind).isPresent()));

        assertThat(simplest).hasToString("1!" + kind.text() + "@0");
    }

    @Property(tries = 50)
    void aScheduleShrinksToTheFewestWindowsWithoutFaults(@ForAll long seed) {
        Schedule simplest = Simplest.thatFails(
                JobArbitraries.schedules(), seed, schedule -> schedule.windows().size() >= 3);

        assertThat(simplest).hasToString("1 1 1");
    }

    @Property(tries = 50)
    void windowsThatOneCanStandForShrinkToThatOne(@ForAll long seed) {
        Schedule simplest = Simplest.thatFails(
                JobArbitraries.schedules(),
                seed,
                schedule -> schedule.windows().stream()
                                .mapToLong(Schedule.Window::atoms)
                                .sum()
                        >= 32);

        assertThat(simplest).hasToString("32");
    }

    @Property(tries = 50)
    void aSeriesOfMemoryShrinksToTheLeastThatFails(@ForAll long seed) {
        MemorySeries simplest = Simplest.thatFails(
                JobArbitraries.memorySeries(), seed, it -> it.most().exceeds(Bytes.gibi(1)));

        assertThat(simplest.most()).isEqualTo(Bytes.mebi(1025));
    }

    @Property(tries = 20)
    void windowsShrinkToASecond(@ForAll long seed) {
        Window simplest = Simplest.thatFails(JobArbitraries.windows(), seed, it -> true);

        assertThat(simplest.length()).isEqualTo(Duration.ofSeconds(1));
        assertThat(simplest.slice().kind()).hasToString("1g.10gb");
    }

    @Example
    void withoutKindsThereIsNoFault() {
        assertThat(JobArbitraries.schedules(Set.of()).sample().windows())
                .allMatch(it -> it.fault().isEmpty());
        assertThat(JobArbitraries.faults(EnumSet.of(Fault.Kind.DAMAGE)).sample().kind())
                .isEqualTo(Fault.Kind.DAMAGE);
        assertThat(Optional.of(JobArbitraries.profiles().sample().kinds())).isPresent();
    }
}
