package org.atomizable.scheduler.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.JobView;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.junit.jupiter.api.Test;

/** The dashboard in a real Chromium, by mouse, by keyboard and on a phone. */
class DashboardBrowserTest extends BrowserPage {

    @Test
    void itAsksForATokenAndShowsWhatThereIs() {
        assertThat(page.locator("#entrance")).isVisible();
        assertThat(page.locator("#inside")).isHidden();

        enter("atomizable_000000000000_" + "A".repeat(43));
        assertThat(page.locator("#alerts")).containsText("not good");
        enter(viewer);

        assertThat(page.locator("#state")).hasText("Live");
        assertThat(job("price-asia")).isVisible();
        assertThat(page.locator("#entrance")).isHidden();
        page.waitForFunction("async () => (await import('/timeline.js')).view.rows.filter(it => it.type === 'slice').length === 6");
        page.locator("#slice-table summary").click();
        assertThat(page.locator("#slice-rows tr")).hasCount(6);
    }

    @Test
    void whatHappensArrivesByItself() throws Exception {
        enter(viewer);
        assertThat(page.locator("#state")).containsText("Live");
        assertThat(job("arrives-late")).hasCount(0);

        tenant.register("arrives-late", "arrives-late");
        page.getByLabel("Filter").fill("arrives-late");

        assertThat(job("arrives-late")).isVisible();
    }

    @Test
    void jobsAreFilteredAndLookedAt() {
        enter(viewer);
        page.getByLabel("Filter").fill("no such job");
        assertThat(page.locator("#no-jobs")).hasText("No job matches.");
        page.getByLabel("Filter").fill("TEAM-RED");
        job("price-asia").click();

        assertThat(page.locator("#job-title")).hasText("Job price-asia");
        assertThat(page.locator("#job-facts")).containsText("420");
        // It may have wanted a second window, and won that too.
        assertThat(page.locator("#job-subjobs")).containsText("stopped at a checkpoint");
        assertThat(page.locator("#job-subjobs")).containsText("atom 420, token ");
        assertThat(page.locator("#job-bounds"))
                .hasText("Memory bound: estimated from what was seen so far (max); not promised."
                        + " Time bound: proved by order statistics of earlier runs.");
        page.keyboard().press("Escape");
        assertThat(page.locator("#job-page")).isHidden();
        assertThat(page.locator("#board")).isVisible();
    }

    @Test
    void jobsAreSortedAndPagedByTheScheduler() throws Exception {
        for (int i = 0; i < 30; i++) {
            tenant.register(String.format(Locale.ROOT, "paged-%02d", i), "paged-" + i);
        }
        enter(viewer);
        page.getByLabel("Filter").fill("paged-");
        assertThat(page.locator("#pages")).hasText("1\u201315 of 30");
        page.getByLabel("Next page").click();
        assertThat(page.locator("#pages")).hasText("16\u201330 of 30");
        page.locator("#job-table").getByText("Job", new Locator.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator("#jobs tr").first()).containsText("paged-00");
        page.getByLabel("ascending, change to descending").click();
        assertThat(page.locator("#jobs tr").first()).containsText("paged-29");
        assertThat(page.locator("th[data-sort=name]")).hasAttribute("aria-sort", "descending");
    }

    @Test
    void jobsThatAreOverStandApart() throws Exception {
        JobView over = tenant.register("is-over", "is-over");
        tenant.delete("/v1/jobs/" + over.id());
        enter(viewer);
        page.getByLabel("Filter").fill("is-over");
        assertThat(page.locator("#no-jobs")).hasText("No job matches.");
        page.locator("#shows button[data-show=withdrawn]").click();
        assertThat(job("is-over")).isVisible();
    }

    @Test
    void aClickHitsTheJobUnderTheMouseThoughOthersArrive() throws Exception {
        JobView wanted = tenant.register("click-me", "click-me");
        enter(viewer);
        page.locator("#sort").selectOption("registered");
        page.getByLabel("ascending, change to descending").click();
        assertThat(page.locator("#jobs tr").first()).containsText("click-me");
        BoundingBox box = job("click-me").boundingBox();
        page.mouse().move(box.x + box.width / 2, box.y + box.height / 2);
        tenant.register("pushes-down", "pushes-down");
        assertThat(page.locator("#held")).isVisible();
        page.mouse().down();
        updated(2);
        page.mouse().up();
        assertThat(page.locator("#job-title")).hasText("Job click-me");
        assertThat(page.url()).endsWith("#job/" + wanted.id());
    }

    @Test
    void selectionsSurviveUpdates() {
        enter(viewer);
        assertThat(job("names-cnn")).isVisible();
        page.mouse().move(2, 2);
        page.evaluate("() => { const row = [...document.querySelectorAll('#jobs tr')].find(it => it.textContent.includes('names-cnn'));"
                + " getSelection().selectAllChildren(row.querySelector('.tenant')); }");
        page.locator("#lanes").focus();
        page.waitForFunction("async () => { const { view } = await import('/timeline.js'); if (view.selected) return true;"
                + " const lanes = document.getElementById('lanes');"
                + " for (const key of ['ArrowDown', 'ArrowRight']) lanes.dispatchEvent(new KeyboardEvent('keydown', { key })); return false; }");
        Object picked = inPage("return timeline.view.selected.key");
        updated(4);
        assertThat(page.evaluate("getSelection().toString()")).isEqualTo("team-red");
        assertThat(inPage("return timeline.view.selected.key")).isEqualTo(picked);
        assertThat(page.locator("#picked-text")).not().isEmpty();
    }

    @Test
    void theTimelineIsZoomedPannedAndPicked() {
        enter(viewer);
        assertThat(page.locator("#state")).hasText("Live");
        page.waitForFunction("async () => (await import('/timeline.js')).view.height > 0");
        page.getByLabel("Zoom in").click();
        assertThat(span()).isEqualTo(60000);
        BoundingBox box = page.locator("#canvas").boundingBox();
        page.mouse().move(box.x + box.width * 0.6, box.y + 60);
        page.mouse().down();
        page.mouse().move(box.x + box.width * 0.9, box.y + 60);
        page.mouse().up();
        assertThat(page.locator("#live")).hasAttribute("aria-pressed", "false");
        assertThat(page.locator("#shown")).containsText("\u2013");
        page.mouse().move(box.x + box.width * 0.5, box.y + 8);
        page.mouse().down();
        page.mouse().move(box.x + box.width * 0.6, box.y + 8);
        page.mouse().up();
        assertThat(span()).isBetween(3000, 12000);
        page.locator("#live").click();
        assertThat(page.locator("#live")).hasAttribute("aria-pressed", "true");
        page.locator("#span").selectOption("3600000");
        assertThat(span()).isEqualTo(3600000);
    }

    private int span() {
        return ((Number) inPage("return timeline.view.range.span")).intValue();
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
        double used = right("price-asia", ".used");
        double claimed = right("price-asia", ".claim");
        double more = right("names-cnn", ".claim");
        double smallest = right("names-cnn", ".capacity:not(:has(~ .capacity))");
        assertThat(List.of(used, claimed, more, smallest)).isSorted().doesNotHaveDuplicates();

        job("names-cnn").click();
        assertThat(page.locator("#job-need")).containsText("ay need 512.0 MiB to 4.0 GiB");
        assertThat(page.locator("#job-band")).containsText("3g.40gb");
    }

    private Locator memory(String job) {
        return page.locator("#jobs tr", new Page.LocatorOptions().setHasText(job)).locator("svg.memory");
    }

    private double right(String job, String drawn) {
        return ends("svg.memory[aria-label^='memory of %s'] %s".formatted(job, drawn)).get(1);
    }

    @Test
    void aTenantAsksWhyItsWindowWentAsItDid() throws Exception {
        enter(red);
        assertThat(page.locator("#state")).containsText("Live");
        String won = runOnce(tenant.register("asks-why", "asks-why").id());

        page.evaluate("id => { location.hash = '#window/' + id; }", won);

        assertThat(page.locator("#window-title")).hasText("Window " + won);
        assertThat(page.locator("#window-facts")).containsText("asks-why");
        assertThat(page.locator("#window-body")).containsText("it fits");
    }

    @Test
    void aJobIsWithdrawnByItsTenantOnceItHasConfirmed() throws Exception {
        JobView job = tenant.register("to-withdraw", "to-withdraw");
        enter(red);
        assertThat(page.locator("#state")).containsText("Live");
        open(job);
        assertThat(page.locator("#job-state")).hasText("waiting");
        assertThat(page.locator("#job-waits-text")).not().isEmpty();

        page.locator("#withdraw").click();
        page.getByText("Keep it").click();
        assertThat(page.locator("#job-state")).hasText("waiting");
        page.locator("#withdraw").click();
        page.getByText("Withdraw it").click();

        assertThat(page.locator("#job-state")).hasText("withdrawn");
        assertThat(page.locator("#withdraw")).isHidden();
    }

    @Test
    void theButtonOfAJobIsNotOnThePageOfTheNextOne() throws Exception {
        JobView first = tenant.register("first-shown", "first-shown");
        JobView next = tenant.register("shown-next", "shown-next");
        enter(red);
        assertThat(page.locator("#state")).containsText("Live");
        open(first);
        assertThat(page.locator("#withdraw")).isVisible();
        page.evaluate("location.hash = '#window/none'");
        assertThat(page.locator("#window-body")).not().isEmpty();

        // At the moment at which the page of the next job is shown, nothing is known of it.
        Object shown = page.evaluate("id => new Promise(it => {"
                + " const at = name => document.getElementById(name);"
                + " addEventListener('hashchange', () => it([at('job-title').textContent, at('withdraw').hidden]), { once: true });"
                + " location.hash = '#job/' + id; })", next.id());

        assertThat(shown).isEqualTo(List.of("Job", true));
        assertThat(page.locator("#job-title")).hasText("Job shown-next");
        assertThat(page.locator("#withdraw")).isVisible();
    }

    @Test
    void aQuestionThatIsLeftWithdrawsNothing() throws Exception {
        List<String> withdrawn = new ArrayList<>();
        page.onRequest(it -> {
            if (it.method().equals("DELETE")) {
                withdrawn.add(it.url());
            }
        });
        JobView meant = tenant.register("meant", "meant");
        JobView kept = tenant.register("kept", "kept");
        enter(red);
        assertThat(page.locator("#state")).containsText("Live");
        open(meant);
        page.locator("#withdraw").click();
        page.getByText("Withdraw it").click();
        assertThat(page.locator("#job-state")).hasText("withdrawn");

        open(kept);
        page.locator("#withdraw").click();
        page.keyboard().press("Escape");
        assertThat(page.locator("#confirm")).isHidden();
        page.locator("#withdraw").click();
        page.evaluate("history.back()");
        assertThat(page.locator("#confirm")).isHidden();
        assertThat(page.locator("#job-title")).hasText("Job meant");
        open(kept);
        updated(2);

        assertThat(page.locator("#job-state")).hasText("waiting");
        assertThat(withdrawn).hasSize(1).allMatch(it -> it.endsWith(meant.id()));
    }

    private void open(JobView job) {
        page.evaluate("id => { location.hash = '#job/' + id; }", job.id());
    }

    @Test
    void aViewerIsOfferedNoWithdrawal() throws Exception {
        JobView job = tenant.register("to-look-at", "to-look-at");
        enter(viewer);
        assertThat(page.locator("#state")).containsText("Live");
        page.evaluate("id => { location.hash = '#job/' + id; }", job.id());
        assertThat(page.locator("#job-title")).hasText("Job to-look-at");
        assertThat(page.locator("#job-facts")).containsText("team-red");
        assertThat(page.locator("#withdraw")).isHidden();
    }

    /** The board writes its own address when something on it changes, also by a timer. */
    @Test
    void aJobThatIsOpenedWhileTheBoardChangesIsShown() throws Exception {
        JobView job = tenant.register("opened-meanwhile", "opened-meanwhile");
        enter(viewer);
        assertThat(page.locator("#state")).containsText("Live");
        page.evaluate(
                "id => { location.hash = '#job/' + id; document.querySelector('#shows button[data-show=finished]').click(); }",
                job.id());
        assertThat(page.locator("#job-title")).hasText("Job opened-meanwhile");
        page.locator("#job-page a.back").click();
        assertThat(page).hasURL(Pattern.compile(".*#jobs\\?show=finished"));
    }

    @Test
    void withoutATokenThePageAsksOnceAndWaits() {
        assertThat(page.locator("#entrance")).isVisible();
        page.evaluate("new Promise(it => setTimeout(it, 2500))");
        assertThat(asked).filteredOn(it -> it.contains("/v1/")).hasSize(1);
    }

    @Test
    void aPageThatNobodySeesAsksForNothing() {
        enter(viewer);
        assertThat(page.locator("#state")).hasText("Live");
        page.evaluate("() => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });"
                + " return new Promise(it => setTimeout(it, 1500)); }");
        int before = asked.size();
        page.evaluate("new Promise(it => setTimeout(it, 2500))");
        assertThat(asked).hasSize(before);
        page.evaluate("() => { delete document.hidden; document.dispatchEvent(new Event('visibilitychange')); }");
        updated(1);
    }

    @Test
    void aPageThatIsAskedToWaitWaitsAndSaysSo() {
        expected.add("429");
        enter(viewer);
        assertThat(page.locator("#state")).hasText("Live");
        page.route("**/v1/dashboard?*", route -> route.fulfill(new Route.FulfillOptions()
                .setStatus(429)
                .setHeaders(Map.of("Retry-After", "30", "Content-Type", "application/problem+json"))
                .setBody("{\"detail\":\"Send fewer.\"}")));
        assertThat(page.locator("#state")).hasText("Asked to wait");
        int before = asked.size();
        // What the page does by itself, as when its timeline comes into sight, does not shorten the pause.
        page.evaluate("() => { document.dispatchEvent(new Event('range'));"
                + " return new Promise(it => setTimeout(it, 3500)); }");
        assertThat(asked).as("30 s are not over").hasSize(before);
        assertThat(page.locator("#alerts")).containsText("Send fewer.");
        page.unroute("**/v1/dashboard?*");
    }

    @Test
    void aKeyboardIsEnough() {
        enter(viewer);
        assertThat(job("price-asia")).isVisible();
        page.locator("#lanes").focus();
        for (int i = 0; i < 40 && !page.locator("#picked-window").isVisible(); i++) {
            page.keyboard().press(i % 4 == 0 ? "ArrowDown" : "ArrowRight");
        }
        page.keyboard().press("Enter");
        assertThat(page.locator("#window-title")).containsText("Window window-");
        assertThat(page.locator("#window-title")).isFocused();
        page.keyboard().press("Escape");

        page.getByLabel("Filter").focus();
        for (int i = 0; i < 40 && !focused().equals("price-asia"); i++) {
            page.keyboard().press("Tab");
        }
        page.keyboard().press("Enter");
        assertThat(page.locator("#job-title")).hasText("Job price-asia");
        assertThat(page.locator("#job-title")).isFocused();
    }

    private String focused() {
        return (String) page.evaluate("(document.activeElement.getAttribute('aria-label') ||"
                + " document.activeElement.textContent || '').trim()");
    }

    @Test
    void aTenantSeesItsOwnOnly() throws Exception {
        String other;
        try (SqliteJournal visited = SqliteJournal.visit(directory.resolve("journal.db"), TimeSource.system())) {
            other = new AccessTokens(visited, TimeSource.system()).create("team-blue", Role.TENANT);
        }
        enter(other);
        assertThat(page.locator("#state")).containsText("Live");
        assertThat(page.locator("#no-jobs")).hasText("No job is known.");
        assertThat(page.content()).doesNotContain("price-asia");
    }

    @Test
    void nodesAndTabStopsAreFewWithTwoHundredSlicesAndTwelveThousandPieces() {
        enter(viewer);
        assertThat(job("price-asia")).isVisible();
        Object found = inPage("Object.defineProperty(document, 'hidden', { get: () => true });"
                + " await new Promise(it => setTimeout(it, 1500)); const at = ago => new Date(store.now() - ago).toISOString(); const slices = []; const pieces = [];"
                + " for (let i = 0; i < 200; i++) { const id = 'gpu' + Math.floor(i / 4) + '.' + i % 4;"
                + " slices.push({ id, gpu: id.split('.')[0], kind: '1g.10gb', memoryBytes: 1e10 });"
                + " for (let n = 0; n < 60; n++) pieces.push({ slice: id, kind: ['reservation', 'window', 'subjob'][n % 3], label: 'x' + n,"
                + " job: n % 3 === 2 ? 'job-' + n : null, from: at(2000 * (n + 1)), to: at(2000 * n) }); }"
                + " store.take({ ...store.store, now: at(0), jobs: store.store.counts, whole: true, slices, pieces, gone: [], readings: [] }, 200000);"
                + " document.getElementById('slice-table').open = true; timeline.draw();"
                + " await new Promise(it => setTimeout(it, 1500));"
                + " return [timeline.view.rows.length, document.querySelectorAll('#slice-rows tr').length,"
                + " document.querySelectorAll('*').length < 2500,"
                + " [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')].filter(it => it.tabIndex >= 0"
                + " && it.offsetParent !== null).length < 400].join();");
        assertThat(found).isEqualTo("51,200,true,true");
    }

    @Test
    void onAPhoneEverythingImportantIsInSight() {
        show(390, 844, ColorScheme.LIGHT);
        enter(viewer);
        assertThat(job("price-asia")).isVisible();
        page.locator("#use-panel").scrollIntoViewIfNeeded();
        for (String part : List.of("#figures dd", "#shows button", "#jobs .state", "#jobs svg.memory",
                "#pages", "#next", "#lanes", "#live", "#trend svg", "#use svg")) {
            inSight(part);
        }
        job("price-asia").click();
        for (String part : List.of("#job-title", "#job-facts dd", "#job-subjobs .outcome", "#job-band", "#job-checkpoint")) {
            inSight(part);
        }
    }

    private void inSight(String part) {
        List<Double> ends = ends(part);
        assertThat(ends.get(0)).as(part).isNotNegative();
        assertThat(ends.get(1)).as(part).isGreaterThan(ends.get(0)).isLessThanOrEqualTo(390.5);
    }

    /**
     * The left and right end of the first such part, as soon as it is shown. Both are read in one step: an update may replace a part between two.
     */
    @SuppressWarnings("unchecked")
    private List<Double> ends(String part) {
        Object found = page.waitForFunction(
                        "part => { const box = document.querySelector(part)?.getBoundingClientRect();"
                                + " return box?.width + box?.height > 0 && [box.left, box.right].map(String); }",
                        part)
                .jsonValue();
        return ((List<String>) found).stream().map(Double::valueOf).toList();
    }

    @Test
    void itIsAccessibleInLightAndDarkAndOnAPhone() {
        inEveryForm(where -> accessible("entrance, " + where));
        enter(viewer);
        assertThat(job("price-asia")).isVisible();
        page.locator("#trend-panel summary").click();
        page.locator("#slice-table summary").click();
        assertThat(page.locator("#trend svg")).isVisible();
        inEveryForm(where -> {
            updated(1);
            assertThat(page.locator("#trend svg")).isVisible();
            looksGood("board-" + where);
        });
        job("price-asia").click();
        inEveryForm(where -> {
            updated(1);
            assertThat(page.locator("#job-facts")).containsText("420");
            looksGood("job-" + where);
        });
    }

    private void inEveryForm(Consumer<String> check) {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            for (boolean phone : new boolean[] {true, false}) {
                show(phone ? 390 : 1200, phone ? 844 : 900, scheme);
                check.accept("%s%s".formatted(scheme.name().toLowerCase(Locale.ROOT), phone ? "-phone" : ""));
            }
        }
    }

    private void looksGood(String what) {
        accessible(what);
        page.screenshot(
                new Page.ScreenshotOptions().setFullPage(true).setPath(PICTURES.resolve(what + ".png")));
        int wide = (int) page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assertThat(wide).as("nothing sticks out to the side").isZero();
    }
}
