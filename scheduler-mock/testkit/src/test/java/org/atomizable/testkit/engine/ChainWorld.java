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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.StoreOptions;
import org.atomizable.checkpoint.object.MemoryObjectSpace;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.client.EventListener;
import org.atomizable.core.client.JobScheduler;
import org.atomizable.core.engine.Allotment;
import org.atomizable.core.engine.Chain;
import org.atomizable.core.engine.ChainWatch;
import org.atomizable.core.engine.Claim;
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

    private static final Duration COMMIT = Duration.ofSeconds(1);

    final VirtualTime time = VirtualTime.create();
    final SimulatedEngine engine;
    final Chain chain;
    final Optional<Nfs> nfs;
    final Map<String, Integer> calls = new TreeMap<>();
    final List<String> lines = new ArrayList<>();
    private final Path directory;
    private final JobSpec spec;
    private final Duration atom;
    private final int commitEvery;
    private final Duration wanted;
    private final Random random;
    private final MemoryObjectSpace space = new MemoryObjectSpace();
    private final List<Throwable> failures = new ArrayList<>();
    private final List<String> breaches = new ArrayList<>();
    private final Set<Long> tokens = new HashSet<>();
    private long committedBy;
    private long committed;
    private Optional<Instant> called = Optional.empty();
    private Duration leastDistance = Duration.ofDays(1);
    private int doomed;
    private int views;
    private Fate fate = new Fate(Step.ATOM, 1);
    private boolean isContained;
    private Duration patience = Duration.ZERO;

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
                process.sleep(COMMIT);
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
        spec = JobSpec.of("job", setup.atoms());
        atom = setup.atom();
        commitEvery = setup.commitEvery();
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
        return new ChainWatch(next(process, seen, false, () -> engine.allotment()), spec, store());
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
                new LinkRun(next, spec, store(), threads).run(link, scheduler -> work(scheduler, process, death));
            });
            ended.run();
            process.kill();
        });
        return process::kill;
    }

    private CheckpointStore store() throws Exception {
        return Checkpoints.in(space, "job", StoreOptions.usual());
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
                    process.sleep(Duration.ofMillis(random.nextInt(5_000)));
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
                        process.sleep(Duration.ofMillis(random.nextInt(5_000)));
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

    /** Runs atoms as an agent has them run: takes what it can use, commits, reports. */
    private AgentResult work(JobScheduler scheduler, VirtualProcess process, Death death) throws InterruptedException {
        try (CheckpointStore store = store()) {
            Deque<EventMessage> heard = new ArrayDeque<>();
            long next = next(store);
            if (spec.atomsLeft(next) == 0) {
                return new AgentResult.Finished(next);
            }
            scheduler.register(new JobRegistration("job", "signals", null, 0, null, spec.atomsLeft(0), next), "key");
            long newest = 0;
            try (JobScheduler.Listening listening = scheduler.events("link", listener(heard))) {
                while (true) {
                    EventMessage event = heard.poll();
                    if (event == null) {
                        process.sleep(Duration.ofMillis(250));
                    } else if (event.ended() != null) {
                        return new AgentResult.Withdrawn(
                                event.ended().how(), event.ended().by(), next);
                    } else if (event.window() != null) {
                        boolean fits = fits(event.window().closes());
                        scheduler.signal(
                                event.window().id(), new SignalMessage("link", fits, 1, 1, 1, "the rest is too short"));
                    } else if (event.grant() != null) {
                        long token = event.grant().token();
                        if (token <= newest || !tokens.add(token)) {
                            breaches.add("token %s was issued before, or after %s".formatted(token, newest));
                        }
                        newest = token;
                        next = subjob(
                                store, new FencingToken(token), event.grant().ends(), process, death);
                        String outcome = spec.atomsLeft(next) == 0 ? "finished" : "yielded";
                        scheduler.report(event.grant().id(), new ReportMessage(outcome, "", "", next, 0, 0, 0, 0, 0));
                        if (spec.atomsLeft(next) == 0) {
                            return new AgentResult.Finished(next);
                        }
                    }
                }
            }
        } catch (StaleTokenException e) {
            return new AgentResult.Failed(FailureKind.FENCED, e.getMessage(), committed);
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static EventListener listener(Deque<EventMessage> heard) {
        return new EventListener() {
            @Override
            public void on(EventMessage event) {
                heard.add(event);
            }

            @Override
            public void lost(AtomizableException why) {
                throw new IllegalStateException(why);
            }
        };
    }

    private boolean fits(Instant ends) {
        return !time.now().plus(atom).plus(COMMIT).isAfter(ends);
    }

    private static long next(CheckpointStore store) throws Exception {
        return store.latest().map(Checkpoint::nextAtom).orElse(0L);
    }

    private long subjob(CheckpointStore store, FencingToken token, Instant ends, VirtualProcess process, Death death)
            throws Exception {
        store.fence(token);
        Optional<Checkpoint> from = store.latest();
        long next = from.map(Checkpoint::nextAtom).orElse(0L);
        long base = next;
        long sum = from.isPresent() ? from.get().state().longs("sum")[0] : 0;
        while (spec.atomsLeft(next) > 0 && fits(ends)) {
            process.sleep(atom);
            death.at(Step.ATOM);
            sum = 31 * sum + next;
            next++;
            if (next - base == commitEvery || spec.atomsLeft(next) == 0 || !fits(ends)) {
                commit(store, token, base, next, sum, process, death);
                base = next;
            }
        }
        return next;
    }

    private void commit(
            CheckpointStore store,
            FencingToken token,
            long base,
            long next,
            long sum,
            VirtualProcess process,
            Death death)
            throws Exception {
        CheckpointStore.Draft draft = store.open(next, token);
        draft.state().longs("sum", sum);
        // A process that is killed here closes nothing.
        death.at(Step.SAVE);
        process.sleep(COMMIT);
        draft.commit();
        draft.close();
        if (base != committed || token.value() < committedBy) {
            breaches.add("%s committed atoms %s to %s under token %s after atom %s under token %s"
                    .formatted(time.now(), base, next, token, committed, committedBy));
        }
        committed = next;
        committedBy = token.value();
        death.at(Step.COMMITTED);
    }

    long committed() {
        return committed;
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
            long sum = 0;
            for (long it = 0; it < spec.atomsLeft(0); it++) {
                sum = 31 * sum + it;
            }
            try (CheckpointStore store = store()) {
                Checkpoint last = store.latest().orElseThrow();
                assertThat(last.nextAtom()).isEqualTo(spec.atomsLeft(0));
                assertThat(last.state().longs("sum")).containsExactly(sum);
            }
        }
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
