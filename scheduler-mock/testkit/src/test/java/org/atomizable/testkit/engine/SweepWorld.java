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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.atomizable.api.JobSpec;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.engine.Allotment;
import org.atomizable.core.engine.Chain;
import org.atomizable.core.engine.ChainSweep;
import org.atomizable.core.engine.Claim;
import org.atomizable.core.engine.ClaimAhead;
import org.atomizable.core.engine.Engine;
import org.atomizable.core.engine.EngineException;
import org.atomizable.core.engine.Link;
import org.atomizable.core.engine.LinkRun;
import org.atomizable.core.engine.NextChain;
import org.atomizable.core.engine.NextLink;
import org.atomizable.core.engine.SweepWatch;

/**
 * A sweep on the simulated engine: links and views are processes in virtual time. Each call of the engine takes some seconds, in which others act and
 * the caller may be killed. It checks at each call how many jobs run.
 */
final class SweepWorld implements AutoCloseable {

    private static final int PERCENT = 100;

    final VirtualTime time = VirtualTime.create();
    final SimulatedEngine engine;
    final ChainSweep sweep;
    final List<String> lines = new ArrayList<>();
    final Set<String> failing = new TreeSet<>();

    /** How long each link of some jobs needs to make the job. */
    final Map<String, Duration> slow = new HashMap<>();

    private final Map<String, SimulatedJob> jobs = new LinkedHashMap<>();
    private final Map<VirtualProcess, String> working = new HashMap<>();
    private final Path directory;
    private final Optional<Nfs> nfs;
    private final int mostChains;
    private final Duration wanted;
    private final Random random;
    private final List<Throwable> failures = new ArrayList<>();
    private final List<String> breaches = new ArrayList<>();
    private int killedAtEnd;
    private int killed;
    private int views;
    private int mostAtOnce;
    private int mostClaims;

    /** What varies. */
    record Setup(
            List<SimulatedEngine.Node> nodes,
            int mostChains,
            Duration wanted,
            Duration longest,
            Duration delay,
            long seed) {}

    SweepWorld(Setup setup, Optional<Nfs.Rules> rules) throws IOException {
        directory = Files.createTempDirectory("sweep");
        sweep = ChainSweep.at(directory.resolve("jobs.sweep"));
        engine = new SimulatedEngine(setup.nodes(), setup.longest(), setup.delay(), this::link, time);
        mostChains = setup.mostChains();
        wanted = setup.wanted();
        random = new Random(setup.seed());
        nfs = rules.map(it -> new Nfs(time, it, random));
    }

    /** Adds a job before the sweep starts. */
    SimulatedJob job(String name, long atoms, Duration atom, int commitEvery) {
        SimulatedJob job = new SimulatedJob(JobSpec.of(name, atoms), atom, commitEvery, time, breaches);
        jobs.put(name, job);
        return job;
    }

    /** Has links killed, so many in a hundred, at each call of the engine after they have recorded the end of their chain. */
    void killAtEnd(int inHundred) {
        killedAtEnd = inHundred;
    }

    /** Returns how many links were killed at the end of their chain. */
    int killed() {
        return killed;
    }

    private ChainSweep seenFrom(String machine) throws IOException {
        Path path = directory.resolve("jobs.sweep");
        return ChainSweep.at(nfs.map(it -> it.seenFrom(machine, path)).orElse(path));
    }

    private VirtualProcess process() {
        return new VirtualProcess(time, failures::add);
    }

    /** Starts a process that starts the sweep and ends. */
    VirtualProcess start() {
        VirtualProcess process = process();
        process.start(() -> quietly(() -> start(view(process))));
        return process;
    }

    /** Starts a process that starts the sweep and watches it to its end. */
    VirtualProcess watch(List<Map<String, String>> results) {
        VirtualProcess process = process();
        process.start(() -> quietly(() -> {
            SweepWatch watch = view(process);
            start(watch);
            Map<String, String> ended = new HashMap<>();
            watch.await(all -> assertThat(all.ended() + all.running() + all.waiting())
                            .isEqualTo(jobs.size()))
                    .forEach((job, standing) -> ended.put(job, standing.state()));
            results.add(ended);
        }));
        return process;
    }

    private void start(SweepWatch watch) throws Exception {
        watch.start(new Chain.Order(List.of("job"), directory.toString(), Map.of()), mostChains);
    }

    private SweepWatch view(VirtualProcess process) throws IOException {
        ChainSweep seen = seenFrom("login" + views++ % 2);
        Engine own = calling(process, () -> engine.allotment(), Optional.empty());
        return new SweepWatch(
                new NextChain(seen, own, wanted, process, lines::add),
                jobs.values().stream()
                        .map(it -> new SweepWatch.Member(
                                it.spec(), Map.of("name", it.spec().name()), it::store))
                        .toList());
    }

    /** A process ends where its engine does not answer, or where the disk is full. */
    private static void quietly(VirtualProcess.Body body) throws Exception {
        try {
            body.run();
        } catch (EngineException e) {
            assertThat(e.isFinal()).as(e.getMessage()).isFalse();
        } catch (FileSystemException e) {
            assertThat(e).hasMessageContaining("No space left on device");
        }
    }

    private Runnable link(Claim claim, Supplier<Allotment> allotment, Runnable ended) {
        VirtualProcess process = process();
        process.start(() -> {
            quietly(() -> run(claim, allotment, process));
            ended.run();
            process.kill();
        });
        return process::kill;
    }

    private void run(Claim claim, Supplier<Allotment> allotment, VirtualProcess process) throws Exception {
        String machine = allotment.get().slice().id();
        Path script = nfs.map(it -> it.seenFrom(machine, claim.script())).orElse(claim.script());
        Link link = new Link(claim.link(), script.getParent());
        Chain chain = Chain.of(link);
        String name = String.valueOf(chain.directory().getFileName()).replaceFirst("\\.chain$", "");
        SimulatedJob job = jobs.get(name);
        Engine own = calling(process, allotment::get, Optional.of(link));
        Executor threads = body -> process.schedule(Duration.ZERO, body);
        NextLink next = new NextLink(own, chain, wanted, process, lines::add);
        ClaimAhead ahead = new ClaimAhead(next, threads);
        Duration making = slow.getOrDefault(name, Duration.ZERO);
        if (making.compareTo(Duration.ZERO) > 0) {
            ahead.begin(link);
        }
        process.sleep(making);
        ahead.made();
        LinkRun run = new LinkRun(next, job.spec(), job.store(), threads, making);
        new NextChain(seenFrom(machine), own, wanted, process, lines::add)
                .run(
                        link,
                        run,
                        scheduler -> {
                            working.put(process, name);
                            try {
                                return failing.contains(name)
                                        ? new AgentResult.Failed(FailureKind.JOB, "it fails", job.committed())
                                        : job.work(scheduler, process, step -> {});
                            } finally {
                                working.remove(process);
                            }
                        },
                        threads);
    }

    /** The answer to a question for the allotment. */
    private interface Allotted {
        Allotment now() throws EngineException;
    }

    private Engine calling(VirtualProcess process, Allotted allotted, Optional<Link> link) {
        return (Engine) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Engine.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("name")) {
                        return engine.name();
                    }
                    if (link.isPresent() && hasEndedChain(link.get()) && random.nextInt(PERCENT) < killedAtEnd) {
                        killed++;
                        process.kill();
                    }
                    process.sleep(Duration.ofMillis(random.nextInt(5_000)));
                    try {
                        return method.getName().equals("allotment") ? allotted.now() : method.invoke(engine, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    } finally {
                        checkThatFewRun();
                        process.sleep(Duration.ofMillis(random.nextInt(5_000)));
                    }
                });
    }

    private static boolean hasEndedChain(Link link) throws IOException {
        return link.ended().filter(it -> !it.goesOn()).isPresent();
    }

    private void checkThatFewRun() throws IOException {
        working.keySet().removeIf(VirtualProcess::isKilled);
        Set<String> atOnce = new TreeSet<>(working.values());
        mostAtOnce = Math.max(mostAtOnce, atOnce.size());
        if (atOnce.size() > mostChains) {
            breaches.add("%s more than %s jobs run: %s".formatted(time.now(), mostChains, atOnce));
        }
        Set<String> chains = new TreeSet<>();
        for (ChainSweep.Standing job : sweep.jobs()) {
            Chain chain = sweep.chain(job.job().name());
            if (job.runs() && goesOn(chain, job.link())) {
                chains.add(chain.id());
            }
        }
        if (chains.size() > mostChains) {
            breaches.add("%s there are more than %s chains: %s".formatted(time.now(), mostChains, chains));
        }
        mostClaims = Math.max(mostClaims, (int) engine.live().values().stream()
                .filter(it -> chains.contains(it.chain()))
                .count());
    }

    private static boolean goesOn(Chain chain, int after) throws IOException {
        for (Link link : chain.links()) {
            if (link.number() > after && hasEndedChain(link)) {
                return false;
            }
        }
        return true;
    }

    /** Returns how many jobs worked at the same time at most. */
    int mostAtOnce() {
        return mostAtOnce;
    }

    /** Returns how many claims of chains that had not ended there were at most. */
    int mostClaims() {
        return mostClaims;
    }

    /** Returns how each job stands. */
    Map<String, String> states() throws IOException {
        Map<String, String> states = new LinkedHashMap<>();
        sweep.jobs().forEach(it -> states.put(it.job().name(), it.state()));
        return states;
    }

    boolean isFinished() throws IOException {
        return states().size() == jobs.size() && states().values().stream().allMatch(it -> it.equals("finished"));
    }

    /** Checks that nothing has gone wrong so far, and that what has finished was done once and in order. */
    void check() throws Exception {
        assertThat(failures).isEmpty();
        assertThat(breaches).isEmpty();
        for (Map.Entry<String, String> job : states().entrySet()) {
            if (job.getValue().equals("finished")) {
                jobs.get(job.getKey()).checkFinished();
                assertThat(recorded(job.getKey(), "finished")).isEqualTo(1);
            }
        }
    }

    /** Lets time go by, then {@linkplain #check() checks}. */
    void checkAfter(Duration time) throws Exception {
        this.time.advance(time);
        check();
    }

    /** Returns how often the log says that a job was in a state. */
    long recorded(String job, String state) throws IOException {
        try (Stream<Path> entries = Files.list(directory.resolve("jobs.sweep/log"))) {
            return entries.map(it -> it.resolve("entry.json"))
                    .filter(Files::exists)
                    .map(SweepWorld::text)
                    .filter(it -> it.contains("\"name\":\"%s\"".formatted(job))
                            && it.contains("\"state\":\"%s\"".formatted(state)))
                    .count();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
