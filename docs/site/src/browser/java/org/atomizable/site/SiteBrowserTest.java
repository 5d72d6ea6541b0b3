package org.atomizable.site;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The site in a real Chromium, from the disk, without a server and without a network. Pictures of it are left in {@code target/docs/browser}. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SiteBrowserTest {

    private static final int PHONE = 360;
    private static final int DESKTOP = 1280;
    private static final int HEIGHT = 900;
    private static final Path PICTURES = Path.of("..", "..", "target", "docs", "browser");
    private static final List<Path> CHROMIUM =
            List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"));
    /** Without the longest pages, for which Axe takes half a minute each. */
    private static final List<String> EACH_KIND = List.of(
            "index.html",
            "tutorial.html",
            "architecture.html",
            "faq.html",
            "concepts/window.html",
            "reference/configuration.html",
            "repository/examples/python/languages.py.html");

    private static Playwright playwright;
    private static Browser browser;

    private final List<String> complaints = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private BrowserContext context;
    private Page page;

    @BeforeAll
    static void open() throws Exception {
        Path chromium = CHROMIUM.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "The site cannot be tried, as there is no Chromium; on Debian: apt-get install chromium"));
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium)
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

    @AfterAll
    static void close() {
        if (playwright != null) {
            playwright.close();
        }
    }

    @AfterEach
    void nothingWasAskedOfOthersAndNothingFailed() {
        context.close();
        nothingFailed();
    }

    private void nothingFailed() {
        assertThat(asked).allMatch(it -> it.startsWith("file:") || it.startsWith("data:"));
        assertThat(complaints).isEmpty();
    }

    private void screen(int width, ColorScheme scheme) {
        context = browser.newContext(
                new Browser.NewContextOptions().setViewportSize(width, HEIGHT).setColorScheme(scheme));
        page = context.newPage();
        page.onRequest(it -> asked.add(it.url()));
        page.onPageError(it -> complaints.add(page.url() + ": " + it));
        page.onConsoleMessage(it -> {
            // Debian's JDK 17 leaves out the fonts of the Javadoc; its pages then use others.
            boolean told = it.location().contains("/apidocs/resources/fonts/");
            if (!told && (it.type().equals("error") || it.type().equals("warning"))) {
                complaints.add(page.url() + ": " + it.text());
            }
        });
    }

    private void visit(String name) {
        page.navigate(SitePages.SITE.resolve(name).toUri().toString());
        page.waitForFunction("[...document.querySelectorAll('pre.mermaid')].every(it => it.dataset.processed)");
    }

    private Locator search(String words) {
        page.locator("#search").fill(words);
        Locator results = page.locator("#results a");
        assertThat(results.first()).isVisible();
        return results;
    }

    private boolean scrollsSideways() {
        return (boolean) page.evaluate("document.documentElement.scrollWidth > window.innerWidth");
    }

    private void picture(String name) {
        Page.ScreenshotOptions options = new Page.ScreenshotOptions().setPath(PICTURES.resolve(name + ".png"));
        try {
            page.screenshot(options);
        } catch (PlaywrightException busy) {
            // Chromium may be unable to capture a page while the machine has no time for it.
            page.screenshot(options);
        }
    }

    @Test
    void noPageScrollsSidewaysOnAPhone() {
        screen(PHONE, ColorScheme.LIGHT);
        List<String> wide = new ArrayList<>();
        for (String name : SitePages.written()) {
            visit(name);
            if (scrollsSideways()) {
                wide.add(name);
            }
        }

        assertThat(wide).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "apidocs/index.html",
                "apidocs/org/atomizable/api/Atomizable.html",
                "apidocs/org/atomizable/api/package-summary.html"
            })
    void theJavadocCanBeReadOnAPhone(String name) {
        screen(PHONE, ColorScheme.LIGHT);
        visit(name);

        assertThat(scrollsSideways()).isFalse();
    }

    @Test
    void theNavigationIsReachedOnAPhone() {
        screen(PHONE, ColorScheme.LIGHT);
        visit("concepts/window.html");

        page.locator(".jump").click();
        page.waitForFunction("document.querySelector('#navigation').getBoundingClientRect().top < innerHeight / 2");
        picture("navigation-phone");
        page.locator("#navigation a", new Page.LocatorOptions().setHasText("Tutorial"))
                .click();

        assertThat(page.locator("h1")).containsText("minutes");
    }

    @Test
    void everyKindOfPageIsAccessible() {
        accessible(PHONE, ColorScheme.DARK);
        context.close();
        accessible(DESKTOP, ColorScheme.LIGHT);
    }

    private void accessible(int width, ColorScheme scheme) {
        screen(width, scheme);
        for (String name : EACH_KIND) {
            visit(name);
            picture("%s-%s-%s".formatted(name.replace('/', '-'), width, scheme));
            nothingFailed();
            assertThat(new AxeBuilder(page).analyze().getViolations())
                    .as("%s at a width of %s, %s", name, width, scheme)
                    .extracting(it -> it.getId() + ": " + it.getNodes())
                    .isEmpty();
            // Axe has asked for the style sheet once more, which Chromium refuses a page from a disk.
            complaints.clear();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {PHONE, DESKTOP})
    void aSearchForWindowFindsThePageThatExplainsWindowsFirst(int width) {
        screen(width, ColorScheme.LIGHT);
        visit("decisions/index.html");

        Locator results = search("window");
        picture("search-" + width);

        assertThat(results.first().locator("strong")).hasText("Window");
        assertThat(results.nth(5)).isVisible();
        assertThat(scrollsSideways()).isFalse();
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText("Window");
    }

    @Test
    void aSearchFindsWhatAReaderWouldAskFor() {
        screen(DESKTOP, ColorScheme.LIGHT);
        visit("index.html");
        Map<String, String> pages = Map.of(
                "checkpoint", "concepts/checkpoint.html",
                "safe points", "concepts/safe-point.html",
                "--tls-cert", "reference/commands.html",
                "ATOMIZABLE_TOKEN", "reference/configuration.html",
                "atomizable_jobs", "reference/metrics.html",
                "early stopping", "loops.html",
                "python", "any-command.html");

        pages.forEach((words, expected) -> {
            search(words);
            page.waitForFunction(
                    "([words, expected]) => [...document.querySelectorAll('#results a')].slice(0, 4)"
                            + ".some(it => it.href.includes(expected))",
                    List.of(words, expected));
            page.locator("#search").fill("");
        });
    }

    @Test
    void aSearchWithoutResultSaysSo() {
        screen(DESKTOP, ColorScheme.LIGHT);
        visit("index.html");

        page.locator("#search").fill("qwxzv");

        assertThat(page.locator("#results")).hasText("No page has these words.");
    }

    @Test
    void diagramsAreDrawnAndCodeIsHighlighted() {
        screen(DESKTOP, ColorScheme.LIGHT);
        visit("lease-states.mmd.html");
        assertThat(page.locator("pre.mermaid svg")).isVisible();

        visit("index.html");
        assertThat(page.locator("code.language-java .hljs-keyword").first()).isVisible();
    }
}
