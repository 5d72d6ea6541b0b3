package org.atomizable.core.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.atomizable.api.window.FencingToken;

/**
 * A job as a chain of claims on an engine. Its directory is on a file system that all machines see; the only thing it asks of that is that of two
 * that make the same directory one fails. Nothing is locked, and no link counts on another one: who holds the newest token advances the job.
 */
public final class Chain {

    /** A chain that gains no atom in so many links ends. */
    public static final int MOST_IN_VAIN = 3;

    /** More grants than a claim has room for. */
    private static final long TOKENS_OF_A_LINK = 1_000_000;

    private static final int LONGEST_NAME = 40;
    private static final int LOOKED_AT = 20;

    /** A process learns of its time some seconds after that has begun. */
    private static final double NEARLY = 0.8;

    private static final int UNKNOWN = -1;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    private final Path directory;

    /** The number of the newest link that was seen; 0 if there was none. */
    private volatile int known = UNKNOWN;

    /**
     * How a link is started.
     *
     * @param command the program and its arguments
     * @param directory the working directory
     * @param environment variables in addition to those that the engine passes on
     */
    public record Order(List<String> command, String directory, Map<String, String> environment) {

        /** Copies the lists. */
        public Order {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
        }

        /** Returns the program of a link, for a POSIX shell. */
        private String script(Path link) {
            StringBuilder script = new StringBuilder("#!/bin/sh\n");
            Map<String, String> all = new TreeMap<>(environment);
            all.put(Link.VARIABLE, link.toString());
            all.forEach((name, value) -> script.append("export ")
                    .append(name)
                    .append('=')
                    .append(quoted(value))
                    .append('\n'));
            script.append("cd ").append(quoted(directory)).append(" || exit 1\n");
            script.append("exec ")
                    .append(command.stream().map(Order::quoted).collect(Collectors.joining(" ")))
                    .append('\n');
            return script.toString();
        }

        private static String quoted(String word) {
            return "'" + word.replace("'", "'\\''") + "'";
        }
    }

    private Chain(Path directory) {
        this.directory = directory;
    }

    /** Returns the chain in a directory, which is made if it is not there. */
    public static Chain at(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath().normalize();
        Link.makeDirectory(absolute);
        Link.makeDirectory(absolute.resolve("links"));
        Link.makeDirectory(absolute.resolve("tokens"));
        return new Chain(absolute);
    }

    /** Returns the chain that a link belongs to. */
    public static Chain of(Link link) throws IOException {
        return at(link.directory().resolve("../.."));
    }

    /** Returns its name for an engine: unique among directories, and of letters, digits, dots and hyphens. */
    public String id() {
        CRC32 crc = new CRC32();
        crc.update(directory.toString().getBytes(StandardCharsets.UTF_8));
        String name = String.valueOf(directory.getFileName()).replaceAll("[^A-Za-z0-9.-]", "-");
        return String.format(
                Locale.ROOT,
                "%s-%08x",
                name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name,
                crc.getValue());
    }

    /** Returns its directory. */
    public Path directory() {
        return directory;
    }

    /** Sets how its links are started from now on. */
    public void order(Order order) throws IOException {
        Link.write(directory.resolve("order.json"), order);
    }

    /** Returns how its links are started; empty if that was never set. */
    Optional<Order> order() throws IOException {
        return Link.read(directory.resolve("order.json"), Order.class);
    }

    /** Returns its links in order. */
    public List<Link> links() throws IOException {
        return numbered("links").values().stream().map(Link::at).toList();
    }

    /** Returns the newest links, the newest first; of one that was removed nothing is known. */
    List<Link> newest(int most) throws IOException {
        int newest = newestNumber();
        return IntStream.range(0, Math.min(most, newest))
                .mapToObj(it -> link(newest - it))
                .toList();
    }

    /**
     * Returns the number of the newest link; 0 if there is none. They have no gaps between their numbers, and thousands are much to list: the next
     * one is looked for.
     */
    int newestNumber() throws IOException {
        int newest = known;
        if (newest == UNKNOWN || (newest > 0 && !isThere(newest))) {
            newest = (int) largest("links").orElse(0);
        } else {
            while (isThere(newest + 1)) {
                newest++;
            }
        }
        known = newest;
        return newest;
    }

    /** A file server that fails is no answer. */
    private boolean isThere(int number) throws IOException {
        try {
            Files.readAttributes(link(number).directory(), BasicFileAttributes.class);
            return true;
        } catch (NoSuchFileException absent) {
            return false;
        }
    }

    /** Returns the link before another one; empty if that is the first. */
    Optional<Link> before(Link link) {
        return link.number() > 1 ? Optional.of(link(link.number() - 1)) : Optional.empty();
    }

    private Link link(int number) {
        return new Link(number, directory.resolve("links").resolve(String.format(Locale.ROOT, "%06d", number)));
    }

    /** Has nobody claim another link until the chain is started again. */
    public void withdraw() throws IOException {
        Files.writeString(withdrawn(), "");
    }

    /** Takes back {@link #withdraw}. */
    void goOn() throws IOException {
        Files.deleteIfExists(withdrawn());
    }

    /** Tells whether it was withdrawn and not started again since. */
    boolean isWithdrawn() {
        return Files.exists(withdrawn());
    }

    private Path withdrawn() {
        return directory.resolve("withdrawn");
    }

    /** Tells in words that the newest links after another one ended before they began, if these were so many that the next one would do so too. */
    Optional<String> endsBeforeItBegins(int after) throws IOException {
        int dead = 0;
        List<Link> newest = newest(MOST_IN_VAIN);
        for (Link link : newest) {
            boolean isDead = link.number() > after
                    && link.began().isEmpty()
                    && link.ended().isEmpty()
                    && link.asked().filter(it -> !it.id().isEmpty()).isPresent();
            dead += isDead ? 1 : 0;
        }
        return dead < MOST_IN_VAIN
                ? Optional.empty()
                : Optional.of("%s links in a row ended before the job's program had begun. Their output is in %s"
                        .formatted(MOST_IN_VAIN, newest.get(0).log()));
    }

    /**
     * Tells whether a link was let start beside the one before it.
     *
     * @param id the engine's id of it
     */
    boolean isEarly(Link link, String id) throws IOException {
        Optional<Link> before = before(link);
        return before.isPresent()
                && before.get().handOver().filter(it -> it.next().equals(id)).isPresent();
    }

    /** Tells whether so many links before another one ended before they had made the job. */
    boolean newestDied(Link link, int count) throws IOException {
        for (int number = link.number() - 1; number >= link.number() - count; number--) {
            if (number < 1 || !link(number).isMakingJob()) {
                return false;
            }
        }
        return true;
    }

    /** Returns how it has ended by a link after another one; empty if it goes on. */
    Optional<Link.Ended> endAfter(int link) throws IOException {
        for (Link newer : newest(LOOKED_AT)) {
            Optional<Link.Ended> ended = newer.number() > link ? newer.ended() : Optional.empty();
            if (ended.filter(it -> !it.goesOn()).isPresent()) {
                return ended;
            }
        }
        return Optional.empty();
    }

    /** Tells whether the engine has taken the claim of its newest link, and that is one after another one. */
    boolean isClaimedAfter(int link) throws IOException {
        Optional<Link> newest =
                newest(1).stream().filter(it -> it.number() > link).findFirst();
        return newest.isPresent()
                && (newest.get().began().isPresent()
                        || newest.get().asked().filter(it -> !it.id().isEmpty()).isPresent());
    }

    /**
     * Adds a link, and tells others who claims it now; empty if somebody else was faster.
     *
     * @param claimer empty if that is no link of this chain
     */
    Optional<Link> add(int number, Optional<Link.Claimer> claimer) throws IOException {
        Order order = order().orElseThrow(() -> new IOException(directory + " has no order.json"));
        Link added = link(number);
        try {
            Files.createDirectory(added.directory());
        } catch (FileAlreadyExistsException taken) {
            return Optional.empty();
        }
        Path claimed = added.directory().resolve("claimer.json");
        try {
            if (claimer.isPresent()) {
                Link.write(claimed, claimer.get());
            }
            Link.writeText(added.script(), order.script(added.directory()));
        } catch (IOException e) {
            // Others would take it for one that is being claimed.
            Files.deleteIfExists(claimed);
            Files.deleteIfExists(added.directory());
            throw e;
        }
        return Optional.of(added);
    }

    /**
     * Sees what other machines did in the newest links. The client of a file server may remember for a minute that a file was not there, but not
     * beyond a change of its own in that directory.
     */
    void lookAnew() throws IOException {
        Link.lookAnew(directory.resolve("links"));
        // One whose addition has failed may have left a gap.
        known = UNKNOWN;
        for (Link link : newest(2)) {
            if (isThere(link.number())) {
                Link.lookAnew(link.directory());
            }
        }
    }

    /**
     * Takes a token for the grants of one allotment, which nobody else gets.
     *
     * @param newest the newest token that the job's store has seen
     * @return the first token; the next ones follow it
     */
    long takeTokens(FencingToken newest) throws IOException {
        long number = Math.max(largest("tokens").orElse(0), newest.value() / TOKENS_OF_A_LINK);
        while (true) {
            number++;
            try {
                Files.createDirectory(directory.resolve("tokens").resolve(String.format(Locale.ROOT, "%09d", number)));
                return number * TOKENS_OF_A_LINK;
            } catch (FileAlreadyExistsException taken) {
                number = Math.max(number, largest("tokens").orElse(number));
            }
        }
    }

    private OptionalLong largest(String kind) throws IOException {
        return numbered(kind).keySet().stream().mapToLong(Long::longValue).max();
    }

    private Map<Long, Path> numbered(String kind) throws IOException {
        Map<Long, Path> found = new TreeMap<>();
        try (Stream<Path> entries = Files.list(directory.resolve(kind))) {
            entries.forEach(it -> {
                String name = String.valueOf(it.getFileName());
                if (NUMBER.matcher(name).matches()) {
                    found.put(Long.parseLong(name), it);
                }
            });
        }
        return found;
    }

    /**
     * Tells whether the newest links that were started have gained no atom, so many that the next one would not either. Links before an end of the
     * chain do not count: it was started again then. Nor do links that were shortened to a hole: the next one is longer. Those that the engine
     * has refused an allotment count.
     *
     * @param full how long a link is that was not shortened
     */
    boolean isInVain(long nextAtom, Duration full) throws IOException {
        int vain = 0;
        for (Link link : newest(LOOKED_AT)) {
            if (link.ended().filter(it -> !it.goesOn()).isPresent()) {
                return false;
            }
            Optional<Link.Began> began = link.began();
            if (began.isPresent() && began.get().nextAtom() != nextAtom) {
                return false;
            }
            boolean wasFull = began.isPresent() && wasFull(began.get(), full);
            boolean wasRefused = began.isEmpty() && link.ended().isPresent();
            vain += wasFull || wasRefused ? 1 : 0;
            if (vain == MOST_IN_VAIN) {
                return true;
            }
        }
        return false;
    }

    /**
     * Tells whether the newest link that has ended had all the time that a link can have, and gained no atom. What was measured before may be the
     * reason: of one slow atom, or of a program that was mended since.
     *
     * @param full how long a link is that was not shortened
     */
    public boolean isToMeasureAnew(long nextAtom, Duration full) throws IOException {
        for (Link link : newest(LOOKED_AT)) {
            Optional<Link.Began> began = link.began();
            Optional<Link.Ended> ended = link.ended();
            if (began.isPresent() && ended.isPresent()) {
                boolean wasInVain = ended.get().nextAtom() == nextAtom
                        && began.get().nextAtom() == nextAtom
                        && wasFull(began.get(), full);
                return wasInVain && (ended.get().goesOn() || ended.get().how().equals(Link.STUCK));
            }
        }
        return false;
    }

    private static boolean wasFull(Link.Began began, Duration full) {
        return began.leftSeconds() >= NEARLY * full.toMillis() / 1e3;
    }

    /** Tells whether tokens were taken after these: another process runs the chain's job now, or will. */
    boolean hasNewerTokens(long token) throws IOException {
        return largest("tokens").orElse(0) > token / TOKENS_OF_A_LINK;
    }
}
