package org.atomizable.scheduler.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.atomizable.api.wire.JobView;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The dashboard behind a proxy that serves it under a path, and nothing else of the scheduler. */
class DashboardUnderAPathBrowserTest extends BrowserPage {

    private static final String PATH = "/atomizable/";

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final ExecutorService THREADS = Executors.newCachedThreadPool();
    private static HttpServer proxy;

    @BeforeAll
    static void openProxy() throws IOException {
        proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext(PATH, DashboardUnderAPathBrowserTest::forward);
        proxy.setExecutor(THREADS);
        proxy.start();
    }

    @AfterAll
    static void closeProxy() {
        if (proxy != null) {
            proxy.stop(0);
        }
        THREADS.shutdownNow();
    }

    private static void forward(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().toString().substring(PATH.length() - 1);
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(scheduler.uri() + path))
                    .method(
                            exchange.getRequestMethod(),
                            HttpRequest.BodyPublishers.ofByteArray(
                                    exchange.getRequestBody().readAllBytes()));
            for (String each : new String[] {"Authorization", "Accept"}) {
                String value = exchange.getRequestHeaders().getFirst(each);
                if (value != null) {
                    request.header(each, value);
                }
            }
            HttpResponse<byte[]> answer = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            answer.headers().map().forEach((name, values) -> {
                if (!name.equalsIgnoreCase("content-length") && !name.equalsIgnoreCase("transfer-encoding")) {
                    exchange.getResponseHeaders().put(name, values);
                }
            });
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    String address() {
        return "http://127.0.0.1:%s%s".formatted(proxy.getAddress().getPort(), PATH);
    }

    /** Whatever it asks for outside of the path is counted as a complaint. */
    @Test
    void allThatItAsksForIsUnderThePath() throws Exception {
        enter(operator);
        assertThat(page.locator("#state")).hasText("Live");
        job("price-asia").click();
        assertThat(page.locator("#job-title")).hasText("Job price-asia");
        assertThat(page.locator("#job-facts")).containsText("420");
        page.locator("#job-subjobs a").first().click();
        // It may be so long ago that only this is said.
        assertThat(page.locator("#window-body")).not().isEmpty();

        JobView doomed = tenant.register("doomed", "doomed");
        page.navigate(address() + "#job/" + doomed.id());
        page.locator("#withdraw").click();
        page.locator("#confirm button[value=withdraw]").click();
        assertThat(page.locator("#job-state")).hasText("withdrawn");
        assertThat(asked).isNotEmpty().allMatch(it -> it.startsWith(address()) || it.startsWith("data:"));
    }
}
