package org.atomizable.scheduler.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.atomizable.api.wire.ReadingView;
import org.junit.jupiter.api.Test;

/** The dashboard's charts, alerts and other parts that can be tried with figures of one's own. */
class DashboardChartsBrowserTest extends BrowserPage {

    @Test
    void useOverTimeIsToldAsItWasRead() throws Exception {
        enter(viewer);
        assertThat(page.locator("#trend-summary")).containsText("Now ");
        assertThat(page.locator("#use-summary")).containsText("nobody has reserved");

        // All at one instant, as a younger reading may come at any.
        String[] shown = inPage("trend.drawTrend(store.store.readings, store.store.now); return store.lastRead() + '|' +"
                        + " document.getElementById('trend-summary').textContent")
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

    private static String percent(double share) {
        return Math.round(100 * share) + " %";
    }

    @Test
    void chartsHaveAxesAndAPastFromBeforeThePageWasOpened() {
        enter(viewer);
        assertThat(page.locator("#trend-summary")).containsText("Now ");
        assertThat(((Number) inPage("return store.store.readings.length")).intValue()).isPositive();
        for (String chart : List.of("#trend", "#use")) {
            assertThat(page.locator(chart + " text").filter(new Locator.FilterOptions()
                            .setHasText("100 %")))
                    .hasCount(1);
            assertThat(page.locator(chart + " text").last()).hasText("now");
        }
    }

    @Test
    void useOverTimeKnowsNothingOneReadingAnHourAndGaps() {
        enter(viewer);
        assertThat(page.locator("#trend-summary")).containsText("Now ");
        assertThat(told("[]")).isEqualTo("Nothing was read yet.");
        assertThat(told("[r(0, 0.62, 0.10, 0.05)]"))
                .isEqualTo("Now 62 % leased, 10 % reserved, 28 % free (23 % of use, 5 % fragmented).");
        String hour = "Array.from({ length: 720 }, (_, i) => r(3595 - 5 * i, i / 1000, 0.1, 0.05))";
        assertThat(told(hour))
                .startsWith("Now 72 % leased")
                .contains("; an hour ago 0 % leased, 10 % reserved, 90 % free (85 % of use, 5 % fragmented).");
        assertThat(drawn(hour, "document.querySelectorAll('#trend-rows tr').length"))
                .isEqualTo(13);
        String gaps = "[r(600, 0.5, 0, 0), r(300, 0.5, 0, 0), r(0, 0.5, 0, 0)]";
        assertThat(told(gaps)).contains("10 minutes ago 50 % leased").contains("nothing was read from ");
        assertThat((String) drawn(gaps, "document.querySelectorAll('#trend-rows tr')[2].textContent"))
                .contains("not read");
    }

    private String told(String readings) {
        return (String) drawn(readings, "document.getElementById('trend-summary').textContent");
    }

    /** Draws readings, each so many seconds ago, and returns what is seen before the page draws its own again. */
    private Object drawn(String readings, String seen) {
        return inPage("const now = Date.now();"
                + " const r = (ago, leased, reserved, fragmented) => ({ at: now - 1000 * ago, leased, reserved,"
                + " free: 1 - leased - reserved, fragmented });"
                + " trend.drawTrend(" + readings + ", now); return " + seen + ";");
    }

    @Test
    void useOverTimeIsSpokenOfWhenItHasChangedMuch() {
        assertThat(page.locator("#entrance")).isVisible();
        Object spoken = inPage("const said = []; const news = document.getElementById('trend-news');"
                + " const hear = (minute, leased) => { news.textContent = ''; const at = minute * 60000 + 1e12;"
                + " trend.drawTrend([{ at, leased, reserved: 0, free: 1 - leased, fragmented: 0 }], at); said.push(news.textContent); };"
                + " hear(0, 0.1); hear(2, 0.2); hear(4, 0.6); hear(4.5, 0.1); hear(5, 0.7); return said.join('|');");
        assertThat(spoken)
                .isEqualTo("||Memory in the last minute: 60 % leased, 0 % reserved, 40 % free (40 % of use, 0 % fragmented).||");
    }

    @Test
    void readingsAreATableByKeyboard() {
        enter(viewer);
        assertThat(page.locator("#trend-summary")).containsText("Now ");
        assertThat(page.locator("#trend-rows")).isHidden();
        page.locator("#trend-panel summary").focus();
        page.keyboard().press("Enter");
        assertThat(page.locator("#trend-rows tr").first()).containsText("newest reading");
        page.keyboard().press("Tab");
        assertThat(page.getByLabel("Table of use over time", new Page.GetByLabelOptions().setExact(true)))
                .isFocused();
    }

    @Test
    void alertsSayWhatIsWrongForHowLong() {
        assertThat(page.locator("#entrance")).isVisible();
        assertThat(alerts("leased: 0.4, reserved: 0, free: 0.6, fragmented: 0.3", "idle: false", "gone", 11))
                .anyMatch(it -> it.startsWith("More than 25 % of the memory has been free and of no use"))
                .hasSize(1);
        assertThat(alerts("leased: 0, reserved: 0.2, free: 0.8, fragmented: 0.2", "idle: true, lost: ['s1']", "s1", 3))
                .anyMatch(it -> it.startsWith("Nothing was leased for two minutes though jobs wait"))
                .anyMatch(it -> it.startsWith("Slice s1 is gone, as its GPU does not answer"))
                .anyMatch(it -> it.startsWith("Slice gone is no longer there"))
                .hasSize(3);
        assertThat(alerts(
                        "leased: 1, reserved: 0, free: 0, fragmented: 0",
                        "late: { count: 5, first: [1, 2, 3].map(i => ({ id: i, name: 'late-' + i })) }, writable: false,"
                                + " memory: { level: 'pressure', share: 0.934, offers: false }",
                        "s1",
                        0))
                .contains("2 more jobs are past their deadlines.")
                .anyMatch(it -> it.startsWith("The journal cannot be written"))
                .anyMatch(it -> it.startsWith("The memory that jobs share is 93 % full (level pressure)"))
                .anyMatch(it -> it.startsWith("Job late-1 is past its deadline"))
                .hasSize(7);
    }

    /** Returns the alerts of a scheduler whose oldest job waits for so long, with the same readings all the time, and a slice. */
    private List<String> alerts(String reading, String rest, String slice, int minutes) {
        Object told = inPage(("const now = Date.now();"
                        + " const list = Array.from({ length: 100 }, (_, i) => ({ at: now - 5000 * (99 - i), %s }));"
                        + " const none = { count: 0, first: [] };"
                        + " return alerts.troubles({ writable: true, slices: [{ id: '%s' }], possible: [], lost: [], cut: [],"
                        + " late: none, patient: none, list, now, waitingSince: now - %s * 60000, ...{ %s } })"
                        + ".map(it => it.text).join('\\n');")
                .formatted(reading, slice, minutes, rest));
        return told.toString().lines().toList();
    }

    @Test
    void anAlertIsSpokenOnce() {
        assertThat(page.locator("#entrance")).isVisible();
        Object spoken = inPage("const a = [{ key: 'a', text: 'A.' }]; const said = []; const news = document.getElementById('news');"
                + " const show = list => { news.textContent = ''; alerts.alerts(list); said.push(news.textContent); };"
                + " show(a); show(a); show([]); show(a); show([...a, { key: 'b', text: 'B.' }]); return said.join('|');");
        assertThat(spoken).isEqualTo("A.||||B.");
        assertThat(page.locator("#alerts li")).hasCount(2);
    }

    @Test
    void slicesComeAndGoWhereGpusAreCutAnew() {
        assertThat(page.locator("#entrance")).isVisible();
        Object shown = inPage("const none = { count: 0, first: [] };"
                + " const at = (...ids) => { const slices = ids.map(id => ({ id, gpu: 'gpu', kind: id, memoryBytes: id === 'all' ? 2 : 1 }));"
                + " const possible = [{ id: 'gpu', kind: 'all', memoryBytes: 2 }]; memory.measure(slices, possible);"
                + " const wrong = alerts.troubles({ writable: true, slices, possible, lost: [], cut: [], late: none, patient: none,"
                + " list: [], now: Date.now(), waitingSince: null, idle: false });"
                + " return rows.rowsOf(slices).rows.filter(it => it.type === 'slice').map(it => it.slices[0].id).join() + ' ' + wrong.length; };"
                + " return [at('a', 'b'), at('a', 'c'), at('all'), memory.fits(2)].join('; ');");
        assertThat(shown).isEqualTo("a,b 0; a,c 0; all 0; fits all");
        assertThat(inPage("memory.measure([], [{ id: 'g', kind: 'all', memoryBytes: 2 }]); return memory.fits(2);"))
                .isEqualTo("fits all once it is cut");
    }

    @Test
    void slicesAreTogetherByGpuAndNodeUntilSomebodyOpensThem() {
        assertThat(page.locator("#entrance")).isVisible();
        Object shown = inPage("const slices = Array.from({ length: 200 }, (_, i) => ({ id: 'n' + i % 2 + '/gpu' + Math.floor(i / 4) + '.' + i % 4,"
                + " gpu: 'n' + Math.floor(i / 4) % 2 + '/gpu' + Math.floor(i / 4), kind: '1g' }));"
                + " const types = () => { const count = {}; for (const it of rows.rowsOf(slices).rows) count[it.type] = (count[it.type] ?? 0) + 1;"
                + " return JSON.stringify(count); };"
                + " const said = [types()]; rows.toggle(rows.rowsOf(slices).rows.find(it => it.type === 'gpu')); said.push(types());"
                + " rows.toggle(rows.rowsOf(slices).rows.find(it => it.type === 'node')); said.push(types()); return said.join(' ');");
        assertThat(shown)
                .isEqualTo("{\"node\":2,\"gpu\":50} {\"node\":2,\"gpu\":50,\"slice\":4} {\"node\":2,\"gpu\":25}");
    }

    @Test
    void aRangeIsZoomedPannedPickedAndFollowedAgain() {
        assertThat(page.locator("#entrance")).isVisible();
        Object shown = inPage("const now = 10000000; const it = new range.Range(120000);"
                + " const said = []; const tell = () => said.push(it.live + ' ' + Math.round(it.from(now) / 1000) + '-' + Math.round(it.to(now) / 1000));"
                + " tell(); it.zoom(0.5, now, now); tell(); it.pan(-60000, now); tell(); it.pan(1e9, now); tell();"
                + " it.pick(now - 90000, now - 80000, now); tell(); it.pan(-1e9, now); tell(); it.zoom(1e9, now - 1000, now); tell();"
                + " it.follow(60000); tell(); return said.join(', ');");
        assertThat(shown)
                .isEqualTo("true 9887-10007, true 9944-10004, false 9884-9944, true 9944-10004, false 9910-9920, false 6400-6410,"
                        + " false 6400-10000, true 9944-10004");
    }

    @Test
    void theAxisHasTicksAtRoundTimesThatDoNotTouch() {
        assertThat(page.locator("#entrance")).isVisible();
        Object shown = page.evaluate("async () => { const axis = await import('/axis.js'); const said = [];"
                + " for (const span of [2000, 60000, 3600000]) { const all = axis.ticks(1e12, 1e12 + span, 700);"
                + " said.push(all.length >= 4 && all.length <= 10 && all.every((it, i) => i === 0 || it.x - all[i - 1].x >= 70)); }"
                + " return said.join(); }");
        assertThat(shown).isEqualTo("true,true,true");
    }

    @Test
    void afterFailuresThePageAsksEverMoreSeldomAndAsTheSchedulerSays() {
        assertThat(page.locator("#entrance")).isVisible();
        Object shown = inPage("const pace = new api.Pace(1000); const pauses = Array.from({ length: 12 }, () => pace.failed({ wait: 0 }));"
                + " return [pauses[0] >= 1500 && pauses[0] <= 2500, pauses[3] >= 12000, pauses[11] >= 45000 && pauses[11] <= 75000,"
                + " pace.failed({ wait: 120000 }), pace.done(), pace.failed({ wait: 0 }) <= 2500].join();");
        assertThat(shown).isEqualTo("true,true,true,120000,1000,true");
    }
}
