package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.api.wire.VariantMessage;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.atomizable.scheduler.server.connection.AccessMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A scheduler with a few slices and jobs, and a real Chromium that shows its dashboard; pictures of it are left in {@code target/browser}.
 *
 * <p>All tests of a class share a browser's window: each begins with a page that is loaded anew, without a token. A new window for each
 * takes several times as long.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class BrowserPage {

    static final long GIB = 1L << 30;
    private static final double PATIENCE_MILLIS = 30_000;
    static final Path PICTURES = Path.of("target", "browser");
    static final List<Path> CHROMIUM = List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"));

    @TempDir
    static Path directory;

    static Playwright playwright;
    static Browser browser;
    static Scheduler scheduler;
    static Client tenant;
    static String viewer;
    static String red;
    static String operator;

    private static final String ASK_NOW = "document.dispatchEvent(new Event('visibilitychange'))";

    final List<String> asked = new ArrayList<>();
    final List<String> complaints = new ArrayList<>();
    /** What the browser counts as an error, and the test brings about. */
    final List<String> expected = new ArrayList<>();

    Page page;
    private boolean spoiled = true;

    @BeforeAll
    static void open() throws Exception {
        Optional<Path> chromium = CHROMIUM.stream().filter(Files::isExecutable).findFirst();
        if (chromium.isEmpty()) {
            String why =
                    "SKIPPED: the dashboard is not tried, as there is no Chromium; on Debian: apt-get install chromium";
            if (System.getenv("CI") != null) {
                throw new IllegalStateException(why);
            }
            System.out.println(why);
            abort(why);
        }
        Path journal = directory.resolve("journal.db");
        try (SqliteJournal opened = SqliteJournal.open(journal, TimeSource.system())) {
            AccessTokens tokens = new AccessTokens(opened, TimeSource.system());
            red = tokens.create("team-red", Role.TENANT);
            viewer = tokens.create("wall", Role.VIEWER);
            operator = tokens.create("ops", Role.OPERATOR);
        }
        TimeSource time = TimeSource.system();
        scheduler = Scheduler.start(
                SchedulerOptions.of(new SimulatedNode(
                                SimulatedGpus.parse("sim:H100-SXM-80GB*2").slices(),
                                Load.DEFAULT.withOpenAtOnce(4),
                                3,
                                time.now().minusSeconds(60)))
                        .keptIn(journal)
                        .accessedBy(AccessMode.BY_TOKEN),
                time);
        tenant = new Client(scheduler.uri(), Optional.of(red));
        bidOnce();
        runOnce(tenant.register("price-asia", "price-asia").id());
        // A busy machine may take its time.
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium.get())
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-quic",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync")));
        Files.createDirectories(PICTURES);
    }

    /** Lets a job bid subjobs that need more and less, and then be silent. */
    static void bidOnce() throws Exception {
        JobRegistration registration = new JobRegistration("names-cnn", "jasda", null, 0, null, 1000L, 0);
        String job = tenant.read(tenant.post("/v1/jobs", registration).body(), JobView.class)
                .id();
        long last = 0;
        for (int status = 0; status != 204; ) {
            EventMessage offered = tenant.next("window", job, last);
            last = offered.id();
            if (offered.window().capacityBytes() > 4 * GIB) {
                status = tenant.post(
                                "/v1/windows/%s/bids".formatted(offered.window().id()),
                                new BidMessage(
                                        job, List.of(variant("less", GIB / 2), variant("more", 4 * GIB)), "fits"))
                        .statusCode();
            }
        }
    }

    static VariantMessage variant(String id, long memory) {
        return new VariantMessage(id, null, 0, 1, 0, 0.05, memory, "declared", 0.01, Map.of(), 0);
    }

    /** Lets a job win a window and report, so that there is something to see; returns the window. */
    static String runOnce(String job) throws Exception {
        long last = 0;
        while (true) {
            for (EventMessage event : tenant.poll(job, last, 30)) {
                last = event.id();
                if (event.window() != null) {
                    tenant.post(
                            "/v1/windows/%s/signals".formatted(event.window().id()),
                            new SignalMessage(job, true, 10, 0.3, 0.4, "it fits"));
                } else if (event.grant() != null) {
                    tenant.post(
                            "/v1/grants/%s/accept".formatted(event.grant().id()),
                            new AcceptMessage(0, 10, 3 * GIB, "max", 20, 0.2, "order statistic"));
                    int status = tenant.post(
                                    "/v1/grants/%s/report"
                                            .formatted(event.grant().id()),
                                    new ReportMessage("yielded", "time", "", 420, 0.1, 0.3, 0.1, 0.5, 2 * GIB))
                            .statusCode();
                    if (status == 204) {
                        return event.grant().window();
                    }
                }
            }
        }
    }

    @AfterAll
    static void close() {
        if (playwright != null) {
            playwright.close();
        }
        if (scheduler != null) {
            scheduler.close();
        }
    }

    /** Returns where the browser finds the dashboard. */
    String address() {
        return scheduler.uri().toString();
    }

    @BeforeEach
    void begin() {
        if (spoiled) {
            openWindow();
        }
        asked.clear();
        complaints.clear();
        expected.clear();
        show(1200, 900, ColorScheme.LIGHT);
        page.navigate(address());
    }

    /** Makes the page as large as that. */
    void show(int width, int height, ColorScheme scheme) {
        page.setViewportSize(width, height);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
    }

    /** Says that the next test needs another window: what was done to this one's pages a new page does not undo. */
    void spoil() {
        spoiled = true;
    }

    private void openWindow() {
        if (page != null) {
            page.context().close();
        }
        spoiled = false;
        page = browser.newContext().newPage();
        page.onRequest(it -> asked.add(it.url()));
        page.onPageError(complaints::add);
        page.onConsoleMessage(it -> {
            // Answers that tell that a token is missing, or that a window is not cleared yet or long ago, the console
            // counts as errors.
            boolean told = it.text().contains("401")
                    || expected.stream().anyMatch(it.text()::contains)
                    || (it.text().contains("404") && it.location().contains("/v1/windows/"));
            if (it.type().equals("error") && !told) {
                complaints.add(it.text());
            }
        });
    }

    @AfterEach
    void nothingElseWasAskedAndNothingFailed() {
        page.unrouteAll();
        if (!spoiled) {
            page.evaluate("() => sessionStorage.clear()");
        }
        // What the page still waits for must not be taken for the next test's.
        page.navigate("about:blank");
        assertThat(asked).allMatch(it -> it.startsWith(address()) || it.startsWith("data:"));
        assertThat(complaints).isEmpty();
    }

    void enter(String token) {
        page.locator("#token").fill(token);
        page.keyboard().press("Enter");
    }

    Locator job(String name) {
        return page.locator("#jobs a.job", new Page.LocatorOptions().setHasText(name));
    }

    void accessible(String what) {
        // The page has no frames: one run in it says all, and no second page has to be opened for the sum of several.
        assertThat(new AxeBuilder(page).setLegacyMode(true).analyze().getViolations())
                .as(what)
                .extracting(it -> it.getId() + ": " + it.getNodes())
                .isEmpty();
    }

    /** Waits until so many answers have come and were shown. They are asked for at once: a second between two would only be waited for. */
    void updated(int answers) {
        page.evaluate(
                "async answers => { const { store } = await import('/store.js'); let last = store.received;"
                        + " while (answers > 0) { " + ASK_NOW + "; await new Promise(it => setTimeout(it, 50));"
                        + " if (store.received !== last) { last = store.received; answers--; } } }",
                answers);
    }

    /** Has the page ask now, as when somebody looks at it again. */
    void askNow() {
        page.evaluate("() => " + ASK_NOW);
    }

    /** Returns what an expression comes to in which the page's modules have their names. */
    Object inPage(String expression) {
        return page.evaluate(
                "async () => { const names = ['alerts', 'api', 'memory', 'range', 'rows', 'store', 'timeline', 'trend'];"
                        + " const [alerts, api, memory, range, rows, store, timeline, trend] ="
                        + " await Promise.all(names.map(it => import('/' + it + '.js'))); " + expression + " }");
    }
}
