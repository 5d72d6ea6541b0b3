package org.atomizable.testkit.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.window.Window;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.channel.WorkerChannel;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.Choice;
import org.atomizable.scheduler.clear.ClearingOutcome;
import org.atomizable.scheduler.clear.ClearingOutcome.Winner;
import org.atomizable.scheduler.clear.Efficiency;
import org.atomizable.scheduler.clear.Fifo;
import org.atomizable.scheduler.clear.LeastSlack;
import org.atomizable.scheduler.clear.Proposal;
import org.atomizable.scheduler.clear.PublishedClearing;
import org.atomizable.scheduler.clear.SelectionCandidate;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.clear.ShortestRemaining;
import org.atomizable.scheduler.clear.UsefulShare;
import org.atomizable.scheduler.clear.WeightedRemaining;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.testkit.bug.Regression;
import org.atomizable.testkit.junit.Executed;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The implementations of this project keep the contracts; wrong ones fail the test that names the rule. */
class ContractsOfSpisTest {

    private static final NamedJob JOB = new NamedJob(Regression.class.getName(), Map.of());

    @Nested
    class OldestFirst extends SelectionPolicyContract {
        @Override
        protected SelectionPolicy policy() {
            return new Fifo();
        }
    }

    @Nested
    class LeastWorkFirst extends SelectionPolicyContract {
        @Override
        protected SelectionPolicy policy() {
            return new ShortestRemaining();
        }
    }

    @Nested
    class WeightedWorkFirst extends SelectionPolicyContract {
        @Override
        protected SelectionPolicy policy() {
            return new WeightedRemaining();
        }
    }

    @Nested
    class LeastSlackFirst extends SelectionPolicyContract {
        @Override
        protected SelectionPolicy policy() {
            return new LeastSlack();
        }
    }

    @Nested
    class LargestShareFirst extends SelectionPolicyContract {
        @Override
        protected SelectionPolicy policy() {
            return new UsefulShare();
        }
    }

    @Nested
    class MostEfficientFirst extends SelectionPolicyContract {
        @Override
        protected SelectionPolicy policy() {
            return new Efficiency();
        }
    }

    @Nested
    class Optimal extends BidClearingContract {
        @Override
        protected BidClearing clearing() {
            return BidClearing.optimal();
        }
    }

    @Nested
    class Published extends BidClearingContract {
        @Override
        protected BidClearing clearing() {
            return new PublishedClearing();
        }
    }

    @Nested
    class InThreads extends WorkerChannelContract {
        @Override
        protected WorkerChannel start() throws Exception {
            return new PipedWorker().channel();
        }

        @Override
        protected NamedJob job() {
            return JOB;
        }
    }

    @Disabled
    static class WhoeverIsFirstInTheList extends SelectionPolicyContract {
        @Override
        protected SelectionPolicy policy() {
            return new First();
        }
    }

    private static final class First implements SelectionPolicy {
        @Override
        public Optional<Choice> select(Window window, List<SelectionCandidate> candidates) {
            return candidates.stream().findFirst().map(it -> new Choice(it, "the first"));
        }
    }

    @Disabled
    static class OnlyOfTwo extends SelectionPolicyContract {
        @Override
        protected SelectionPolicy policy() {
            return new SelectionPolicy() {
                @Override
                public Optional<Choice> select(Window window, List<SelectionCandidate> candidates) {
                    return candidates.size() < 2 ? Optional.empty() : new Fifo().select(window, candidates);
                }

                @Override
                public String name() {
                    return "Only of two";
                }
            };
        }
    }

    @Test
    void aWrongPolicyFailsByTheNameOfTheRule() {
        assertThat(Executed.failuresOf(WhoeverIsFirstInTheList.class))
                .containsExactly("theOrderOfTheCandidatesChangesNothing");
        assertThat(Executed.failuresOf(OnlyOfTwo.class))
                .containsExactlyInAnyOrder("somebodyWinsWheneverThereIsSomebody", "itsNameIsLowerCaseWithoutSpaces");
    }

    @Disabled
    static class EverybodyWins extends BidClearingContract {
        @Override
        protected BidClearing clearing() {
            return new Giving(false);
        }
    }

    @Disabled
    static class LeasesOutlastTheirWindows extends BidClearingContract {
        @Override
        protected BidClearing clearing() {
            return new Giving(true);
        }
    }

    private record Giving(boolean late) implements BidClearing {
        @Override
        public String name() {
            return "giving";
        }

        @Override
        public ClearingOutcome clear(Request request) {
            ClearingOutcome right = BidClearing.optimal().clear(request);
            return window -> late
                    ? right.winners(window).stream().map(Giving::later).toList()
                    : request.proposals().stream()
                            .filter(it -> it.window().equals(window))
                            .map(it -> new Winner(it, it.time()))
                            .toList();
        }

        private static Winner later(Winner winner) {
            Proposal won = winner.proposal();
            return new Winner(
                    won, Interval.of(winner.time().from(), won.window().length().plus(Duration.ofSeconds(1))));
        }
    }

    @Test
    void aWrongClearingFailsByTheNameOfTheRule() {
        assertThat(Executed.failuresOf(EverybodyWins.class))
                .containsExactlyInAnyOrder(
                        "noTwoLeasesOverlapOnASlice", "aJobWinsOneOfItsBids", "theOrderOfTheBidsChangesNothing");
        assertThat(Executed.failuresOf(LeasesOutlastTheirWindows.class))
                .containsExactly("aLeaseHoldsWhatWasAskedForAndStaysInItsWindow");
    }

    @Test
    void missingAssertJIsNamedWithTheDependencyToAdd() throws Exception {
        URL[] withoutAssertJ = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(it -> !it.contains("assertj"))
                .map(ContractsOfSpisTest::url)
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(withoutAssertJ, ClassLoader.getPlatformClassLoader())) {
            Method require = loader.loadClass(NeedsAssertJ.class.getName()).getDeclaredMethod("require");
            require.setAccessible(true);

            assertThatThrownBy(() -> require.invoke(null)).rootCause().isInstanceOf(ClassNotFoundException.class);
            assertThatThrownBy(() -> require.invoke(null))
                    .cause()
                    .hasMessageContaining("org.assertj:assertj-core; add it in test scope");
        }
        for (Class<?> contract : List.of(
                CheckpointStoreContract.class,
                SelectionPolicyContract.class,
                BidClearingContract.class,
                GpuDriverContract.class,
                WorkerChannelContract.class)) {
            assertThat(contract.getAnnotation(ExtendWith.class).value()).containsExactly(NeedsAssertJ.class);
        }
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(entry, e);
        }
    }

    @Disabled
    static class Deaf extends GpuDriverContract {
        @Override
        protected GpuRig rig(List<MigGeometry> products) throws Exception {
            return SimulatedRig.of(products, Map.of("nextEvent", Optional.empty()));
        }
    }

    @Test
    void aWrongDriverFailsByTheNameOfTheRule() {
        assertThat(Executed.failuresOf(Deaf.class)).containsExactly("eventsAreHeard");
    }

    @Disabled
    static class KilledOnce extends WorkerChannelContract {
        @Override
        protected WorkerChannel start() throws Exception {
            return new PipedWorker() {
                private boolean killed;

                @Override
                public void kill() {
                    if (killed) {
                        throw new IllegalStateException("it was killed before");
                    }
                    killed = true;
                    super.kill();
                }
            }.channel();
        }

        @Override
        protected NamedJob job() {
            return JOB;
        }
    }

    @Test
    void aWrongChannelFailsByTheNameOfTheRule() {
        assertThat(Executed.failuresOf(KilledOnce.class)).containsExactly("aWorkerMayBeKilledTwice");
    }
}
