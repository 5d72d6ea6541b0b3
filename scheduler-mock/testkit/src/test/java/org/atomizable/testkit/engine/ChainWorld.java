package org.atomizable.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.atomizable.api.JobSpec;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.engine.Allotment;
import org.atomizable.core.engine.Chain;
import org.atomizable.core.engine.ChainWatch;
import org.atomizable.core.engine.Claim;
import org.atomizable.core.engine.ClaimAhead;
import org.atomizable.core.engine.Engine;
import org.atomizable.core.engine.EngineException;
import org.atomizable.core.engine.Link;
import org.atomizable.core.engine.LinkRun;
import org.atomizable.core.engine.NextLink;

/**
 * A job as a chain on the simulated engine: its links and watchers are processes in virtual time, its store is a real one. Each call of the engine
 * takes some seconds, in which others act and the caller may be killed. It checks at each step what always holds.
 */
final class ChainWorld implements AutoCloseable {

    final VirtualTime time = VirtualTime.create();
    final SimulatedEngine engine;
    final Chain chain;
    final Optional<Nfs> nfs;
    final Map<String, Integer> calls = new TreeMap<>();
    final List<String> lines = new ArrayList<>();
    private final Path directory;
    private final SimulatedJob job;
    private final Duration wanted;
    private final Random random;
    private final List<Throwable> failures = new ArrayList<>();
    private final List<String> breaches = new ArrayList<>();
    private Optional<Instant> called = Optional.empty();
    private Duration leastDistance = Duration.ofDays(1);
    private int doomed;
    private int views;
    private Fate fate = new Fate(Step.ATOM, 1);
    private boolean isContained;
    private Duration patience = Duration.ZERO;
    private Duration making = Duration.ZERO;
    private int mostMillis = 5_000;

    /** A step of a subjob at which its process may be killed. */
    enum Step {
        /** In the middle of an atom. */
        ATOM,
        /** In the middle of a save. */
        SAVE,
        /** After a commit, of which nobody was told yet. */
        COMMITTED
    }

    /** The death of a process at the n-th time of a step. */
    private record Fate(Step step, int time) {}

    /** Kills a process if its time has come. */
    private static final class Death {

        private final VirtualProcess process;
        private final Optional<Fate> fate;
        private int times;

        Death(VirtualProcess process, Optional<Fate> fate) {
            this.process = process;
            this.fate = fate;
        }

        void at(Step step) {
            if (fate.filter(it -> it.step() == step && it.time() == ++times).isPresent()) {
                process.kill();
                process.sleep(SimulatedJob.COMMIT);
            }
        }
    }

    /** What varies. */
    record Setup(
            List<SimulatedEngine.Node> nodes,
            Duration longest,
            Duration wanted,
            Duration delay,
            long atoms,
            Duration atom,
            int commitEvery,
            long seed) {}

    ChainWorld(Setup setup) throws IOException {
        this(setup, Optional.empty());
    }

    /** Makes one whose machines see the directory of the chain by NFS. */
    ChainWorld(Setup setup, Optional<Nfs.Rules> rules) throws IOException {
        directory = Files.createTempDirectory("chain");
        chain = Chain.at(directory.resolve("job.chain"));
        chain.order(order());
        engine = new SimulatedEngine(setup.nodes(), setup.longest(), setup.delay(), this::link, time);
        job = new SimulatedJob(JobSpec.of("job", setup.atoms()), setup.atom(), setup.commitEvery(), time, breaches);
        wanted = setup.wanted();
        random = new Random(setup.seed());
        nfs = rules.map(it -> new Nfs(time, it, random));
    }

    private Chain.Order order() {
        return new Chain.Order(List.of("job"), directory.toString(), Map.of());
    }

    private Path seenFrom(String machine, Path path) {
        return nfs.map(it -> it.seenFrom(machine, path)).orElse(path);
    }

    /** Has each link take so long to make the job. */
    void makeSlowly(Duration time) {
        making = time;
    }

    /** Has the next links killed in the middle of their first atom. */
    void doom(int links) {
        doom(links, Step.ATOM, 1);
    }

    /** Has the next links killed when they come to a step for the n-th time. */
    void doom(int links, Step step, int time) {
        doomed = links;
        fate = new Fate(step, time);
    }

    /** Has links run where the engine can be asked for nothing but the allotment, as in a container. */
    void contain() {
        isContained = true;
    }

    /** Has the engine answer each call at once. */
    void answerAtOnce() {
        mostMillis = 1;
    }

    /** Has callers ask so long until they believe that the engine does not answer. */
    void askFor(Duration time) {
        patience = time;
    }

    /** Starts a process that starts the chain unless it runs. */
    VirtualProcess start() {
        VirtualProcess process = process();
        process.start(() -> quietly(() -> watch(process).start()));
        return process;
    }

    /** Starts a process that watches the chain to its end. */
    VirtualProcess watch(List<AgentResult> results) {
        VirtualProcess process = process();
        process.start(() -> quietly(() -> results.add(watch(process).await(next -> {}))));
        return process;
    }

    private VirtualProcess process() {
        return new VirtualProcess(time, failures::add);
    }

    private ChainWatch watch(VirtualProcess process) throws Exception {
        Chain seen = Chain.at(seenFrom("login" + views++ % 2, chain.directory()));
        seen.order(order());
        return new ChainWatch(next(process, seen, false, () -> engine.allotment()), job.spec(), job.store());
    }

    private NextLink next(VirtualProcess process, Chain seen, boolean contained, Allotted allotted) {
        return new NextLink(calling(process, contained, allotted), seen, wanted, process, lines::add);
    }

    /** A process ends where its engine does not answer or gives it nothing, or where the disk is full. */
    private static void quietly(VirtualProcess.Body body) throws Exception {
        try {
            body.run();
        } catch (EngineException e) {
            boolean isGivenNothing = String.valueOf(e.getMessage()).contains("refuses to allotment");
            assertThat(e.isFinal()).as(e.getMessage()).isEqualTo(isGivenNothing);
        } catch (FileSystemException e) {
            assertThat(e).hasMessageContaining("No space left on device");
        }
    }

    private Runnable link(Claim claim, Supplier<Allotment> allotment, Runnable ended) {
        VirtualProcess process = process();
        Death death = new Death(process, doomed-- > 0 ? Optional.of(fate) : Optional.empty());
        process.start(() -> {
            quietly(() -> {
                Path script = seenFrom(allotment.get().slice().id(), claim.script());
                Link link = new Link(claim.link(), script.getParent());
                NextLink next = next(process, Chain.of(link), isContained, allotment::get);
                Executor threads = body -> process.schedule(Duration.ZERO, body);
                ClaimAhead ahead = new ClaimAhead(next, threads);
                if (making.compareTo(Duration.ZERO) > 0) {
                    ahead.begin(link);
                }
                process.sleep(making);
                ahead.made();
                new LinkRun(next, job.spec(), job.store(), threads, making)
                        .run(link, scheduler -> job.work(scheduler, process, death::at));
            });
            ended.run();
            process.kill();
        });
        return process::kill;
    }

    /** What a call asks of the engine. */
    private interface Allotted {
        Allotment now() throws EngineException;
    }

    private Engine calling(VirtualProcess process, boolean contained, Allotted allotted) {
        return (Engine) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Engine.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("name")) {
                        return engine.name();
                    }
                    if (contained && !method.getName().equals("allotment")) {
                        throw EngineException.refused("there is no such command", "Install it");
                    }
                    calls.merge(method.getName(), 1, Integer::sum);
                    called.map(it -> Duration.between(it, time.now()))
                            .filter(it -> it.compareTo(leastDistance) < 0)
                            .ifPresent(it -> leastDistance = it);
                    called = Optional.of(time.now());
                    process.sleep(Duration.ofMillis(random.nextInt(mostMillis)));
                    try {
                        if (method.getName().equals("allotment")) {
                            engine.requireTaken();
                            return allotted.now();
                        }
                        return method.invoke(engine, arguments);
                    } catch (InvocationTargetException e) {
                        if (e.getCause() instanceof EngineException absent && !absent.isFinal()) {
                            process.sleep(patience);
                        }
                        throw e.getCause();
                    } finally {
                        checkThatItIsNotDoubled();
                        process.sleep(Duration.ofMillis(random.nextInt(mostMillis)));
                    }
                });
    }

    /** Of two claims that wait or run, one waits for the other. */
    private void checkThatItIsNotDoubled() {
        Map<String, Claim> live = engine.live();
        long free = live.values().stream()
                .filter(it -> it.after().filter(live::containsKey).isEmpty())
                .count();
        long distinct = live.values().stream()
                .map(it -> it.after().orElse(""))
                .distinct()
                .count();
        if (free > 1 || distinct < live.size()) {
            breaches.add("%s the chain is doubled: %s"
                    .formatted(
                            time.now(),
                            live.values().stream()
                                    .map(it -> it.link() + " after " + it.after())
                                    .toList()));
        }
    }

    long committed() {
        return job.committed();
    }

    Duration leastDistance() {
        return leastDistance;
    }

    /** Returns how the job ended; empty if it has not, or if its end was of a chain that was started again. */
    Optional<Link.Ended> end() throws IOException {
        Optional<Link.Ended> end = Optional.empty();
        for (Link link : chain.links()) {
            Optional<Link.Ended> ended = link.ended().filter(it -> !it.how().equals("over"));
            end = ended.isPresent() ? ended : end;
        }
        return end;
    }

    /** Checks that nothing has gone wrong so far; after a finish, that every atom was done once and in order. */
    void check() throws Exception {
        assertThat(failures).isEmpty();
        assertThat(breaches).isEmpty();
        if (end().filter(it -> it.how().equals("finished")).isPresent()) {
            job.checkFinished();
        }
    }

    /** Lets time go by, then {@linkplain #check() checks}. */
    void checkAfter(Duration time) throws Exception {
        this.time.advance(time);
        check();
    }

    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(directory)) {
            all.sorted(Comparator.reverseOrder()).forEach(it -> it.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
