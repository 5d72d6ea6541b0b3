package org.atomizable.scheduler.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.ReservationRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What strangers do to a dashboard: odd addresses, foreign answers, odd clocks and languages, long and foreign names. */
class DashboardStrangerBrowserTest extends BrowserPage {

    private static final String LONG = "n".repeat(100);

    private void live() {
        assertThat(page.locator("#state")).hasText("Live");
    }

    @Test
    void anAddressThatNobodyMadeShowsTheBoardOrSaysWhatIsUnknown() {
        expected.add("404");
        enter(viewer);
        live();
        for (String hash : List.of(
                "#job/%",
                "#job/%E0%A4%A",
                "#slice/%",
                "#window/%",
                "#job/.",
                "#job/..",
                "#job/%2e%2e",
                "#window/..",
                "#job/__proto__",
                "#job/<img src=x onerror=alert(1)>",
                "#slice/constructor",
                "#%",
                "#-panel",
                "#jobs?search=%&sort=%E0",
                "#jobs?span=1e300&end=%2B275760-09-13T00:00:00.000Z",
                "#jobs?span=0.0001&end=-271821-04-20T00:00:00.000Z",
                "#jobs?show=all&size=100&search=%00%1b%E2%80%AE")) {
            assertThatCode(() -> {
                        page.evaluate("hash => { location.hash = hash; }", hash);
                        page.reload();
                        live();
                        page.evaluate("() => { location.hash = '#'; }");
                        live();
                        assertThat(page.locator("#board")).isVisible();
                        assertThat(page.locator("#figures")).containsText("Slices");
                    })
                    .as(hash)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aVeryLongAddressIsTaken() {
        enter(viewer);
        live();
        page.evaluate("() => { location.hash = '#jobs?search=' + 'x'.repeat(20000); location.reload(); }");
        live();
        assertThat(page.locator("#no-jobs")).isVisible();
    }

    private void answeredBy(int status, String type, String body, Map<String, String> headers) {
        page.route(
                "**/v1/**",
                it -> it.fulfill(new Route.FulfillOptions()
                        .setStatus(status)
                        .setContentType(type)
                        .setHeaders(headers)
                        .setBody(body)));
    }

    /** What somebody else answers for a moment. */
    private record Foreign(String what, int status, String type, String body) {}

    /** The page must show all as before afterwards, without its reader, and keep its token. */
    @Test
    void whatSomebodyElseAnswersIsNoAnswerOfTheScheduler() {
        expected.addAll(List.of("401", "403", "404", "429", "500", "502", "503"));
        enter(operator);
        live();
        for (Foreign each : List.of(
                new Foreign("a login page with 200", 200, "text/html", "<html>Please log in</html>"),
                new Foreign("another program's JSON", 200, "application/json", "{\"status\":\"ok\"}"),
                new Foreign("JSON that is nothing", 200, "application/json", "null"),
                new Foreign("half an answer", 200, "application/json", "{\"cursor\":17,\"now\":"),
                new Foreign("a proxy that wants a login", 401, "text/html", "<html>401</html>"),
                new Foreign("a firewall", 403, "text/html", "<html>blocked</html>"),
                new Foreign("a gateway without a scheduler", 502, "text/html", "<html>502 Bad Gateway</html>"))) {
            assertThatCode(() -> {
                        answeredBy(each.status(), each.type(), each.body(), Map.of());
                        askNow();
                        assertThat(page.locator("#state")).not().hasText("Live");
                        assertThat(page.locator("#alerts")).containsText("proxy");
                        assertThat(page.locator("#entrance")).isHidden();
                        page.unroute("**/v1/**");
                        askNow();
                        live();
                        assertThat(page.locator("#alerts")).not().containsText("proxy");
                        assertThat(job("price-asia")).isVisible();
                    })
                    .as(each.what())
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aGatewaysNotFoundDoesNotLeaveAJobsPage() {
        expected.add("404");
        enter(operator);
        job("price-asia").click();
        assertThat(page.locator("#job-facts")).containsText("420");
        answeredBy(404, "text/plain", "404 page not found", Map.of());
        askNow();
        assertThat(page.locator("#state")).hasText("Not connected");
        assertThat(page.locator("#job-page")).isVisible();
        page.unroute("**/v1/**");
        askNow();
        live();
        assertThat(page.locator("#job-title")).hasText("Job price-asia");
    }

    @Test
    void noProxyStopsThePageForLongerThanAMinute() {
        Object pause = inPage("return new api.Pace(1000).failed({ wait: 0, status: 503 })");
        assertThat(((Number) pause).doubleValue()).isLessThan(3000);
        expected.add("503");
        enter(operator);
        live();
        answeredBy(503, "text/html", "busy", Map.of("Retry-After", "86400"));
        askNow();
        assertThat(page.locator("#state")).not().hasText("Live");
        page.unroute("**/v1/**");
        askNow();
        live();
    }

    @Test
    void aCallThatIsNeverAnsweredDoesNotHoldThePage() {
        spoil();
        page.clock().install();
        page.navigate(address());
        enter(operator);
        page.clock().runFor(3000);
        live();
        Queue<Route> held = new ConcurrentLinkedQueue<>();
        page.route("**/v1/**", held::add);
        page.clock().runFor(3000);
        page.waitForCondition(() -> !held.isEmpty());
        page.clock().runFor(31_000);
        assertThat(page.locator("#alerts")).containsText("no answer within 30 s");
        page.unroute("**/v1/**");
        page.clock().runFor(70_000);
        live();
    }

    @Test
    void aTextThatIsNoTokenIsSaidToBeNone() {
        for (String text : List.of("atomizable\u2013token", "\ud83d\ude00", "a b", "Bearer x")) {
            inPage("alerts.alerts([])");
            assertThat(page.locator("#alerts")).not().containsText("not good");
            assertThatCode(() -> {
                        enter(text);
                        assertThat(page.locator("#alerts")).containsText("not good");
                        assertThat(page.locator("#entrance")).isVisible();
                    })
                    .as(text)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aTokenThatIsPastedWithItsHeaderIsTaken() {
        enter("Bearer " + operator + " ");
        live();
    }

    @Test
    void aBrowserThatKeepsNothingStillShowsAll() {
        spoil();
        page.addInitScript(
                "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('denied', 'SecurityError'); } })");
        page.reload();
        enter(operator);
        live();
        assertThat(job("price-asia")).isVisible();
    }

    @ParameterizedTest
    @ValueSource(longs = {-3600, 3600, 86400L * 400})
    void aBrowsersClockMayBeWrong(long seconds) {
        spoil();
        page.clock().install(new com.microsoft.playwright.Clock.InstallOptions()
                .setTime(TimeSource.system().now().plusSeconds(seconds).toEpochMilli()));
        page.navigate(address());
        enter(operator);
        page.clock().runFor(3000);
        live();
        job("price-asia").click();
        page.clock().runFor(3000);
        assertThat(page.locator("#job-facts")).containsText("420");
        assertThat((String) page.locator("#job-facts").textContent())
                .as("no length of time is of hours or days")
                .doesNotContainPattern("[0-9] [hd]\\b");
        assertThat(page.locator("#alerts")).not().containsText("10 minutes");
    }

    private Object in(String locale, String zone, String expression) {
        try (var other =
                browser.newContext(new Browser.NewContextOptions().setLocale(locale).setTimezoneId(zone))) {
            Page there = other.newPage();
            there.navigate(address());
            return there.evaluate(expression);
        }
    }

    @Test
    void timesAreReadableInAnyLanguageAndZone() {
        String midnight = "async () => (await import('/format.js')).clock(Date.UTC(2026, 0, 1, 0, 5, 0))";
        assertThat(in("en-US", "UTC", midnight)).isEqualTo("00:05:00");
        assertThat(in("de-DE", "UTC", midnight)).isEqualTo("00:05:00");
        assertThat((String) in("fa-IR", "UTC", midnight)).hasSize(8);
        String moment = "async () => { const { moment } = await import('/format.js'); const at = Date.UTC(2026, 0, 1, 20, 5, 0);"
                + " return [1, 6, 24].map(hours => moment(at, at + hours * 3600000)); }";
        assertThat(in("en-GB", "UTC", moment))
                .isEqualTo(List.of("20:05:00", "1 Jan 2026, 20:05:00", "1 Jan 2026, 20:05:00"));
        assertThat(in("en-GB", "Asia/Kathmandu", moment))
                .as("another day is one where the reader is")
                .isEqualTo(List.of("01:50:00", "01:50:00", "2 Jan 2026, 01:50:00"));
        String days = "async () => (await import('/axis.js')).ticks(Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 6), 900).map(it => it.label)";
        for (String zone : List.of("UTC", "Asia/Kathmandu", "America/New_York")) {
            List<?> labels = (List<?>) in("en-GB", zone, days);
            assertThat(labels).as(zone).hasSizeBetween(4, 12);
            assertThat(labels.stream().map(Object::toString)).anyMatch(it -> it.contains("Jan"));
            assertThat(labels.stream().map(Object::toString).filter(it -> it.contains(":")))
                    .allMatch(it -> it.endsWith(":00"));
        }
    }

    @Test
    void longAndForeignNamesBreakNothing() throws Exception {
        JobView named = tenant.register(LONG, LONG);
        Client ops = new Client(scheduler.uri(), Optional.of(operator));
        Instant now = TimeSource.system().now();
        for (String label : List.of("<b>bold</b><script>alert(1)</script>", "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627", "w".repeat(200))) {
            ops.post("/v1/reservations", new ReservationRequest("gpu1.0", label, now.plusSeconds(5), now.plusSeconds(6)));
        }
        show(320, 844, ColorScheme.DARK);
        enter(operator);
        live();
        page.locator("#slice-table summary").click();
        for (int width : List.of(320, 390, 1200)) {
            show(width, 844, ColorScheme.DARK);
            page.getByLabel("Filter").fill("nnnn");
            updated(1);
            assertThat(job(LONG)).isVisible();
            assertThat(page.locator("#slice-rows b, #slice-rows script")).hasCount(0);
            narrow("the board, %s wide".formatted(width));
            page.navigate(address() + "#job/" + named.id());
            assertThat(page.locator("#job-title")).hasText("Job " + LONG);
            narrow("a job's page, %s wide".formatted(width));
            page.evaluate("() => { location.hash = '#'; }");
        }
    }

    private void narrow(String what) {
        assertThat(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
                .as("%s is as wide as the screen", what)
                .isIn(0, -15);
    }

    @Test
    void whoGoesToAndFroQuicklySeesWhatWasAskedForLast() throws Exception {
        JobView named = tenant.register("to-and-fro", "to-and-fro");
        enter(operator);
        live();
        page.evaluate(
                "async id => { for (let i = 0; i < 40; i++) { location.hash = i % 3 === 0 ? '#job/' + id : i % 3 === 1 ? '#' : '#window/w';"
                        + " await new Promise(it => setTimeout(it, i % 7)); } location.hash = '#job/' + id; }",
                named.id());
        assertThat(page.locator("#job-title")).hasText("Job to-and-fro");
        live();
        page.reload();
        page.reload();
        assertThat(page.locator("#job-title")).hasText("Job to-and-fro");
    }
}
