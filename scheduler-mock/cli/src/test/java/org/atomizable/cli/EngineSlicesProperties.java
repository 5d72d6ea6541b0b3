package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.engine.Engine;
import org.atomizable.core.engine.EngineException;
import org.atomizable.core.engine.EnginePlace;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;

/** The slices of an engine, whatever it shows. */
class EngineSlicesProperties {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int SLICES = 4;

    private final VirtualTime time = VirtualTime.create();
    private List<EnginePlace> shown = List.of(place(2, HOUR, Set.of()));
    private boolean answers = true;

    private static EnginePlace place(int free, Duration length, Set<String> subjobs) {
        return new EnginePlace("n1", KIND, Bytes.gibi(10), SLICES, free, length, subjobs);
    }

    private static String slice(int number) {
        return "n1.1g.10gb." + number;
    }

    private Engine engine() {
        return (Engine) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Engine.class}, (proxy, called, arguments) -> {
                    if (called.getName().equals("name")) {
                        return "fake";
                    }
                    if (!answers) {
                        throw EngineException.absent("it is silent", "Ask again later");
                    }
                    return shown;
                });
    }

    private EngineSlices slices() throws Exception {
        return EngineSlices.of(engine(), time);
    }

    private void look(EngineSlices slices) throws Exception {
        time.advance(EngineSlices.EVERY);
        slices.look();
    }

    private List<Interval> holes(EngineSlices slices, int number) {
        return slices.calendar(slice(number), Interval.of(time.now(), Duration.ofSeconds(50)))
                .holes();
    }

    private Set<Integer> free(EngineSlices slices) {
        return IntStream.range(0, SLICES)
                .boxed()
                .filter(it -> !holes(slices, it).isEmpty())
                .collect(Collectors.toSet());
    }

    @Example
    void asManySlicesAreFreeAsTheEngineHasAndTheirHoleEndsEarly() throws Exception {
        EngineSlices slices = slices();

        assertThat(slices.slices()).extracting(Slice::id).containsExactly(slice(0), slice(1), slice(2), slice(3));
        assertThat(free(slices)).containsExactly(0, 1);
        Calendar calendar = slices.calendar(slice(0), Interval.of(time.now(), Duration.ofHours(2)));
        assertThat(calendar.holes()).containsExactly(Interval.of(time.now(), HOUR.minus(EngineSlices.KEPT_BACK)));
    }

    @Example
    void aSliceThatASubjobHasIsNotReservedAndOneThatWasFreeStaysFree() throws Exception {
        EngineSlices slices = slices();
        shown = List.of(place(1, HOUR, Set.of(slice(3))));
        look(slices);
        assertThat(free(slices)).containsExactlyInAnyOrder(0, 3);
        shown = List.of(place(1, HOUR, Set.of(slice(0))));
        look(slices);
        assertThat(free(slices)).containsExactlyInAnyOrder(0, 3);
    }

    @Example
    void aHoleThatIsTooShortIsNone() throws Exception {
        shown = List.of(place(2, EngineSlices.KEPT_BACK, Set.of()));
        assertThat(free(slices())).isEmpty();
    }

    @Example
    void nothingIsFreeAfterALookThatFailsUntilTheNext() throws Exception {
        EngineSlices slices = slices();
        answers = false;
        look(slices);
        assertThat(free(slices)).isEmpty();
        assertThat(slices.troubles().errors()).isOne();
        answers = true;
        look(slices);
        assertThat(free(slices)).containsExactly(0, 1);
    }

    @Example
    void nothingIsFreeWhileALookTakesLong() throws Exception {
        EngineSlices slices = slices();
        time.advance(EngineSlices.EVERY.plus(EngineSlices.MOST_TO_LOOK));
        assertThat(holes(slices, 0).get(0).from()).isEqualTo(time.now());
        time.advance(Duration.ofSeconds(1));
        assertThat(free(slices)).isEmpty();
        assertThat(slices.troubles().errors()).isOne();
        look(slices);
        assertThat(free(slices)).containsExactly(0, 1);
    }

    /** A window that is announced before its hole is seen would be a guess. */
    @Example
    void aTakenSliceIsNotFreeBeforeTheNextLook() throws Exception {
        EngineSlices slices = slices();
        Duration late = EngineSlices.EVERY.multipliedBy(3);
        for (Duration passed = Duration.ZERO; passed.compareTo(late) < 0; passed = passed.plusSeconds(7)) {
            Calendar calendar = slices.calendar(slice(3), Interval.of(time.now(), HOUR));
            assertThat(calendar.holes().get(0).from())
                    .isAfterOrEqualTo(time.now().plusSeconds(1));
            time.advance(Duration.ofSeconds(7));
        }
    }

    @Example
    void aNewPlaceAddsSlicesAndALostOneKeepsThemReserved() throws Exception {
        EngineSlices slices = slices();
        List<Slice> before = slices.slices();
        look(slices);
        assertThat(slices.slices()).isSameAs(before);
        shown = List.of(new EnginePlace("n2", KIND, Bytes.gibi(10), 1, 1, HOUR, Set.of()));
        look(slices);
        assertThat(slices.slices()).hasSize(SLICES + 1);
        assertThat(free(slices)).isEmpty();
        assertThatThrownBy(() -> slices.calendar("n3.1g.10gb.0", Interval.of(time.now(), HOUR)))
                .hasMessageContaining("n3.1g.10gb.0");
    }

    @Example
    void anEngineWithoutSuchASliceIsRefused() {
        shown = List.of();
        assertThatThrownBy(this::slices).isInstanceOf(EngineException.class).hasMessageContaining("fake has no slice");
    }

    /** What one look shows; empty if the engine does not answer. */
    private static Arbitrary<Optional<EnginePlace>> look() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, SLICES),
                        Arbitraries.integers().between(0, 20),
                        Arbitraries.integers().between(0, SLICES + 1).set().ofMaxSize(SLICES))
                .as((free, minutes, ours) -> place(
                        free,
                        Duration.ofMinutes(minutes),
                        ours.stream().map(EngineSlicesProperties::slice).collect(Collectors.toSet())))
                .optional(0.9);
    }

    @Property(tries = 100)
    void asManyAreFreeAsTheLookShowedAndWhatWasToldOfThePastStaysTrue(
            @ForAll("looks") List<Optional<EnginePlace>> looks) throws Exception {
        answers = true;
        shown = List.of(place(2, HOUR, Set.of()));
        EngineSlices slices = slices();
        Instant began = time.now();
        List<List<Interval>> told = new ArrayList<>();
        for (Optional<EnginePlace> look : looks) {
            answers = look.isPresent();
            shown = look.map(List::of).orElse(List.of());
            Interval past = new Interval(began, time.now().plusNanos(1));
            told.add(slices.calendar(slice(0), past).holes());
            look(slices);

            long ours = look.stream()
                    .flatMap(it -> it.subjobs().stream())
                    .filter(it -> slices.slices().stream()
                            .anyMatch(slice -> slice.id().equals(it)))
                    .count();
            boolean usable = look.filter(it -> it.length().compareTo(EngineSlices.KEPT_BACK) > 0)
                    .isPresent();
            long expected = usable ? Math.min(SLICES, look.get().free() + ours) : 0;
            assertThat(free(slices)).hasSize((int) expected);
            assertThat(slices.calendar(slice(0), past).holes()).isEqualTo(told.get(told.size() - 1));
        }
    }

    @Provide
    Arbitrary<List<Optional<EnginePlace>>> looks() {
        return look().list().ofMaxSize(12);
    }
}
