package org.atomizable.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The lines of shell of a page succeed one after the other, and print what the page says that they print. */
@Tag("slow")
class SessionsTest {

    /** Sessions wait for schedulers most of the time. */
    private static final int AT_ONCE = 3;

    private static final ExecutorService THREADS = Executors.newFixedThreadPool(AT_ONCE);
    private static final Map<String, Future<Program.Ended>> SESSIONS = new TreeMap<>();

    @TempDir
    static Path directory;

    static List<Page> pages() throws IOException, InterruptedException {
        List<Page> pages = new ArrayList<>();
        for (Page page : Page.all()) {
            if (!Exempt.run(page).isEmpty()) {
                pages.add(page);
            }
        }
        return pages;
    }

    @BeforeAll
    static void begin() throws Exception {
        for (Page page : pages()) {
            Path own = Files.createDirectory(directory.resolve(page.name().replace('/', '-')));
            List<Statement> statements = Exempt.run(page);
            SESSIONS.put(page.name(), THREADS.submit(() -> new Session(own).run(page, statements)));
        }
    }

    @AfterAll
    static void end() {
        THREADS.shutdownNow();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void theLinesOfThePageWork(Page page) throws Exception {
        Program.Ended ended = SESSIONS.get(page.name()).get();

        assertThat(ended.code()).as("%s said:\n%s", page, ended.said()).isZero();
        for (Block block : Exempt.compared(page)) {
            assertThat(Output.missing(block.text(), ended.said()))
                    .as("%s was not printed. Printed was:\n%s", block, ended.said())
                    .isEmpty();
        }
    }
}
