package org.atomizable.scheduler.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.RowJson;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.market.incarnation.Incarnation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is put in a journal's place, the tokens of a job grow. */
class TokensAcrossRestartsTest {

    private static final List<String> JOBS = List.of("red", "blue", "green");

    private static final long SEED = 41;

    /** By so much a marked copy lets tokens begin above the clock. */
    private static final long MARKED_AHEAD = 1_000_000_000;

    private final Random chance = new Random(SEED);

    @TempDir
    Path directory;

    private final Map<String, Long> given = new HashMap<>();
    private final List<Path> plain = new ArrayList<>();
    private final List<Path> marked = new ArrayList<>();
    private Instant clock = Instant.parse("2030-01-01T00:00:00Z");
    private Path file;
    private int number;
    private long newestLife;
    private boolean telling;

    @BeforeEach
    void name() {
        file = directory.resolve("journal.db");
    }

    private record Kept(Journal journal) implements LeaseKeeping {

        @Override
        public void newest(String lineage, FencingToken token) {
            write(lineage, Optional.of(RowJson.write(token.value())));
        }

        @Override
        public void tokenForgotten(String lineage) {
            write(lineage, Optional.empty());
        }

        private void write(String key, Optional<String> value) {
            try {
                journal.write(List.of(new Change(Table.TOKEN, key, value)));
            } catch (JournalException failed) {
                throw new AssertionError(failed);
            }
        }
    }

    /** Starts on a name of the journal, gives tokens, copies the journal in both ways if so told, and ends. */
    private void live(Path name, int tokens, boolean copying) throws Exception {
        number++;
        try (SqliteJournal journal = SqliteJournal.open(name, TimeSource.system())) {
            Tokens book = book(journal);
            if (telling) {
                given.forEach((job, token) -> book.fenced(job, new FencingToken(token)));
            }
            for (int i = 0; i < tokens; i++) {
                String job = JOBS.get(i % JOBS.size());
                long token = book.next(job).value();
                assertThat(token)
                        .as("seed %s: a token of %s in life %s", SEED, job, number)
                        .isGreaterThan(given.getOrDefault(job, Long.MIN_VALUE));
                given.put(job, token);
            }
            if (tokens % 7 == 6) {
                book.forget(JOBS.get(0));
            }
            clock = clock.plusMillis(tokens);
            requireAlone(name);
            if (copying) {
                copy("running");
                marked.add(directory.resolve("marked-%s.db".formatted(number)));
                journal.backUp(marked.get(marked.size() - 1));
                draw(book, 5);
            }
        }
        if (copying) {
            copy("plain");
        }
    }

    /** Copies a journal as {@code cp} does it, with what SQLite has written ahead. */
    private void copy(String what) throws Exception {
        plain.add(directory.resolve("%s-%s.db".formatted(what, number)));
        copyTo(plain.get(plain.size() - 1), file.toRealPath());
    }

    private static void copyTo(Path to, Path from) throws Exception {
        Files.deleteIfExists(beside(to, "-shm"));
        Files.deleteIfExists(beside(to, "-wal"));
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        if (Files.exists(beside(from, "-wal"))) {
            Files.copy(beside(from, "-wal"), beside(to, "-wal"));
        }
    }

    private static Path beside(Path journal, String suffix) {
        return journal.resolveSibling(journal.getFileName() + suffix);
    }

    /** A second scheduler on the journal that is in use is refused. */
    private void requireAlone(Path name) throws Exception {
        Path real = name.toRealPath();
        Path other = directory.resolve("other-%s.db".formatted(number));
        switch (chance.nextInt(6)) {
            case 0 -> requireRefused(Files.createSymbolicLink(other, name));
            case 1 -> {
                Files.createLink(other, real);
                requireRefused(other);
                requireRefused(name);
                Files.delete(other);
            }
            case 2 -> {
                Path lock = Files.move(beside(real, ".lock"), beside(real, ".lock.aside"));
                requireRefused(name);
                Files.move(lock, beside(real, ".lock"), StandardCopyOption.REPLACE_EXISTING);
            }
            case 3 -> {
                Files.move(real, other);
                requireRefused(other);
                Files.move(other, real);
            }
            case 4 -> requireRefused(name);
            default -> {
                // Nobody tries.
            }
        }
    }

    private static void requireRefused(Path name) {
        assertThatThrownBy(() -> SqliteJournal.open(name, TimeSource.system())).isInstanceOf(JournalException.class);
    }

    private Tokens book(SqliteJournal journal) throws JournalException {
        Incarnation life = Incarnation.begin(journal, clock);
        newestLife = life.number();
        Tokens book = new Tokens(new Kept(journal), Incarnation.firstToken(life.number(), clock));
        book.restore(RowJson.all(journal, Table.TOKEN, Long.class));
        return book;
    }

    private void draw(Tokens book, int tokens) {
        for (int i = 0; i < tokens; i++) {
            given.put("red", book.next("red").value());
        }
    }

    private void putBack(Optional<Path> copy) throws Exception {
        if (copy.isPresent()) {
            copyTo(file.toRealPath(), copy.get());
        }
    }

    @Test
    void aPlainCopyOfLivesAgoGivesNoOldToken() throws Exception {
        live(file, 10, true);
        for (int i = 0; i < 20; i++) {
            live(file, 10, false);
        }
        clock = clock.minus(Duration.ofHours(1));
        for (int i = 0; i < 3; i++) {
            live(file, 10, false);
        }
        putBack(any(plain.subList(0, 1)));

        live(file, 10, false);
    }

    @Test
    void aPlainCopyAfterAMarkedOneGivesNoOldToken() throws Exception {
        live(file, 10, true);
        clock = clock.plus(Duration.ofDays(5));
        live(file, 10, true);
        putBack(any(marked.subList(1, 2)));
        live(file, 10, false);
        putBack(any(plain.subList(0, 1)));

        live(file, 10, false);
    }

    @Test
    void aPlainCopyOnAnotherMachineBeginsAtTheClock() throws Exception {
        live(file, 10, true);
        for (int i = 0; i < 100; i++) {
            live(file, 10, false);
        }
        file = directory.resolve("elsewhere.db");
        copyTo(file, plain.get(0));

        live(file, 10, false);
    }

    /** As when a machine is replaced, and its successor too. */
    @Test
    void twoMachinesThatBeginWithOneCopyGiveDifferentIdsAndTokens() throws Exception {
        live(file, 10, true);
        for (Path copy : List.of(marked.get(0), plain.get(0))) {
            Set<Long> lives = new HashSet<>();
            for (int i = 0; i < 3; i++) {
                file = directory.resolve("elsewhere-%s-%s".formatted(i, copy.getFileName()));
                copyTo(file, copy);
                clock = clock.plusSeconds(5);
                live(file, 10, false);
                lives.add(newestLife);
            }
            assertThat(lives).hasSize(3);
            given.clear();
        }
    }

    /** Nothing gives away that the journal is older: its lock is missing, and the clock is behind. */
    @Test
    void aPlainCopyGivesNoOldTokenToAStoreThatTellsWhatItHasSeen() throws Exception {
        live(file, 10, true);
        clock = clock.plus(Duration.ofDays(30));
        live(file, 10, false);
        clock = clock.minus(Duration.ofDays(60));
        file = directory.resolve("elsewhere.db");
        copyTo(file, plain.get(0));
        telling = true;

        live(file, 10, false);
        live(file, 10, false);
    }

    @Test
    void whatOneStoreTellsMovesTheTokensOfNoOtherJob() throws Exception {
        long seen = clock.plus(Duration.ofDays(9_999)).toEpochMilli();
        try (SqliteJournal journal = SqliteJournal.open(file, TimeSource.system())) {
            Tokens book = book(journal);
            book.fenced("red", new FencingToken(seen));
            assertThat(book.newest("red").value()).isEqualTo(seen);
            assertThat(book.next("red").value()).isEqualTo(seen + 1);
            assertThat(book.next("blue").value()).isLessThan(seen);
            book.fenced("red", new FencingToken(5));
            assertThat(book.next("red").value()).isEqualTo(seen + 2);
        }
        try (SqliteJournal journal = SqliteJournal.open(file, TimeSource.system())) {
            Tokens book = book(journal);
            assertThat(book.next("red").value()).isEqualTo(seen + 3);
            assertThat(book.next("blue").value()).isLessThan(seen);
            book.forget("red");
            assertThat(book.next("green").value()).isLessThan(seen);
            assertThat(RowJson.all(journal, Table.TOKEN, Long.class)).containsOnlyKeys(Tokens.FLOOR, "blue", "green");
        }
    }

    @Test
    void anotherMachineGivesIdsThatNoLifeSinceTheCopyCanHaveGiven() throws Exception {
        live(file, 10, true);
        for (int i = 0; i < 100; i++) {
            live(file, 0, false);
        }
        long last = newestLife;
        file = directory.resolve("elsewhere.db");
        copyTo(file, plain.get(0));

        live(file, 10, false);

        assertThat(newestLife).isGreaterThan(last);
        last = newestLife;
        live(file, 10, false);
        assertThat(newestLife).isEqualTo(last + 1);
    }

    @Test
    @Tag("slow")
    @EnabledOnOs(OS.LINUX)
    void noTokenIsGivenTwiceInFiveHundredRestartsWithLinksAndCopies() throws Exception {
        Instant latest = clock;
        for (int restart = 0; restart < 500; restart++) {
            Path name = file;
            switch (chance.nextInt(9)) {
                case 0 -> name = Files.createSymbolicLink(directory.resolve("link-" + restart), file);
                case 1 -> putBack(any(plain));
                case 2 -> putBack(any(marked));
                case 3 -> name = moveTo("moved-" + restart, any(plain), 0);
                case 4 -> name = moveTo("restored-" + restart, any(marked), MARKED_AHEAD);
                case 5 -> clock = clock.minus(Duration.ofMinutes(chance.nextInt(120)));
                default -> clock = clock.plus(Duration.ofSeconds(chance.nextInt(100_000)));
            }
            clock = chance.nextInt(4) == 0 && latest.isAfter(clock) ? latest : clock;
            live(name, chance.nextInt(8), chance.nextInt(5) == 0);
            latest = clock.isAfter(latest) ? clock : latest;
        }
        assertThat(given).hasSize(JOBS.size());
    }

    private Optional<Path> any(List<Path> copies) {
        return copies.isEmpty() ? Optional.empty() : Optional.of(copies.get(chance.nextInt(copies.size())));
    }

    /** Goes on with a copy that has no lock, if the clock can tell: nothing else can. */
    private Path moveTo(String name, Optional<Path> copy, long ahead) throws Exception {
        long newest = given.values().stream().mapToLong(it -> it).max().orElse(0);
        if (copy.isPresent() && clock.toEpochMilli() + ahead > newest) {
            file = directory.resolve(name);
            copyTo(file, copy.get());
        }
        return file;
    }
}
