package org.atomizable.scheduler.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.JobRegistration;
import org.junit.jupiter.api.Test;

/** What the board shows is in its address, and alerts lead to what they speak of. */
class DashboardAddressBrowserTest extends BrowserPage {

    @Test
    void theFilterAndTheTimeLiveInTheAddress() {
        enter(viewer);
        assertThat(job("price-asia")).isVisible();
        page.getByLabel("Filter").fill("names");
        page.locator("#span").selectOption("600000");
        page.locator("#sort").selectOption("name");
        assertThat(page).hasURL(Pattern.compile("#jobs\\?search=names&sort=name&span=600$"));

        page.reload();

        assertThat(page.getByLabel("Filter")).hasValue("names");
        assertThat(page.locator("#span")).hasValue("600000");
        assertThat(page.locator("#sort")).hasValue("name");
        assertThat(job("names-cnn")).isVisible();
        assertThat(job("price-asia")).hasCount(0);
        job("names-cnn").click();
        assertThat(page.locator("#job-title")).hasText("Job names-cnn");
        page.locator("#job-page a.back").click();
        assertThat(job("names-cnn")).isVisible();
        assertThat(page.getByLabel("Filter")).hasValue("names");

        page.locator("h1 a").click();
        assertThat(page.getByLabel("Filter")).hasValue("");
        assertThat(job("price-asia")).isVisible();
    }

    @Test
    void aPickedStretchOfTimeIsTheSameWhereTheAddressIsOpened() {
        enter(viewer);
        assertThat(page.locator("#state")).hasText("Live");
        page.locator("#back").click();
        assertThat(page).hasURL(Pattern.compile("[?&]end=[0-9]"));
        Object end = inPage("return Math.round(timeline.view.range.end)");
        page.reload();
        assertThat(page.locator("#state")).hasText("Live");
        assertThat(inPage("return Math.round(timeline.view.range.end)")).isEqualTo(end);
        assertThat(page.locator("#live")).hasAttribute("aria-pressed", "false");
    }

    @Test
    void anAddressThatSaysNonsenseShowsTheUsual() {
        page.navigate(address() + "#jobs?show=x&sort=%00&size=7&span=-3&end=never&descending=9");
        page.reload();
        enter(viewer);
        assertThat(job("price-asia")).isVisible();
        assertThat(page.locator("#span")).hasValue("120000");
        assertThat(page.locator("#sort")).hasValue("registered");
        assertThat(page.locator("#live")).hasAttribute("aria-pressed", "true");
    }

    @Test
    void anAlertLinksToWhatItSpeaksOf() throws Exception {
        JobRegistration late = new JobRegistration(
                "too-late", "sja", null, 0, TimeSource.system().now().minusSeconds(60), 1000L, 0);
        tenant.post("/v1/jobs", late);
        enter(viewer);
        page.locator("#alerts a", new Page.LocatorOptions().setHasText("too-late"))
                .click();
        assertThat(page.locator("#job-title")).hasText("Job too-late");

        page.keyboard().press("Escape");
        Object slice = inPage("return store.store.slices[4].id");
        page.evaluate("id => { location.hash = '#slice/' + encodeURIComponent(id); }", slice);
        page.waitForFunction(
                "async id => { const { view } = await import('/timeline.js'); return view.row >= 0"
                        + " && view.rows[view.row].slices.length === 1 && view.rows[view.row].slices[0].id === id; }",
                slice);
        assertThat(page.locator("#lanes")).isFocused();
        Object links = inPage("const none = { count: 0, first: [] }; const now = Date.now();"
                + " return alerts.troubles({ writable: true, slices: [], possible: [], lost: ['n/g'], cut: [], late: none,"
                + " patient: { count: 2, first: [{ id: 'j', name: 'j' }] }, list: [], now, waitingSince: null, idle: false })"
                + ".map(it => it.href).join(' ');");
        assertThat(links.toString()).contains("#slice/n%2Fg", "#job/j", "#jobs?show=waiting&sort=waiting");
    }

    @Test
    void theFilterDimsWhatItLeavesOutOnTheTimeline() {
        enter(viewer);
        assertThat(job("price-asia")).isVisible();
        page.evaluate(
                "() => { const it = Object.getOwnPropertyDescriptor(CanvasRenderingContext2D.prototype, 'globalAlpha');"
                        + " window.alphas = new Set(); Object.defineProperty(CanvasRenderingContext2D.prototype, 'globalAlpha',"
                        + " { get() { return it.get.call(this); }, set(alpha) { window.alphas.add(alpha); it.set.call(this, alpha); } }); }");
        // By its tenant, of which the timeline knows nothing.
        page.getByLabel("Filter").fill("team-red");
        page.waitForFunction("async () => (await import('/filter.js')).leftOut('none', 'none')");
        page.locator("#span").selectOption("300000");
        page.waitForFunction("() => window.alphas.has(1)");
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("target", "browser", "filter-all.png")));
        assertThat(page.evaluate("() => window.alphas.has(0.12)")).isEqualTo(false);

        page.getByLabel("Filter").fill("names-cnn");
        page.waitForFunction("() => window.alphas.has(0.12)");
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("target", "browser", "filter-one.png")));
    }
}
