package org.atomizable.testkit.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.engine.Allotment;
import org.atomizable.core.engine.Claim;
import org.atomizable.core.engine.Claimed;
import org.atomizable.core.engine.Engine;
import org.atomizable.core.engine.EngineException;
import org.atomizable.core.engine.EnginePlace;
import org.atomizable.core.engine.EngineWindow;
import org.atomizable.core.engine.SubjobStart;
import org.jspecify.annotations.Nullable;

/**
 * An engine of nodes that exist only here, with slices of one kind. It starts claims in order, some time after they could start, and a later one
 * first if only that one fits. A claim that fits with its least length alone gets that and no more. It kills a program when its claim's length is
 * over. For one thread at a time.
 */
public final class SimulatedEngine implements Engine {

    private static final SliceKind KIND = new SliceKind("cpu");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final List<Node> nodes;
    private final Duration longest;
    private final Duration delay;
    private final Program program;
    private final TimeSource time;
    private final Instant began;
    private final Map<String, Held> live = new LinkedHashMap<>();
    private final Set<String> lost = new HashSet<>();
    private Function<String, Taken> calls = method -> Taken.ANSWERED;
    private Duration late = Duration.ZERO;
    private int claimed;

    /**
     * A node.
     *
     * @param busy what has its slices without being a claim: jobs that run and planned starts
     */
    public record Node(String name, int slices, List<Busy> busy) {

        /** Copies the list. */
        public Node {
            busy = List.copyOf(busy);
        }

        private int taken(Duration at) {
            return busy.stream()
                    .filter(it -> it.from().compareTo(at) <= 0 && it.until().compareTo(at) > 0)
                    .mapToInt(Busy::slices)
                    .sum();
        }
    }

    /** Slices that somebody else has from one time until another, counted from the start of the simulation. */
    public record Busy(Duration from, Duration until, int slices) {}

    /** How a call is taken. */
    public enum Taken {
        /** It is carried out and answered. */
        ANSWERED,
        /** It is carried out, but the answer is lost. */
        UNANSWERED,
        /** It is lost. */
        LOST,
        /** It is refused: asked again, the engine would refuse it again. */
        REFUSED
    }

    /** Runs the programs of claims. */
    @FunctionalInterface
    public interface Program {

        /**
         * Starts the program of a claim.
         *
         * @param allotment tells what this program has at the moment of the call
         * @param ended to be run when the program ends by itself
         * @return kills the program; does nothing if it has ended
         */
        Runnable start(Claim claim, Supplier<Allotment> allotment, Runnable ended);
    }

    private static final class Held {

        private final String id;
        private final Claim claim;
        private Duration length;
        private Duration least;
        private boolean withheld;
        private boolean isFree;
        private @Nullable Run run;

        Held(String id, Claim claim) {
            this.id = id;
            this.claim = claim;
            this.length = claim.length();
            this.least = claim.least();
        }
    }

    private static final class Run {

        private final Node node;
        private final Instant starts;
        private final Instant ends;
        private Runnable kill = () -> {};

        Run(Node node, Instant starts, Instant ends) {
            this.node = node;
            this.starts = starts;
            this.ends = ends;
        }
    }

    /**
     * Makes one.
     *
     * @param longest the longest time that a claim may have, in whole minutes
     * @param delay between the moment from which a claim could start and its start
     */
    public SimulatedEngine(List<Node> nodes, Duration longest, Duration delay, Program program, TimeSource time) {
        this.nodes = List.copyOf(nodes);
        this.longest = longest;
        this.delay = delay;
        this.program = program;
        this.time = time;
        this.began = time.now();
        nodes.stream().flatMap(it -> it.busy().stream()).forEach(it -> time.schedule(it.until(), this::startSoon));
    }

    /** Sets how calls are taken from now on, by the names of the methods. */
    public void take(Function<String, Taken> how) {
        calls = how;
    }

    /** Sets how long after the end that they were told programs are killed from now on; negative if before it. */
    public void killLate(Duration after) {
        late = after;
    }

    /** Returns what waits and runs, in order, by the engine's ids. */
    public Map<String, Claim> live() {
        Map<String, Claim> claims = new LinkedHashMap<>();
        live.forEach((id, held) -> claims.put(id, held.claim));
        return claims;
    }

    /**
     * Loses a node: its claims end, and none starts there.
     *
     * @param programsLive whether their programs run on, cut off from the engine's eyes alone
     */
    public void lose(String node, boolean programsLive) {
        lost.add(node);
        for (Held held : List.copyOf(live.values())) {
            Run run = held.run;
            if (run != null && run.node.name().equals(node)) {
                if (!programsLive) {
                    run.kill.run();
                }
                end(held);
            }
        }
    }

    /** Brings a lost node back. */
    public void repair(String node) {
        lost.remove(node);
        startSoon();
    }

    /** Starts a running claim a second time, while its first program lives on. Does nothing if it does not run. */
    public void startAgain(String id) {
        Held held = live.get(id);
        Run first = held == null ? null : held.run;
        if (held != null && first != null) {
            start(held, first.node);
        }
    }

    /** Kills the program of a running claim and starts it again. Does nothing if it does not run. */
    public void requeue(String id) {
        Optional.ofNullable(live.get(id)).map(it -> it.run).ifPresent(it -> it.kill.run());
        startAgain(id);
    }

    /** Never starts a claim that waits; it waits until it is cancelled. */
    public void withhold(String id) {
        Optional.ofNullable(live.get(id)).ifPresent(it -> it.withheld = true);
    }

    private void startSoon() {
        time.schedule(delay, this::startWaiting);
    }

    private void startWaiting() {
        for (Held held : List.copyOf(live.values())) {
            if (held.run == null
                    && !held.withheld
                    && (held.isFree || !live.containsKey(held.claim.after().orElse("")))) {
                Optional<Node> whole = free(held.length);
                Optional<Node> less = whole.isPresent() ? whole : free(held.least);
                if (less.isPresent()) {
                    held.length = whole.isPresent() ? held.length : held.least;
                    start(held, less.get());
                }
            }
        }
    }

    private Optional<Node> free(Duration length) {
        return nodes.stream()
                .filter(it -> length(it, running(it, "")).compareTo(length) >= 0)
                .findFirst();
    }

    private void start(Held held, Node node) {
        Run run = new Run(node, time.now(), time.now().plus(held.length));
        held.run = run;
        time.schedule(held.length.plus(late), () -> {
            run.kill.run();
            ended(held, run);
        });
        run.kill = program.start(held.claim, () -> allotment(held.id, run), () -> ended(held, run));
    }

    private Allotment allotment(String id, Run run) {
        return new Allotment(
                id, new Slice(run.node.name() + ".0", KIND, Bytes.gibi(1)), Duration.between(time.now(), run.ends));
    }

    private void ended(Held held, Run run) {
        if (held.run == run) {
            end(held);
        }
    }

    private void end(Held held) {
        held.run = null;
        live.remove(held.id);
        startSoon();
    }

    private int running(Node node, String without) {
        return (int) live.values().stream()
                .filter(it -> it.run != null && it.run.node.equals(node) && !it.id.equals(without))
                .count();
    }

    /** Returns for how long a slice of a node is free from now on. */
    private Duration length(Node node, int running) {
        Duration now = Duration.between(began, time.now());
        int most = node.slices() - running;
        if (lost.contains(node.name()) || node.taken(now) >= most) {
            return Duration.ZERO;
        }
        return node.busy().stream()
                .map(Busy::from)
                .filter(it -> it.compareTo(now) > 0 && node.taken(it) >= most)
                .map(it -> it.minus(now))
                .reduce(longest, (one, other) -> one.compareTo(other) <= 0 ? one : other);
    }

    /** A call as it is carried out. */
    private interface Call<T> {
        T answer() throws EngineException;
    }

    private <T> T call(String method, Call<T> call) throws EngineException {
        Taken taken = calls.apply(method);
        EngineException absent = EngineException.absent("the simulated engine does not answer", "Ask again later");
        if (taken == Taken.LOST) {
            throw absent;
        }
        if (taken == Taken.REFUSED) {
            throw EngineException.refused("the simulated engine refuses to " + method, "Ask for something else");
        }
        T answer = call.answer();
        if (taken == Taken.UNANSWERED) {
            throw absent;
        }
        return answer;
    }

    /** Throws what a program that asks for its allotment is told, if that call is not taken. */
    void requireTaken() throws EngineException {
        call("allotment", () -> claimed);
    }

    @Override
    public String name() {
        return "simulated";
    }

    @Override
    public Duration longest() throws EngineException {
        return call("longest", () -> longest);
    }

    @Override
    public Look look(String chain, Optional<String> ended) throws EngineException {
        return call("look", () -> new Look(windows(ended.orElse("")), claimsOf(chain)));
    }

    private List<EngineWindow> windows(String ended) {
        List<EngineWindow> windows = new ArrayList<>();
        Duration now = Duration.between(began, time.now());
        for (Node node : nodes) {
            int running = running(node, ended);
            Duration length = Duration.ofMinutes(length(node, running).toMinutes());
            if (length.compareTo(MINUTE) >= 0) {
                windows.add(new EngineWindow(node.name(), KIND, node.slices() - running - node.taken(now), length));
            }
        }
        return windows;
    }

    /** A subjob is what runs by a claim of link 0: its chain is the id of its slice. */
    @Override
    public List<EnginePlace> places() throws EngineException {
        return call("places", () -> nodes.stream().map(this::place).toList());
    }

    private EnginePlace place(Node node) {
        int running = running(node, "");
        Duration length = Duration.ofMinutes(length(node, running).toMinutes());
        return new EnginePlace(
                node.name(),
                KIND,
                Bytes.gibi(1),
                node.slices(),
                length.isZero() ? 0 : node.slices() - running - node.taken(Duration.between(began, time.now())),
                length,
                live.values().stream()
                        .filter(it -> it.claim.link() == 0)
                        .filter(it -> it.run != null && it.run.node.equals(node))
                        .map(it -> it.claim.chain())
                        .collect(Collectors.toSet()));
    }

    @Override
    public List<String> start(SubjobStart subjob) throws EngineException {
        EnginePlace.of(subjob.slice(), KIND)
                .orElseThrow(() -> EngineException.refused("slice " + subjob.slice() + " is not here", "Name another"));
        return List.of("simulated", subjob.slice());
    }

    @Override
    public String claim(Claim claim) throws EngineException {
        return call("claim", () -> {
            if (claim.length().compareTo(longest) > 0) {
                throw EngineException.refused("nobody may have " + claim.length(), "Claim " + longest + " or less");
            }
            String id = Integer.toString(++claimed);
            live.put(id, new Held(id, claim));
            startSoon();
            return id;
        });
    }

    @Override
    public void shorten(String id, Duration length) throws EngineException {
        call("shorten", () -> {
            fix(waiting(id), length);
            return id;
        });
    }

    @Override
    public void keepWhole(String id) throws EngineException {
        call("keepWhole", () -> {
            Held held = waiting(id);
            held.least = held.length;
            return id;
        });
    }

    /** Its claim tells as before which one it follows. */
    @Override
    public void startNow(String id, Duration length) throws EngineException {
        call("startNow", () -> {
            Held held = waiting(id);
            held.isFree = true;
            fix(held, length);
            return id;
        });
    }

    private void fix(Held held, Duration length) {
        held.length = length;
        held.least = length;
        startSoon();
    }

    private Held waiting(String id) throws EngineException {
        Held held = live.get(id);
        if (held == null || held.run != null) {
            throw EngineException.refused("claim " + id + " does not wait", "Look at the claims again");
        }
        return held;
    }

    @Override
    public List<Claimed> claims(String chain) throws EngineException {
        return call("claims", () -> claimsOf(chain));
    }

    private List<Claimed> claimsOf(String chain) {
        return live.values().stream()
                .filter(it -> it.claim.chain().equals(chain))
                .map(it -> {
                    Run run = it.run;
                    return run == null
                            ? new Claimed(
                                    it.id, false, it.withheld ? "withheld" : "waits its turn", Optional.empty(), "")
                            : new Claimed(it.id, true, "", Optional.of(run.starts), run.node.name());
                })
                .toList();
    }

    @Override
    public void cancel(String id) throws EngineException {
        call("cancel", () -> {
            Held held = live.get(id);
            if (held != null) {
                Optional.ofNullable(held.run).ifPresent(it -> it.kill.run());
                end(held);
            }
            return id;
        });
    }

    @Override
    public Allotment allotment() throws EngineException {
        throw EngineException.refused("no program was started with this", "Ask for the allotment where it was given");
    }
}
