package org.atomizable.scheduler.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the first view of the dashboard shows, and what it leaves for later. */
class DashboardFirstViewBrowserTest extends BrowserPage {

    private static final int DESKTOP_HEIGHT = 900;

    @Test
    void nothingMovesWhenTheDataArrives() {
        spoil();
        page.addInitScript("window.moved = 0; new PerformanceObserver(list => {"
                + " for (const it of list.getEntries()) window.moved += it.value; }).observe({ type: 'layout-shift', buffered: true });");
        enter(viewer);
        assertThat(job("price-asia")).isVisible();
        for (int width : List.of(390, 1440)) {
            show(width, DESKTOP_HEIGHT, ColorScheme.LIGHT);

            page.reload();

            assertThat(job("price-asia")).isVisible();
            assertThat(page.locator("#state")).hasText("Live");
            page.waitForTimeout(1500);
            assertThat(((Number) page.evaluate("window.moved")).doubleValue())
                    .as("layout shift at a width of %s", width)
                    .isLessThan(0.02);
        }
    }

    @Test
    void thePastIsAskedForOnlyWhenTheTimelineComesIntoView() {
        show(390, 300, ColorScheme.LIGHT);
        asked.clear();
        enter(viewer);
        assertThat(page.locator("#state")).hasText("Live");
        assertThat(job("price-asia")).isVisible();
        page.waitForTimeout(1500);
        assertThat(asked).anyMatch(it -> it.contains("&past=1&")).noneMatch(it -> it.contains("&past=155&"));

        page.locator("#lanes").scrollIntoViewIfNeeded();

        page.waitForCondition(() -> asked.stream().anyMatch(it -> it.contains("after=0&past=155&")));
        page.waitForFunction("async () => (await import('/timeline.js')).known()");
    }
}
