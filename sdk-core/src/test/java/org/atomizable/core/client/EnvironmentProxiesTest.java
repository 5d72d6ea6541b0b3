package org.atomizable.core.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.assertj.core.api.Assumptions;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.wire.JobView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvironmentProxiesTest {

    private static String way(Map<String, String> environment, String target) {
        Proxy proxy =
                new EnvironmentProxies(environment).select(URI.create(target)).get(0);
        return proxy.address() instanceof InetSocketAddress at
                ? "%s %s:%s".formatted(proxy.type(), at.getHostString(), at.getPort())
                : "DIRECT";
    }

    @Test
    void theSchemeOfTheAddressDecidesAndLowerCaseComesFirst() {
        Map<String, String> both = Map.of(
                "HTTPS_PROXY", "http://secure:3128",
                "HTTP_PROXY", "plain:8080",
                "http_proxy", "lower");
        assertThat(way(both, "https://gpu-box:8443")).isEqualTo("HTTP secure:3128");
        assertThat(way(both, "http://gpu-box:8080")).isEqualTo("HTTP lower:80");
        assertThat(way(Map.of("HTTPS_PROXY", "secure:1"), "http://gpu-box")).isEqualTo("DIRECT");
        assertThat(way(Map.of("HTTP_PROXY", " "), "http://gpu-box")).isEqualTo("DIRECT");
        assertThat(way(Map.of("HTTP_PROXY", "plain:8080", "http_proxy", ""), "http://gpu-box"))
                .isEqualTo("DIRECT");
        assertThat(way(Map.of("http_proxy", "socks5://tunnel"), "http://gpu-box"))
                .isEqualTo("SOCKS tunnel:1080");
        assertThat(way(Map.of("http_proxy", "http://[2001:db8::1]:3128"), "http://gpu-box"))
                .isEqualTo("HTTP 2001:db8::1:3128");
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:8080",
        "http://LOCALHOST:8080",
        "http://a.localhost:8080",
        "http://127.0.0.1:8080",
        "http://127.8.9.1:8080",
        "http://[::1]:8080"
    })
    void thereIsNoneOnTheWayToThisMachine(String target) {
        assertThat(way(Map.of("http_proxy", "proxy:1"), target)).isEqualTo("DIRECT");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpu-box                | http://gpu-box        | true",
                "gpu-box                | http://a.gpu-box      | true",
                "gpu-box                | http://agpu-box       | false",
                ".example.org           | http://a.example.org  | true",
                ".example.org           | http://example.org    | true",
                "*.example.org          | http://a.example.org  | true",
                "*.example.org:81       | http://a.example.org  | false",
                "*.example.org          | http://aexample.org   | false",
                "Example.ORG, other     | http://a.EXAMPLE.org  | true",
                "other,gpu-box:80       | http://gpu-box        | true",
                "gpu-box:81             | http://gpu-box        | false",
                "*                      | http://gpu-box        | true",
                "10.0.0.0/8             | http://10.2.3.4       | true",
                "10.0.0.0/8             | http://11.2.3.4       | false",
                "10.0.0.0/8             | http://gpu-box        | false",
                "10.1.2.3               | http://10.1.2.3       | true",
                "2001:db8::/32          | http://[2001:db8::5]  | true",
                "[2001:db8::5]:80       | http://[2001:db8::5]  | true",
                "2001:db8::6            | http://[2001:db8::5]  | false",
                "10.0.0.0/99,,[         | http://gpu-box        | false",
            })
    void someHostsAreReachedDirectly(String list, String target, boolean direct) {
        assertThat(way(Map.of("http_proxy", "proxy:1", "NO_PROXY", list), target))
                .isEqualTo(direct ? "DIRECT" : "HTTP proxy:1");
    }

    @Test
    void whatIsNoProxyIsRefusedByItsNameAndNotTold() {
        for (String wrong : List.of(
                "http://", "https://user:secret@proxy", "ftp://proxy", "http://secret proxy", "http://proxy:99999")) {
            assertThatThrownBy(() -> new EnvironmentProxies(Map.of("HTTPS_PROXY", wrong)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the variable HTTPS_PROXY")
                    .hasMessageNotContaining("secret");
        }
    }

    private static Http http(OkHttpClient client, HttpUrl root) {
        return new Http(client, root, Optional.empty(), Backoff.DEFAULT, VirtualTime.create());
    }

    private static MockResponse noJobs() {
        return new MockResponse.Builder()
                .addHeader("Content-Type", "application/json")
                .body("[]")
                .build();
    }

    @Test
    void theProxyIsAskedAndShownItsPassword() throws Exception {
        try (MockWebServer proxy = new MockWebServer()) {
            proxy.start();
            proxy.enqueue(new MockResponse.Builder()
                    .code(407)
                    .addHeader("Proxy-Authenticate", "Basic realm=\"proxy\"")
                    .build());
            proxy.enqueue(noJobs());
            EnvironmentProxies proxies =
                    new EnvironmentProxies(Map.of("http_proxy", "http://user:pass@127.0.0.1:" + proxy.getPort()));
            OkHttpClient client = SchedulerClient.builder()
                    .proxySelector(proxies)
                    .proxyAuthenticator(proxies.authenticator())
                    .build();

            assertThat(http(client, HttpUrl.get("http://gpu-box.example:8080/"))
                            .get(HttpUrl.get("http://gpu-box.example:8080/v1/jobs"), JobView[].class))
                    .isEmpty();

            proxy.takeRequest();
            assertThat(proxy.takeRequest().getHeaders().get("Proxy-Authorization"))
                    .isEqualTo("Basic dXNlcjpwYXNz");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socks5", "http"})
    void aProxyThatDoesNotAnswerIsNamed(String scheme) throws Exception {
        int nobody;
        try (ServerSocket taken = new ServerSocket(0)) {
            nobody = taken.getLocalPort();
        }
        EnvironmentProxies proxies = new EnvironmentProxies(Map.of("HTTP_PROXY", scheme + "://127.0.0.1:" + nobody));
        OkHttpClient client = SchedulerClient.builder().proxySelector(proxies).build();
        HttpUrl root = HttpUrl.get("http://scheduler.invalid/");

        assertThatThrownBy(() -> http(client, root).get(root.resolve("v1/jobs"), JobView[].class))
                .isInstanceOf(SchedulerUnreachableException.class)
                .hasMessageContainingAll("through the proxy 127.0.0.1:" + nobody, "HTTP_PROXY");
    }

    @Test
    void aProxyThatWantsAPasswordIsNamed() throws Exception {
        try (MockWebServer proxy = new MockWebServer()) {
            proxy.start();
            for (int i = 0; i < Backoff.DEFAULT.attempts(); i++) {
                proxy.enqueue(new MockResponse.Builder().code(407).build());
            }
            EnvironmentProxies proxies =
                    new EnvironmentProxies(Map.of("HTTP_PROXY", "http://127.0.0.1:" + proxy.getPort()));
            OkHttpClient client =
                    SchedulerClient.builder().proxySelector(proxies).build();
            HttpUrl root = HttpUrl.get("http://scheduler.invalid/");

            assertThatThrownBy(() -> http(client, root).get(root.resolve("v1/jobs"), JobView[].class))
                    .isInstanceOf(SchedulerUnreachableException.class)
                    .hasMessageContainingAll("407", "through the proxy 127.0.0.1:" + proxy.getPort());
        }
    }

    @Test
    void ofSeveralAddressesTheFirstMayBeDead() throws Exception {
        try (MockWebServer server = new MockWebServer()) {
            server.start(InetAddress.getByName("127.0.0.1"), 0);
            server.enqueue(noJobs());
            OkHttpClient client = SchedulerClient.builder()
                    .dns(host -> List.of(
                            InetAddress.getByAddress(host, new byte[] {127, 0, 0, 2}),
                            InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1})))
                    .build();
            HttpUrl root = HttpUrl.get("http://a.localhost:" + server.getPort() + "/");

            assertThat(http(client, root).get(root.resolve("v1/jobs"), JobView[].class))
                    .isEmpty();
        }
    }

    @Test
    void anAddressOfVersionSixIsReached() throws Exception {
        InetAddress loopback = Inet6Address.getByName("::1");
        try (MockWebServer server = new MockWebServer()) {
            try {
                server.start(loopback, 0);
            } catch (IOException none) {
                Assumptions.assumeThat(none)
                        .as("this machine has no such address")
                        .isNull();
            }
            server.enqueue(noJobs());
            try (SchedulerClient client = SchedulerClient.of(
                    URI.create("http://[::1]:" + server.getPort()), Backoff.DEFAULT, VirtualTime.create())) {
                assertThat(client.jobs()).isEmpty();
            }
        }
    }
}
