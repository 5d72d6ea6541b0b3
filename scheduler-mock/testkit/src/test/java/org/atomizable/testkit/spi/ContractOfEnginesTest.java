package org.atomizable.testkit.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.engine.Allotment;
import org.atomizable.core.engine.Claim;
import org.atomizable.core.engine.Engine;
import org.atomizable.core.engine.EngineException;
import org.atomizable.testkit.engine.SimulatedEngine;
import org.atomizable.testkit.engine.SimulatedEngine.Busy;
import org.atomizable.testkit.engine.SimulatedEngine.Node;
import org.atomizable.testkit.junit.Executed;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The simulated engine keeps the contract; wrong ones fail the test that names the rule. */
class ContractOfEnginesTest {

    /** Two nodes, of which one has a planned start on all its slices and is free for less than a minute at first. */
    private abstract static class Simulated extends EngineContract {

        private static final Pattern SLEEP = Pattern.compile("sleep (\\d+)");

        private final VirtualTime time = VirtualTime.create();
        private final Map<Integer, Supplier<Allotment>> allotments = new HashMap<>();
        private final SimulatedEngine engine = new SimulatedEngine(
                List.of(
                        new Node("node1", 3, List.of(new Busy(Duration.ZERO, Duration.ofDays(1), 1))),
                        new Node("node2", 1, List.of(new Busy(Duration.ofSeconds(50), Duration.ofHours(2), 1)))),
                Duration.ofHours(1),
                Duration.ofSeconds(5),
                this::start,
                time);

        private Runnable start(Claim claim, Supplier<Allotment> allotment, Runnable ended) {
            allotments.put(claim.link(), allotment);
            return time.schedule(seconds(claim), ended)::cancel;
        }

        private static Duration seconds(Claim claim) {
            try {
                return SLEEP.matcher(Files.readString(claim.script()))
                        .results()
                        .map((MatchResult it) -> Duration.ofSeconds(Long.parseLong(it.group(1))))
                        .findFirst()
                        .orElseThrow();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        protected Engine engine() {
            return engine;
        }

        @Override
        protected void pass(Duration passed) {
            time.advance(passed);
        }

        @Override
        protected Duration length(String id) {
            return allotments.get(engine.live().get(id).link()).get().left();
        }

        @Override
        protected Duration soon() {
            return Duration.ofSeconds(10);
        }

        /** Returns the engine with other answers of one method. */
        Engine with(String method, Answers answers) {
            return (Engine) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Engine.class}, (proxy, called, arguments) -> {
                        if (called.getName().equals(method)) {
                            return answers.of(engine, arguments);
                        }
                        try {
                            return called.invoke(engine, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }
    }

    /** Answers of a method. */
    private interface Answers {
        Object of(SimulatedEngine engine, Object... arguments) throws EngineException;
    }

    @Nested
    class InVirtualTime extends Simulated {}

    @Disabled
    static class WaitsForNobody extends Simulated {
        @Override
        protected Engine engine() {
            return with("claim", (engine, arguments) -> {
                Claim it = (Claim) arguments[0];
                return engine.claim(new Claim(
                        it.chain(), it.link(), it.script(), it.log(), it.length(), it.length(), Optional.empty()));
            });
        }
    }

    @Disabled
    static class KeepsTheWindowOfWhatEnds extends Simulated {
        @Override
        protected Engine engine() {
            return with("look", (engine, arguments) -> engine.look((String) arguments[0], Optional.empty()));
        }
    }

    @Disabled
    static class KnowsOnlyLiveClaims extends Simulated {
        @Override
        protected Engine engine() {
            return with("cancel", (engine, arguments) -> {
                if (!engine.live().containsKey(arguments[0])) {
                    throw EngineException.refused("no such claim", "Name another one");
                }
                engine.cancel((String) arguments[0]);
                return null;
            });
        }
    }

    @Disabled
    static class ClaimsTwice extends Simulated {
        @Override
        protected Engine engine() {
            return with("claim", (engine, arguments) -> {
                engine.claim((Claim) arguments[0]);
                return engine.claim((Claim) arguments[0]);
            });
        }
    }

    @Test
    void aWrongEngineFailsByTheNameOfTheRule() {
        assertThat(Executed.failuresOf(KeepsTheWindowOfWhatEnds.class))
                .containsExactly("theWindowOfARunningClaimIsFreeIfTheClaimCountsAsEnded");
        assertThat(Executed.failuresOf(KnowsOnlyLiveClaims.class))
                .containsExactlyInAnyOrder(
                        "aCancelledClaimEndsAndMayBeCancelledAgain", "anUnknownClaimIsCancelledWithoutHarm");
        assertThat(Executed.failuresOf(WaitsForNobody.class))
                .contains("aClaimDoesNotRunBeforeTheOneThatItFollowsHasEnded");
        assertThat(Executed.failuresOf(ClaimsTwice.class)).contains("aClaimIsThereOnce");
    }

    @Test
    void missingAssertJIsNamed() {
        assertThat(EngineContract.class.getAnnotation(ExtendWith.class).value()).containsExactly(NeedsAssertJ.class);
    }
}
