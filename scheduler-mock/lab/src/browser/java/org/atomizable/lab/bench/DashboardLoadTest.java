package org.atomizable.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.atomizable.api.time.TimeSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a browser spends on a dashboard with 200 slices and 1,000 jobs. The figures are printed; what does not depend on the machine is checked. */
@Tag("slow")
class DashboardLoadTest {

    private static final int SECONDS = 30;

    @Test
    void twoHundredSlicesAndAThousandJobsCostLittle() throws Exception {
        TimeSource time = TimeSource.system();
        LongAdder bytes = new LongAdder();
        try (DashboardMeasurement.Served load = DashboardMeasurement.Served.start(Duration.ofMinutes(3), time);
                Playwright playwright = Playwright.create(
                        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
                Browser browser = playwright
                        .chromium()
                        .launch(new BrowserType.LaunchOptions()
                                .setExecutablePath(Path.of("/usr/bin/chromium"))
                                .setArgs(List.of("--no-sandbox", "--disable-gpu")))) {
            Page page = browser.newContext(new Browser.NewContextOptions().setViewportSize(1440, 900))
                    .newPage();
            CDPSession session = page.context().newCDPSession(page);
            session.on(
                    "Network.loadingFinished",
                    it -> bytes.add(((JsonObject) it).get("encodedDataLength").getAsLong()));
            session.send("Network.enable");
            long began = time.nanos();
            page.navigate(load.uri().toString());
            page.waitForFunction("async () => document.querySelectorAll('#jobs tr').length === 15"
                    + " && (await import('/timeline.js')).view.height > 0");
            double firstView = (time.nanos() - began) / 1e9;
            long firstBytes = bytes.sum();
            page.waitForTimeout(5000);
            long settledBytes = bytes.sum();
            double settled = (time.nanos() - began) / 1e9;
            double cpu = cpuSeconds();
            long before = bytes.sum();
            began = time.nanos();
            page.waitForTimeout(SECONDS * 1000.0);
            double took = (time.nanos() - began) / 1e9;
            double share = (cpuSeconds() - cpu) / took;
            double kilobytes = (bytes.sum() - before) / took / 1000;
            int nodes = ((Number) page.evaluate("document.querySelectorAll('*').length")).intValue();
            System.out.printf(
                    "first view %.2f s and %s kB, %s kB in the first %.1f s, at rest %.1f %% of a core and %.1f kB/s, %s elements%n",
                    firstView, firstBytes / 1000, settledBytes / 1000, settled, 100 * share, kilobytes, nodes);
            assertThat(kilobytes).isLessThan(100);
            assertThat(nodes).isLessThan(2500);
        }
    }

    /** Of all processes of the browser. */
    private static double cpuSeconds() {
        return ProcessHandle.current()
                .descendants()
                .filter(it -> it.info()
                        .command()
                        .filter(name -> name.contains("chrom"))
                        .isPresent())
                .mapToDouble(SchedulerProcess::cpuSeconds)
                .sum();
    }
}
