package org.atomizable.scheduler.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.junit.jupiter.api.Test;

/** The page of a job shows what it measured of itself, and the end of what it printed. */
class DashboardJobPageBrowserTest extends BrowserPage {

    private static final String HOSTILE = "\u001b[31m<img src=x onerror=alert(1)>\u001b[0m \u202etxet\n</pre><script>alert(2)</script>\n";

    /** Lets a job run some subjobs, each of which tells a figure and prints something. */
    private static String measured(String name, int subjobs) throws Exception {
        String job = tenant.register(name, name).id();
        long last = 0;
        int reported = 0;
        while (reported < subjobs) {
            for (EventMessage event : tenant.poll(job, last, 30)) {
                last = event.id();
                if (event.window() != null) {
                    tenant.post(
                            "/v1/windows/%s/signals".formatted(event.window().id()),
                            new SignalMessage(job, true, 10, 0.3, 0.4, "it fits"));
                } else if (event.grant() != null && report(event, reported)) {
                    reported++;
                }
            }
        }
        return job;
    }

    private static boolean report(EventMessage event, int number) throws Exception {
        String grant = "/v1/grants/" + event.grant().id();
        tenant.post(grant + "/accept", new AcceptMessage(10L * number, 10, 3 * GIB, "max", 20, 0.2, "order statistic"));
        String log = HOSTILE
                + IntStream.range(0, 12)
                        .mapToObj(it -> String.format(
                                Locale.ROOT, "step %d of 1000: loss %.4f", 10 * number + it, loss(number)))
                        .collect(Collectors.joining("\n"));
        return tenant.post(
                                grant + "/report",
                                new ReportMessage(
                                        "yielded", "time", "", 10L * (number + 1), 0.1, 0.3, 0.1, 0.5, 2 * GIB, "loss",
                                        loss(number), log))
                        .statusCode()
                == 204;
    }

    private static double loss(int number) {
        return 0.02 + 2.3 * Math.exp(-0.4 * number) + 0.05 * Math.sin(number);
    }

    @Test
    void aJobsPageShowsItsMetricOverTimeAndTheEndOfItsLogAsText() throws Exception {
        String job = measured("learns", 12);
        page.navigate(address() + "#job/" + job);
        enter(viewer);
        assertThat(page.locator("#job-title")).hasText("Job learns");
        assertThat(page.locator("#job-metric-said")).containsText("loss was");
        assertThat(page.locator("#job-metric circle")).hasCount(12);
        assertThat(page.locator("#job-log-end"))
                .containsText("<img src=x onerror=alert(1)> txet\n</pre><script>alert(2)</script>\nstep 110");
        assertThat(page.locator("#job-log-end *")).hasCount(0);
        assertThat(page.locator("#job-log")).containsText("The last lines of the subjob on ");
        picture("job-light");
        accessible("a job's page with a metric and a log");
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.DARK, ColorScheme.LIGHT}) {
            boolean phone = scheme == ColorScheme.LIGHT;
            show(phone ? 390 : 1200, phone ? 844 : 900, scheme);
            updated(1);
            assertThat(page.locator("#job-metric circle")).hasCount(12);
            picture(phone ? "job-phone" : "job-dark");
            accessible("a job's page, " + scheme);
            assertThat((Boolean) page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                    .as("nothing is wider than the screen")
                    .isTrue();
        }
    }

    @Test
    void aJobThatTellsNothingShowsNeither() throws Exception {
        String job = tenant.register("says-nothing", "says-nothing").id();
        page.navigate(address() + "#job/" + job);
        enter(viewer);
        assertThat(page.locator("#job-title")).hasText("Job says-nothing");
        assertThat(page.locator("#job-metric-part")).isHidden();
        assertThat(page.locator("#job-log-end")).isHidden();
    }

    @Test
    void timesOfAnotherDayHaveTheirDate() throws Exception {
        String job = measured("for-days", 1);
        page.route("**/v1/dashboard/jobs/*", route -> {
            APIResponse answer = route.fetch();
            String body = answer.text().replaceFirst("\"registered\":\"[0-9]{4}", "\"registered\":\"2001");
            route.fulfill(new Route.FulfillOptions().setResponse(answer).setBody(body));
        });
        page.navigate(address() + "#job/" + job);
        enter(viewer);
        assertThat(page.locator("#job-facts")).containsText("2001");
        assertThat(page.locator("#job-events time").first()).hasText(Pattern.compile("^[0-9:]{8}$"));
        assertThat(page.locator("#job-events time").last()).containsText("2001");
        page.unroute("**/v1/dashboard/jobs/*");
    }

    private void picture(String name) {
        page.screenshot(new Page.ScreenshotOptions().setFullPage(true).setPath(PICTURES.resolve(name + ".png")));
    }
}
