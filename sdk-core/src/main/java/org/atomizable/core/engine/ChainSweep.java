package org.atomizable.core.engine;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of which only some may be chains at the same time. Its directory is on a file system that all machines see, beside those of the chains:
 *
 * <pre>
 * pairs.sweep/
 *   limit.json               how many chains there may be at a time
 *   log/000001/entry.json    which jobs wait
 *   log/000002/entry.json    which one has begun
 *   log/000003/entry.json    which one has ended, and how
 * pairs-seed-1.chain/        the chain of one of its jobs
 * </pre>
 *
 * <p>An entry appears whole, by a rename, which fails if the number is taken. So a process adds an entry only if it knows all entries before it: two
 * of them never begin the same job, nor one job too many. For one thread at a time.
 */
public final class ChainSweep {

    /** The name of the directory of a sweep ends with this. */
    public static final String SUFFIX = ".sweep";

    private static final String CHAIN = ".chain";

    /** The variable that names the directory of the sweep to the links of its chains. */
    private static final String VARIABLE = "ATOMIZABLE_SWEEP";

    private static final String WAITS = "waits";
    private static final String RUNS = "runs";

    private static final Comparator<Standing> LEAST_LEFT_FIRST = Comparator.comparingLong(
                    (Standing it) -> it.job().atomsLeft())
            .thenComparing(it -> it.job().name());

    private final Path directory;
    private final List<Entry> entries = new ArrayList<>();

    /**
     * A job of a sweep.
     *
     * @param setting the values of its parameters that the sweep tries
     * @param left how many atoms it had left when it began to wait; null if that is unknown
     */
    public record Job(
            String name,
            Map<String, String> setting,
            @Nullable Long left) {

        /** Copies the map, in order. */
        public Job {
            setting = Collections.unmodifiableMap(new LinkedHashMap<>(setting));
        }

        private long atomsLeft() {
            return left == null ? Long.MAX_VALUE : left;
        }
    }

    /**
     * How a job stands.
     *
     * @param state {@code waits}, {@code runs}, or how it ended, as in {@link Link.Ended}
     * @param link the number of the chain's newest link when the job began: those after it count
     * @param message for a person to read
     */
    public record Standing(Job job, String state, int link, String message) {

        /** Tells whether its chain has not begun. */
        public boolean waits() {
            return state.equals(WAITS);
        }

        /** Tells whether its chain has begun and was not seen to end. */
        public boolean runs() {
            return state.equals(RUNS);
        }

        /** Tells whether it has ended. */
        boolean hasEnded() {
            return !waits() && !runs();
        }

        /** Tells whether all its atoms are done. */
        public boolean finished() {
            return state.equals(Link.FINISHED);
        }
    }

    /** One change: how some jobs stand from then on. */
    record Entry(List<Standing> jobs) {}

    record Limit(int mostChains) {}

    /** Chooses a change by how the jobs stand; empty if there is nothing to change. */
    private interface Choice {
        List<Standing> of(Map<String, Standing> jobs) throws IOException;
    }

    private ChainSweep(Path directory) {
        this.directory = directory;
    }

    /** Returns the sweep in a directory, which is made if it is not there. */
    public static ChainSweep at(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath().normalize();
        Link.makeDirectory(absolute);
        Link.makeDirectory(absolute.resolve("log"));
        return new ChainSweep(absolute);
    }

    /** Returns the sweep of the link that a program with this environment runs. */
    public static Optional<ChainSweep> in(Map<String, String> environment) throws IOException {
        String named = environment.get(VARIABLE);
        return named == null ? Optional.empty() : Optional.of(at(Path.of(named)));
    }

    /** Returns the sweep that a chain belongs to, if any. */
    public static Optional<ChainSweep> of(Chain chain) throws IOException {
        Optional<Chain.Order> order = chain.order();
        return order.isPresent() ? in(order.get().environment()) : Optional.empty();
    }

    /** Returns its name. */
    public String name() {
        return String.valueOf(directory.getFileName());
    }

    /** Returns the chain of a job, which need not have begun. */
    public Chain chain(String job) throws IOException {
        return Chain.at(directory.resolveSibling(job + CHAIN));
    }

    /** Returns how the job of a chain stands; empty if it is no job of this sweep. */
    public Optional<Standing> of(Link link) throws IOException {
        String chain = String.valueOf(Chain.of(link).directory().getFileName());
        return Optional.ofNullable(standings().get(chain.substring(0, Math.max(0, chain.length() - CHAIN.length()))));
    }

    /** Returns how each job stands, in the order in which they were added. */
    public List<Standing> jobs() throws IOException {
        return List.copyOf(standings().values());
    }

    private Map<String, Standing> standings() throws IOException {
        for (Path next = entry(entries.size() + 1); Files.isDirectory(next); next = entry(entries.size() + 1)) {
            Path file = next.resolve("entry.json");
            entries.add(Link.read(file, Entry.class).orElseThrow(() -> new IOException(file + " is missing")));
        }
        Map<String, Standing> standings = new LinkedHashMap<>();
        entries.forEach(
                entry -> entry.jobs().forEach(it -> standings.put(it.job().name(), it)));
        return standings;
    }

    private Path entry(int number) {
        return directory.resolve("log").resolve(String.format(Locale.ROOT, "%06d", number));
    }

    /**
     * Adds jobs that wait. Those that wait or run already go on as they are.
     *
     * @param order how the links of their chains are started from now on
     * @param mostChains how many chains this sweep may have at a time from now on
     */
    void add(List<Job> wanted, Chain.Order order, int mostChains) throws IOException {
        Link.write(directory.resolve("limit.json"), new Limit(mostChains));
        Map<String, String> environment = new HashMap<>(order.environment());
        environment.put(VARIABLE, directory.toString());
        for (Job job : wanted) {
            chain(job.name()).order(new Chain.Order(order.command(), order.directory(), environment));
        }
        change(jobs -> {
            Set<String> going = jobs.values().stream()
                    .filter(it -> !it.hasEnded())
                    .map(it -> it.job().name())
                    .collect(Collectors.toSet());
            return wanted.stream()
                    .filter(it -> !going.contains(it.name()))
                    .map(it -> new Standing(it, WAITS, 0, ""))
                    .toList();
        });
    }

    /** Has the job with the least work left begin, of those that wait, if there may be one more chain. */
    Optional<Standing> begin() throws IOException {
        int most = Link.read(directory.resolve("limit.json"), Limit.class)
                .map(Limit::mostChains)
                .orElse(0);
        return change(jobs -> {
                    boolean isFull =
                            jobs.values().stream().filter(Standing::runs).count() >= most;
                    Optional<Standing> least =
                            jobs.values().stream().filter(Standing::waits).min(LEAST_LEFT_FIRST);
                    return isFull || least.isEmpty()
                            ? List.of()
                            : List.of(begun(least.get().job()));
                })
                .stream()
                .findFirst();
    }

    private Standing begun(Job job) throws IOException {
        Chain chain = chain(job.name());
        chain.lookAnew();
        return new Standing(job, RUNS, chain.newestNumber(), "");
    }

    /** Records how a chain has ended, unless the job has begun anew since. */
    void end(Standing ran, Link.Ended ended) throws IOException {
        change(jobs -> ran.equals(jobs.get(ran.job().name()))
                ? List.of(new Standing(ran.job(), ended.how(), ran.link(), ended.message()))
                : List.of());
    }

    /**
     * Ends jobs that wait or run, as a person wants it: no link of them works after that. The claims of those that run are to be cancelled then.
     *
     * @return those that did wait or run, as they stood
     */
    public List<Standing> withdraw(Set<String> names) throws IOException {
        List<Standing> before = new ArrayList<>();
        change(jobs -> {
            before.clear();
            jobs.values().stream()
                    .filter(it -> names.contains(it.job().name()) && !it.hasEnded())
                    .forEach(before::add);
            return before.stream()
                    .map(it -> new Standing(it.job(), Link.WITHDRAWN, it.link(), "it was cancelled"))
                    .toList();
        });
        return before;
    }

    /** Makes a choice again until no other process has changed anything meanwhile. */
    private List<Standing> change(Choice choice) throws IOException {
        while (true) {
            Map<String, Standing> jobs = standings();
            int number = entries.size() + 1;
            List<Standing> changed = choice.of(jobs);
            if (changed.isEmpty() || add(number, new Entry(changed))) {
                return changed;
            }
        }
    }

    /** Adds an entry; returns false if the number is taken. If the answer of a file server is lost, its own entry looks like that of another. */
    private boolean add(int number, Entry entry) throws IOException {
        Path draft = Files.createTempDirectory(directory.resolve("log"), "draft-");
        Path file = draft.resolve("entry.json");
        try {
            Link.write(file, entry);
            Files.move(draft, entry(number), StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (FileSystemException e) {
            Files.deleteIfExists(file);
            Files.deleteIfExists(draft);
            if (!Files.isDirectory(entry(number))) {
                throw e;
            }
            return false;
        }
    }

    /** Sees what other machines have added. */
    void lookAnew() throws IOException {
        Link.lookAnew(directory.resolve("log"));
    }
}
