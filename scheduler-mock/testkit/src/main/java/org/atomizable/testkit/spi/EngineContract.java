package org.atomizable.testkit.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.atomizable.core.engine.Claim;
import org.atomizable.core.engine.Claimed;
import org.atomizable.core.engine.Engine;
import org.atomizable.core.engine.EngineException;
import org.atomizable.core.engine.EnginePlace;
import org.atomizable.core.engine.EngineWindow;
import org.atomizable.core.engine.SubjobStart;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of every engine. It needs a cluster with two free slices or more that nobody else uses meanwhile. The time is the engine's: a real
 * engine needs some minutes.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@ExtendWith(NeedsAssertJ.class)
public abstract class EngineContract {

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofMinutes(2);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String NOBODY = "987654321";

    private final String chain = "contract-" + UUID.randomUUID();
    private final String otherChain = "contract-" + UUID.randomUUID();
    private int links;

    @TempDir
    Path local = Path.of("");

    /** Returns the engine; the same cluster at each call. */
    protected abstract Engine engine() throws Exception;

    /** Lets time pass: a real engine waits, a simulated one moves its clock. */
    protected abstract void pass(Duration time) throws Exception;

    /** Returns how long a running claim may run in all, as its program is told. */
    protected abstract Duration length(String id) throws Exception;

    /** Returns a directory that the programs see too. */
    protected Path directory() {
        return local;
    }

    /** Returns the longest time that the engine needs until it starts what could start. */
    protected Duration soon() {
        return MINUTE;
    }

    @AfterEach
    void cancelAll() throws Exception {
        for (String each : List.of(chain, otherChain)) {
            for (Claimed claimed : engine().claims(each)) {
                engine().cancel(claimed.id());
            }
        }
    }

    @Test
    void aClaimThatFitsAWindowStartsAtOnce() throws Exception {
        EngineWindow window = windows(Optional.empty()).get(0);
        awaitStart(claim(chain, LONG, shorter(window.length(), LONG), Optional.empty()));
    }

    @Test
    void aClaimDoesNotRunBeforeTheOneThatItFollowsHasEnded() throws Exception {
        assertThat(slices(windows(Optional.empty()))).as("free slices").isGreaterThanOrEqualTo(2);
        String first = running();
        String second = follower(first);
        pass(soon());
        assertThat(find(first)).get().extracting(Claimed::runs).isEqualTo(true);
        assertThat(find(second)).get().extracting(Claimed::runs).isEqualTo(false);
    }

    @Test
    void aClaimStartsAfterTheOneThatItFollowsHasEndedByItself() throws Exception {
        String first = claim(chain, Duration.ofSeconds(10), LONG, Optional.empty());
        String second = follower(first);
        awaitEnd(first);
        awaitStart(second);
    }

    @Test
    void aClaimStartsAfterTheOneThatItFollowsHasReachedItsLimit() throws Exception {
        String first = claim(chain, LONG, MINUTE, Optional.empty());
        String second = follower(first);
        awaitEnd(first);
        awaitStart(second);
    }

    @Test
    void aClaimStartsAfterTheOneThatItFollowsWasCancelled() throws Exception {
        String first = running();
        String second = follower(first);
        engine().cancel(first);
        awaitStart(second);
    }

    @Test
    void aClaimStartsAfterTheOneThatItFollowsWasCancelledBeforeItsStart() throws Exception {
        String first = running();
        String second = follower(first);
        String third = follower(second);
        engine().cancel(second);
        awaitStart(third);
    }

    @Test
    void windowsHaveAMinuteAtLeastAndTheLongestLengthAtMost() throws Exception {
        assertThat(windows(Optional.empty()))
                .isNotEmpty()
                .allSatisfy(it -> assertThat(it.length()).isBetween(MINUTE, engine().longest()));
    }

    @Test
    void theWindowOfARunningClaimIsFreeIfTheClaimCountsAsEnded() throws Exception {
        String first = running();
        String place = find(first).orElseThrow().place();
        assertThat(slicesAt(place, windows(Optional.of(first))))
                .isEqualTo(slicesAt(place, windows(Optional.empty())) + 1);
    }

    @Test
    void aChainHasItsOwnClaimsAndNoneThatHaveEnded() throws Exception {
        String first = running();
        String second = follower(first);
        String other = claim(otherChain, LONG, LONG, Optional.of(first));
        assertThat(engine().claims(chain)).extracting(Claimed::id).containsExactlyInAnyOrder(first, second);
        assertThat(engine().claims(otherChain)).extracting(Claimed::id).containsExactly(other);
        assertThat(engine().look(chain, Optional.empty()).claims())
                .extracting(Claimed::id)
                .containsExactlyInAnyOrder(first, second);
        engine().cancel(first);
        awaitEnd(first);
        assertThat(engine().claims(chain)).extracting(Claimed::id).containsExactly(second);
    }

    @Test
    void theClaimsOfSeveralChainsAreThoseOfEach() throws Exception {
        String first = running();
        String other = claim(otherChain, LONG, LONG, Optional.of(first));
        Map<String, List<Claimed>> claims = engine().claimsOf(List.of(chain, otherChain, "contract-none"));
        assertThat(claims.getOrDefault(chain, List.of()))
                .extracting(Claimed::id)
                .containsExactly(first);
        assertThat(claims.getOrDefault(otherChain, List.of()))
                .extracting(Claimed::id)
                .containsExactly(other);
        assertThat(claims.getOrDefault("contract-none", List.of())).isEmpty();
    }

    @Test
    void aClaimThatWaitsIsShortened() throws Exception {
        String first = running();
        String second = follower(first);
        engine().shorten(second, SHORT);
        engine().cancel(first);
        awaitStart(second);
        assertThat(length(second)).isBetween(SHORT.minus(soon()), SHORT);
    }

    @Test
    void aClaimThatMayHaveLessIsKeptWhole() throws Exception {
        String first = running();
        String second = claim(chain, LONG, LONG, SHORT, Optional.of(first));
        engine().keepWhole(second);
        engine().cancel(first);
        awaitStart(second);
        assertThat(length(second)).isBetween(LONG.minus(soon()), LONG);
    }

    @Test
    void aClaimThatMayStartNowDoesNotWaitForTheEndOfAnother() throws Exception {
        String first = running();
        String second = follower(first);
        engine().startNow(second, SHORT);
        awaitStart(second);
        assertThat(length(second)).isBetween(SHORT.minus(soon()), SHORT);
        assertThat(engine().claims(chain)).extracting(Claimed::id).contains(first);
    }

    @Test
    void aCancelledClaimEndsAndMayBeCancelledAgain() throws Exception {
        String first = running();
        String second = follower(first);
        for (String each : List.of(second, first)) {
            engine().cancel(each);
            awaitEnd(each);
            engine().cancel(each);
        }
        assertThat(engine().claims(chain)).isEmpty();
    }

    @Test
    void anUnknownClaimIsCancelledWithoutHarm() throws Exception {
        String first = running();
        engine().cancel(NOBODY);
        assertThat(engine().claims(chain)).extracting(Claimed::id).containsExactly(first);
    }

    @Test
    void aClaimIsThereOnce() throws Exception {
        String only = claim(chain, LONG, LONG, Optional.empty());
        assertThat(engine().claims(chain)).extracting(Claimed::id).containsExactly(only);
        awaitStart(only);
        assertThat(engine().claims(chain)).extracting(Claimed::id).containsExactly(only);
    }

    /** A claim that is no subjob is somebody else's to a scheduler that shares the slices. */
    @Test
    void placesTellWhatIsFreeWhichIsLessWhereAClaimRuns() throws Exception {
        List<EnginePlace> before = engine().places();
        assertThat(before).isNotEmpty().allSatisfy(it -> {
            assertThat(it.free()).isBetween(0, it.slices());
            assertThat(it.length()).isBetween(Duration.ZERO, engine().longest());
            assertThat(it.subjobs()).isEmpty();
        });
        String place = find(running()).orElseThrow().place();
        assertThat(placed(place, engine().places()).free())
                .isEqualTo(placed(place, before).free() - 1);
    }

    @Test
    void aSubjobStartsOnTheSliceOfAPlaceAndOnNoOther() throws Exception {
        for (EnginePlace place : engine().places()) {
            assertThat(engine().start(subjob(place.slice(0).id())))
                    .isNotEmpty()
                    .anySatisfy(it -> assertThat(it).contains(place.slice(0).id()));
        }
        assertThatThrownBy(() -> engine().start(subjob("gpu0.0")))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("gpu0.0");
    }

    private static SubjobStart subjob(String slice) {
        return new SubjobStart("subjob-contract", slice, MINUTE, SHORT);
    }

    private static EnginePlace placed(String name, List<EnginePlace> places) {
        return places.stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
    }

    private String running() throws Exception {
        String id = claim(chain, LONG, LONG, Optional.empty());
        awaitStart(id);
        return id;
    }

    private String follower(String first) throws Exception {
        return claim(chain, LONG, LONG, Optional.of(first));
    }

    /** Claims a slice for a program that sleeps. */
    private String claim(String ofChain, Duration sleeps, Duration length, Optional<String> after) throws Exception {
        return claim(ofChain, sleeps, length, length, after);
    }

    private String claim(String ofChain, Duration sleeps, Duration length, Duration least, Optional<String> after)
            throws Exception {
        links++;
        Path script = Files.writeString(
                directory().resolve("sleep-%s.sh".formatted(links)),
                "#!/bin/sh\nexec sleep %s\n".formatted(sleeps.toSeconds()));
        return engine().claim(new Claim(
                ofChain, links, script, directory().resolve("log-" + links + ".txt"), length, least, after));
    }

    private List<EngineWindow> windows(Optional<String> ended) throws Exception {
        return engine().look(chain, ended).windows();
    }

    private static int slices(List<EngineWindow> windows) {
        return windows.stream().mapToInt(EngineWindow::slices).sum();
    }

    private static int slicesAt(String place, List<EngineWindow> windows) {
        return slices(windows.stream().filter(it -> it.place().equals(place)).toList());
    }

    private Optional<Claimed> find(String id) throws Exception {
        return engine().claims(chain).stream().filter(it -> it.id().equals(id)).findFirst();
    }

    private void awaitStart(String id) throws Exception {
        await("started", soon(), () -> find(id).filter(Claimed::runs).isPresent());
    }

    /** A minute of a claim, and what an engine takes to notice that it is over. */
    private void awaitEnd(String id) throws Exception {
        await("ended", soon().plus(SHORT), () -> find(id).isEmpty());
    }

    /** Tells whether something holds now. */
    private interface Condition {
        boolean holds() throws Exception;
    }

    private void await(String what, Duration limit, Condition condition) throws Exception {
        for (Duration waited = Duration.ZERO; !condition.holds(); waited = waited.plusSeconds(1)) {
            assertThat(waited)
                    .as("%s; the claims are %s", what, engine().claims(chain))
                    .isLessThan(limit);
            pass(Duration.ofSeconds(1));
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
