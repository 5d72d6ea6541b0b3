package org.atomizable.scheduler.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.ReadingView;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.api.wire.VariantMessage;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard in a real Chromium; pictures of it are left in {@code target/browser}. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DashboardBrowserTest {

    private static final long GIB = 1L << 30;
    private static final Path PICTURES = Path.of("target", "browser");
    private static final List<Path> CHROMIUM = List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"));

    @TempDir
    static Path directory;

    private static Playwright playwright;
    private static Browser browser;
    private static Scheduler scheduler;
    private static Client tenant;
    private static String viewer;
    private static String red;

    private final List<String> asked = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private BrowserContext context;
    private Page page;

    @BeforeAll
    static void open() throws Exception {
        Optional<Path> chromium = CHROMIUM.stream().filter(Files::isExecutable).findFirst();
        if (chromium.isEmpty()) {
            String why = "SKIPPED: the dashboard is not tried, as there is no Chromium; on Debian: apt-get install chromium";
            if (System.getenv("CI") != null) {
                throw new IllegalStateException(why);
            }
            System.out.println(why);
            abort(why);
        }
        Path journal = directory.resolve("journal.db");
        try (SqliteJournal opened = SqliteJournal.open(journal)) {
            AccessTokens tokens = new AccessTokens(opened, TimeSource.system());
            red = tokens.create("team-red", Role.TENANT);
            viewer = tokens.create("wall", Role.VIEWER);
        }
        TimeSource time = TimeSource.system();
        scheduler = Scheduler.start(
                SchedulerOptions.of(new SimulatedNode(
                                SimulatedGpus.parse("sim:H100-SXM-80GB*2").slices(),
                                Load.DEFAULT.withOpenAtOnce(4),
                                3,
                                time.now().minusSeconds(60)))
                        .keptIn(journal)
                        .entered(Entrance.BY_TOKEN),
                time);
        tenant = new Client(scheduler.uri(), Optional.of(red));
        bidOnce();
        runOnce(tenant.register("price-asia", "price-asia").id());
        playwright = Playwright.create(new Playwright.CreateOptions()
                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
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
    private static void bidOnce() throws Exception {
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
                                new BidMessage(job, List.of(variant("less", GIB / 2), variant("more", 4 * GIB)), "fits"))
                        .statusCode();
            }
        }
    }

    private static VariantMessage variant(String id, long memory) {
        return new VariantMessage(id, null, 0, 1, 0, 0.05, memory, "declared", 0.01, Map.of(), 0);
    }

    /** Lets a job win a window and report, so that there is something to see; returns the window. */
    private static String runOnce(String job) throws Exception {
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
                            new AcceptMessage(0, 10, 3 * GIB, "max", 20, 0.2));
                    int status = tenant.post(
                                    "/v1/grants/%s/report".formatted(event.grant().id()),
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

    @BeforeEach
    void newPage() {
        show(1200, 900, ColorScheme.LIGHT);
    }

    private void show(int width, int height, ColorScheme scheme) {
        if (context != null) {
            context.close();
        }
        context = browser.newContext(new Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setColorScheme(scheme));
        page = context.newPage();
        page.onRequest(it -> asked.add(it.url()));
        page.onPageError(complaints::add);
        page.onConsoleMessage(it -> {
            // Answers that tell that a token is missing, or that a window is not cleared yet or long ago, the console counts as errors.
            boolean told = it.text().contains("401")
                    || (it.text().contains("404") && it.location().contains("/v1/windows/"));
            if (it.type().equals("error") && !told) {
                complaints.add(it.text());
            }
        });
        page.navigate(scheduler.uri().toString());
    }

    @AfterEach
    void nothingElseWasAskedAndNothingFailed() {
        context.close();
        assertThat(asked).allMatch(it -> it.startsWith(scheduler.uri().toString()) || it.startsWith("data:"));
        assertThat(complaints).isEmpty();
    }

    private void enter(String token) {
        page.locator("#token").fill(token);
        page.keyboard().press("Enter");
    }

    private Locator job(String name) {
        return page.locator("#jobs button", new Page.LocatorOptions().setHasText(name));
    }

    @Test
    void itAsksForATokenAndShowsWhatThereIs() {
        assertThat(page.locator("#entrance")).isVisible();
        assertThat(page.locator("#board")).isHidden();

        enter("atomizable_000000000000_" + "A".repeat(43));
        assertThat(page.locator("#alerts")).containsText("not good");
        enter(viewer);

        assertThat(page.locator("#state")).hasText("Live");
        assertThat(page.locator(".slice")).hasCount(6);
        assertThat(job("price-asia")).isVisible();
        assertThat(page.locator("#entrance")).isHidden();
    }

    @Test
    void whatHappensArrivesByItself() throws Exception {
        enter(viewer);
        assertThat(page.locator("#state")).containsText("Live");
        assertThat(job("arrives-late")).hasCount(0);

        tenant.register("arrives-late", "arrives-late");

        assertThat(job("arrives-late")).isVisible();
    }

    @Test
    void jobsAreFilteredAndLookedAt() {
        enter(viewer);
        page.getByLabel("Filter").fill("no such job");
        assertThat(page.locator("#no-jobs")).hasText("No job matches.");
        page.getByLabel("Filter").fill("TEAM-RED");
        job("price-asia").click();

        assertThat(page.locator("#drill-title")).hasText("Job price-asia");
        assertThat(page.locator("#drill-body")).containsText("420");
        page.keyboard().press("Escape");
        assertThat(page.locator("#drill")).isHidden();
    }

    @Test
    void memoryIsShownAgainstTheSlices() {
        enter(viewer);
        assertThat(memory("price-asia"))
                .hasAttribute(
                        "aria-label",
                        "memory of price-asia: used 2.0 GiB, may need 3.0 GiB; fits 1g.10gb and larger");
        assertThat(memory("price-asia").locator(".capacity")).hasCount(3);
        assertThat(memory("names-cnn"))
                .hasAttribute(
                        "aria-label", "memory of names-cnn: may need 512.0 MiB to 4.0 GiB; fits 1g.10gb and larger");
        double used = right(memory("price-asia").locator(".used"));
        double claimed = right(memory("price-asia").locator(".claim"));
        double more = right(memory("names-cnn").locator(".claim"));
        double smallest = right(memory("names-cnn").locator(".capacity").last());
        assertThat(List.of(used, claimed, more, smallest)).isSorted().doesNotHaveDuplicates();

        job("names-cnn").click();
        assertThat(page.locator("#drill-body")).containsText("may need 512.0 MiB to 4.0 GiB");
        assertThat(page.locator("#drill-body svg")).containsText("3g.40gb");
    }

    @Test
    void aTenantAsksWhyItsWindowWentAsItDid() throws Exception {
        enter(red);
        assertThat(page.locator("#state")).containsText("Live");
        String won = runOnce(tenant.register("asks-why", "asks-why").id());

        page.evaluate("id => explain(id)", won);

        assertThat(page.locator("#drill-title")).hasText("Window " + won);
        assertThat(page.locator("#drill-body")).containsText("asks-why");
        assertThat(page.locator("#drill-body")).containsText("it fits");
    }

    @Test
    void useOverTimeIsToldAsItWasRead() throws Exception {
        enter(viewer);
        assertThat(page.locator("#trend-summary")).containsText("Now ");
        double before = newest();
        page.waitForFunction("before => trend[trend.length - 1].at > before", before);

        // Both at one instant, as a younger reading may come at any.
        String[] shown = page.evaluate("trend[trend.length - 1].at + '|' + at('trend-summary').textContent")
                .toString()
                .split("\\|", 2);

        Instant read = Instant.ofEpochMilli(Long.parseLong(shown[0]));
        ReadingView reading = Stream.of(tenant.read(tenant.get("/v1/trend").body(), ReadingView[].class))
                .filter(it -> it.at().truncatedTo(ChronoUnit.MILLIS).equals(read))
                .findFirst()
                .orElseThrow();
        assertThat(shown[1])
                .startsWith("Now %s leased, %s reserved, %s free ("
                        .formatted(percent(reading.leased()), percent(reading.reserved()), percent(reading.free())))
                .contains(percent(reading.fragmented()) + " fragmented)");
        assertThat(page.locator("#trend svg .layer")).hasCount(4);
    }

    private double newest() {
        return ((Number) page.evaluate("trend[trend.length - 1].at")).doubleValue();
    }

    private static String percent(double share) {
        return Math.round(100 * share) + " %";
    }

    @Test
    void useOverTimeKnowsNothingOneReadingAnHourAndGaps() {
        enter(viewer);
        assertThat(page.locator("#trend-summary")).containsText("Now ");
        assertThat(told("[]")).isEqualTo("Nothing was read yet.");
        assertThat(told("[r(0, 0.62, 0.10, 0.05)]"))
                .isEqualTo("Now 62 % leased, 10 % reserved, 28 % free (23 % of use, 5 % fragmented).");
        String hour = told("Array.from({ length: 720 }, (_, i) => r(3595 - 5 * i, i / 1000, 0.1, 0.05))");
        assertThat(hour)
                .startsWith("Now 72 % leased")
                .contains("; an hour ago 0 % leased, 10 % reserved, 90 % free (85 % of use, 5 % fragmented).");
        assertThat(page.locator("#trend-rows tr")).hasCount(13);
        assertThat(told("[r(600, 0.5, 0, 0), r(300, 0.5, 0, 0), r(0, 0.5, 0, 0)]"))
                .contains("10 minutes ago 50 % leased")
                .contains("nothing was read from ");
        assertThat(page.locator("#trend-rows tr").nth(2)).containsText("not read");
    }

    @Test
    void useOverTimeIsSpokenOfWhenItHasChangedMuch() {
        assertThat(page.locator("#entrance")).isVisible();
        Object spoken = page.evaluate("() => { const said = []; const hear = (minute, leased) => {"
                + " at('trend-news').textContent = '';"
                + " tell([{ at: minute * 60000, leased, reserved: 0, free: 1 - leased, fragmented: 0 }], minute * 60000);"
                + " said.push(at('trend-news').textContent); };"
                + " hear(0, 0.1); hear(2, 0.2); hear(4, 0.6); hear(4.5, 0.1); hear(5, 0.7); return said.join('|'); }");
        assertThat(spoken)
                .isEqualTo("||Memory in the last minute: 60 % leased, 0 % reserved, 40 % free (40 % of use, 0 % fragmented).||");
    }

    /** Draws readings, each so many seconds ago, and returns what is told of them. */
    private String told(String readings) {
        return (String) page.evaluate("() => { const now = Date.now();"
                + " const r = (ago, leased, reserved, fragmented) => ({ at: now - 1000 * ago, leased, reserved,"
                + " free: 1 - leased - reserved, fragmented });"
                + " drawTrend(" + readings + ", now); return at('trend-summary').textContent; }");
    }

    @Test
    void readingsAreATableByKeyboard() {
        enter(viewer);
        assertThat(page.locator("#trend-summary")).containsText("Now ");
        assertThat(page.locator("#trend-rows")).isHidden();
        page.locator("#past").focus();
        for (int i = 0; i < 400 && !focused().equals("As a table"); i++) {
            page.keyboard().press("Tab");
        }
        page.keyboard().press("Enter");
        assertThat(page.locator("#trend-rows tr").first()).containsText("newest reading");
        page.keyboard().press("Tab");
        assertThat(page.getByLabel("Table of use over time", new Page.GetByLabelOptions().setExact(true)))
                .isFocused();
    }

    @Test
    void alertsSayWhatIsWrongForHowLong() {
        assertThat(page.locator("#entrance")).isVisible();
        assertThat(alerts("waiting", 11, "leased: 0.4, reserved: 0, free: 0.6, fragmented: 0.3", "", "gone"))
                .anyMatch(it -> it.startsWith("More than 25 % of the memory has been free and of no use"))
                .anyMatch(it -> it.startsWith("Job a has waited for more than 10 minutes"))
                .hasSize(2);
        assertThat(alerts("waiting", 3, "leased: 0, reserved: 0.2, free: 0.8, fragmented: 0.2", "GPU lost", "s1"))
                .anyMatch(it -> it.startsWith("Nothing was leased for two minutes though jobs wait"))
                .anyMatch(it -> it.startsWith("Slice s1 is gone, as its GPU does not answer"))
                .anyMatch(it -> it.startsWith("Slice gone is no longer there"))
                .hasSize(3);
        assertThat(alerts("running", 30, "leased: 0, reserved: 0, free: 1, fragmented: 1", "fan replaced", "s1"))
                .singleElement()
                .asString()
                .startsWith("Slice gone");
    }

    /** Returns the alerts of a scheduler with one job, registered so long ago, the same readings all the time, and a slice. */
    private List<String> alerts(String state, int minutes, String reading, String reserved, String slice) {
        Object told = page.evaluate(("() => { const now = Date.now(); const then = new Date(now - %1$d * 60000).toISOString();"
                        + " const list = Array.from({ length: 100 }, (_, i) => ({ at: now - 5000 * (99 - i), %2$s }));"
                        + " const entries = [{ slice: '%3$s', kind: 'reservation', label: '%4$s', from: then, to: new Date(now + 9000) }];"
                        + " return troubles({ ready: true, list, cluster: { slices: [{ id: '%3$s' }], possible: [] },"
                        + " jobs: [{ id: 'a%1$d', name: 'a', state: '%5$s', newestToken: 0, registered: then }],"
                        + " line: { now: new Date(now).toISOString(), entries } }).map(it => it.text).join('\\n'); }")
                .formatted(minutes, reading, slice, reserved, state));
        return told.toString().lines().toList();
    }

    @Test
    void slicesComeAndGoWhereGpusAreCutAnew() {
        assertThat(page.locator("#entrance")).isVisible();
        Object shown = page.evaluate("() => { const told = { now: new Date().toISOString(), entries: [] };"
                + " const at = (...ids) => { const slices = ids.map(id => ({ id, kind: id, memoryBytes: id === 'all' ? 2 : 1 }));"
                + " const cluster = { slices, possible: [{ id: 'gpu', kind: 'all', memoryBytes: 2 }] };"
                + " timeline(cluster, told); capacities = kinds(cluster);"
                + " const wrong = troubles({ ready: true, jobs: [], cluster, line: told, list: [] });"
                + " return [...document.querySelectorAll('.slice .name')].map(it => it.textContent).join() + ' ' + wrong.length; };"
                + " return [at('a', 'b'), at('a', 'c'), at('all'), fits(2)].join('; '); }");
        assertThat(shown).isEqualTo("a a,b b 0; a a,c c 0; all all 0; fits all");
        assertThat(page.evaluate("() => { capacities = kinds({ slices: [], possible: [{ id: 'g', kind: 'all', memoryBytes: 2 }] });"
                        + " return fits(2); }"))
                .isEqualTo("fits all once it is cut");
    }

    @Test
    void anAlertIsSpokenOnce() {
        assertThat(page.locator("#entrance")).isVisible();
        Object spoken = page.evaluate("() => { const a = [{ key: 'a', text: 'A.' }]; const said = [];"
                + " const show = list => { at('news').textContent = ''; alerts(list); said.push(at('news').textContent); };"
                + " show(a); show(a); show([]); show(a); show([...a, { key: 'b', text: 'B.' }]); return said.join('|'); }");
        assertThat(spoken).isEqualTo("A.||||B.");
        assertThat(page.locator("#alerts li")).hasCount(2);
    }

    private Locator memory(String job) {
        return page.locator("#jobs tr", new Page.LocatorOptions().setHasText(job)).locator("svg.memory");
    }

    private static double right(Locator drawn) {
        BoundingBox box = drawn.boundingBox();
        return box.x + box.width;
    }

    @Test
    void aKeyboardIsEnough() {
        enter(viewer);
        assertThat(job("price-asia")).isVisible();
        page.locator("body").press("Tab");
        for (int i = 0; i < 400 && !focused().startsWith("window"); i++) {
            page.keyboard().press("Tab");
        }
        page.keyboard().press("Enter");
        assertThat(page.locator("#drill-title")).containsText("Window window-");
        assertThat(page.locator("#drill-title")).isFocused();

        page.getByLabel("Filter").focus();
        for (int i = 0; i < 20 && !focused().equals("price-asia"); i++) {
            page.keyboard().press("Tab");
        }
        page.keyboard().press("Enter");
        assertThat(page.locator("#drill-title")).hasText("Job price-asia");
    }

    private String focused() {
        return (String) page.evaluate("(document.activeElement.getAttribute('aria-label') ||"
                + " document.activeElement.textContent || '').trim()");
    }

    @Test
    void aTenantSeesItsOwnOnly() throws Exception {
        String other;
        try (SqliteJournal visited = SqliteJournal.visit(directory.resolve("journal.db"))) {
            other = new AccessTokens(visited, TimeSource.system()).create("team-blue", Role.TENANT);
        }
        enter(other);
        assertThat(page.locator("#state")).containsText("Live");
        assertThat(page.locator("#no-jobs")).hasText("No job is known.");
        assertThat(page.content()).doesNotContain("price-asia");
    }

    @Test
    void itIsAccessibleInLightAndDarkAndOnAPhone() {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            for (boolean phone : new boolean[] {false, true}) {
                show(phone ? 390 : 1200, phone ? 844 : 900, scheme);
                accessible("entrance, " + scheme);
                enter(viewer);
                assertThat(job("price-asia")).isVisible();
                job("price-asia").click();
                page.locator("summary").click();
                accessible("board, %s, phone %s".formatted(scheme, phone));
                page.screenshot(new Page.ScreenshotOptions()
                        .setFullPage(true)
                        .setPath(PICTURES.resolve(
                                "%s%s.png".formatted(scheme.name().toLowerCase(Locale.ROOT), phone ? "-phone" : ""))));
                int wide = (int) page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
                assertThat(wide).as("nothing sticks out to the side").isZero();
            }
        }
    }

    private void accessible(String what) {
        assertThat(new AxeBuilder(page).analyze().getViolations())
                .as(what)
                .extracting(it -> it.getId() + ": " + it.getNodes())
                .isEmpty();
    }
}
