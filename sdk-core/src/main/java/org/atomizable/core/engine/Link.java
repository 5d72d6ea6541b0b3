package org.atomizable.core.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.atomizable.core.wire.WireJson;
import org.jspecify.annotations.Nullable;

/**
 * One claim of a chain and what became of it, in a directory that all machines see. Each file appears whole, by a rename.
 *
 * @param number from 1 on
 */
public record Link(int number, Path directory) {

    /**
     * The claim of a link.
     *
     * @param id the engine's id; empty if the engine told none
     * @param seconds the length that was claimed
     * @param why how that length was chosen, or why there is no id, for a person to read
     */
    public record Asked(String id, Instant at, long seconds, String why) {}

    /**
     * The link of the same chain that claims this one.
     *
     * @param id the engine's id of that one
     */
    record Claimer(String id) {}

    /**
     * A link that needs long to make its job.
     *
     * @param id the engine's id of the allotment
     * @param leftSeconds how long it may run by what the engine said there; 0 if it had started beside the link before
     */
    record Started(String id, double leftSeconds) {}

    /**
     * The start of a link.
     *
     * @param id the engine's id of the allotment
     * @param slice the id of the slice
     * @param leftSeconds how long it may run by what the engine said there: its process, or, if it had started beside the link before, from its
     *     turn on
     * @param nextAtom the first atom that was not committed then
     */
    public record Began(String id, Instant at, String slice, double leftSeconds, long nextAtom) {}

    /**
     * A link lets the next one start beside it, and get ready until this one has ended.
     *
     * @param next the engine's id of the next one
     */
    record HandOver(String next, Instant at) {}

    /**
     * The end of a link that ended by itself.
     *
     * @param how {@code over} if the chain goes on; else how the job ended: {@code finished}, {@code nowhere}, {@code stuck}, {@code
     *     withdrawn}, or the kind of its failure
     * @param nextAtom the first atom that is not committed
     */
    public record Ended(String how, String message, long nextAtom, Instant at) {

        /** Tells whether the job goes on in the next link. */
        public boolean goesOn() {
            return how.equals(OVER);
        }
    }

    private static final int MOST_TRIES = 3;

    static final String OVER = "over";
    static final String FINISHED = "finished";
    static final String NOWHERE = "nowhere";
    static final String STUCK = "stuck";
    static final String WITHDRAWN = "withdrawn";

    /** The variable that names the directory of the link to the program that the engine has started. */
    static final String VARIABLE = "ATOMIZABLE_LINK";

    /** Returns the link that a program with this environment runs. */
    public static Optional<Link> in(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(VARIABLE)).map(Path::of).map(Link::at);
    }

    static Link at(Path directory) {
        return new Link(Integer.parseInt(String.valueOf(directory.getFileName())), directory);
    }

    /** Returns the program that the engine runs. */
    public Path script() {
        return directory.resolve("run.sh");
    }

    /** Returns the file with the output of that program. */
    public Path log() {
        return directory.resolve("log.txt");
    }

    /** Returns the claim; empty if it was not made, or not yet. */
    public Optional<Asked> asked() throws IOException {
        return read("asked.json", Asked.class);
    }

    /** Returns the link that claims it or has done so; empty if that was no link of the same chain. */
    Optional<Claimer> claimer() throws IOException {
        return read("claimer.json", Claimer.class);
    }

    /** Returns the start of a program that needs long to make the job; empty for others. */
    Optional<Started> started() throws IOException {
        return read("started.json", Started.class);
    }

    /** Tells whether its program was still making the job when it was last seen. */
    boolean isMakingJob() throws IOException {
        return started().isPresent() && began().isEmpty() && ended().isEmpty();
    }

    /** Returns the start; empty if it has not started. If it started more than once, the newest. */
    public Optional<Began> began() throws IOException {
        return read("began.json", Began.class);
    }

    /** Returns the end; empty if it runs, was not started, or was killed. */
    public Optional<Ended> ended() throws IOException {
        return read("ended.json", Ended.class);
    }

    /** Returns whether the next link may start before its end; empty if that was not decided. */
    Optional<HandOver> handOver() throws IOException {
        return read("hand-over.json", HandOver.class);
    }

    /** Records that the next link may start. */
    void record(HandOver handOver) throws IOException {
        write(directory.resolve("hand-over.json"), handOver);
    }

    /** Records the claim. */
    void record(Asked asked) throws IOException {
        write(directory.resolve("asked.json"), asked);
    }

    /** Records that its job is not made yet. */
    void record(Started started) throws IOException {
        write(directory.resolve("started.json"), started);
    }

    /** Records the start. */
    void record(Began began) throws IOException {
        write(directory.resolve("began.json"), began);
    }

    /** Records the end. */
    void record(Ended ended) throws IOException {
        write(directory.resolve("ended.json"), ended);
    }

    private <T> Optional<T> read(String file, Class<T> type) throws IOException {
        return read(directory.resolve(file), type);
    }

    static <T> Optional<T> read(Path file, Class<T> type) throws IOException {
        byte[] bytes;
        try {
            bytes = bytes(file);
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
        try {
            return Optional.of(WireJson.mapper().readValue(bytes, type));
        } catch (JsonProcessingException damaged) {
            throw new IOException("%s is damaged: %s".formatted(file, damaged.getOriginalMessage()), damaged);
        }
    }

    /** If another machine replaces a file of a file server while it is read, its handle is stale; opened again, it is the new one. */
    private static byte[] bytes(Path file) throws IOException {
        for (int tries = 1; ; tries++) {
            try {
                return Files.readAllBytes(file);
            } catch (NoSuchFileException absent) {
                throw absent;
            } catch (IOException stale) {
                if (tries == MOST_TRIES) {
                    throw stale;
                }
            }
        }
    }

    static void lookAnew(Path directory) throws IOException {
        Files.delete(Files.createTempFile(directory, "look-", ".tmp"));
    }

    /** Makes a directory unless it is there, also if this machine is told late that another one has made it. */
    static void makeDirectory(Path directory) throws IOException {
        try {
            Files.createDirectories(directory);
        } catch (FileAlreadyExistsException seenLate) {
            // Anything else with that name is found by the next use.
        }
    }

    static void write(Path file, Object value) throws IOException {
        writeText(file, WireJson.mapper().writeValueAsString(value) + "\n");
    }

    static void writeText(Path file, String text) throws IOException {
        @Nullable Path parent = file.getParent();
        Path draft = Files.createTempFile(parent, "draft-", ".tmp");
        try {
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(draft);
            throw e;
        }
    }
}
