package org.atomizable.scheduler.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.atomizable.scheduler.access.TrustedProxies.Header;
import org.junit.jupiter.api.Test;

class TrustedProxiesTest {

    private static final List<Network> NETWORKS =
            Stream.of("10.0.0.0/8", "fd00::/8").map(Network::parse).toList();
    private static final TrustedProxies X = new TrustedProxies(NETWORKS, Header.X_FORWARDED_FOR);
    private static final TrustedProxies FORWARDED = new TrustedProxies(NETWORKS, Header.FORWARDED);

    @Test
    void nobodyIsBelievedUnlessTold() {
        assertThat(TrustedProxies.NONE.client("10.0.0.1", List.of("6.6.6.6"))).isEqualTo("10.0.0.1");
    }

    @Test
    void whoIsNoTrustedProxyIsNotBelieved() {
        assertThat(X.client("203.0.113.9", List.of("6.6.6.6"))).isEqualTo("203.0.113.9");
        assertThat(X.client("11.0.0.1", List.of("6.6.6.6"))).isEqualTo("11.0.0.1");
    }

    @Test
    void theLastAddressThatIsNoTrustedProxysCounts() {
        assertThat(X.client("10.0.0.1", List.of("203.0.113.9"))).isEqualTo("203.0.113.9");
        assertThat(X.client("10.0.0.1", List.of("203.0.113.9, 10.0.0.2"))).isEqualTo("203.0.113.9");
        assertThat(X.client("fd00::1", List.of("2001:db8::9"))).isEqualTo("2001:db8:0:0:0:0:0:9");
        assertThat(X.client("10.0.0.1", List.of("10.0.0.3, 10.0.0.2")))
                .as("all of them are proxies")
                .isEqualTo("10.0.0.3");
        assertThat(X.client("10.0.0.1", List.of())).isEqualTo("10.0.0.1");
    }

    @Test
    void whatAClientWritesItselfIsNotBelieved() {
        for (List<String> spoofed : List.of(
                List.of("6.6.6.6, 203.0.113.9"),
                List.of("6.6.6.6", "203.0.113.9"),
                List.of("10.0.0.7, 6.6.6.6, 203.0.113.9, 10.0.0.2"),
                List.of("\"6.6.6.6, 203.0.113.9"),
                List.of(",,;=, 203.0.113.9"))) {
            assertThat(X.client("10.0.0.1", spoofed)).as("%s", spoofed).isIn("203.0.113.9", "10.0.0.1");
        }
    }

    @Test
    void theOtherHeadersFormIsNotUnderstood() {
        assertThat(X.client("10.0.0.1", List.of("for=203.0.113.9"))).isEqualTo("10.0.0.1");
        assertThat(FORWARDED.client("10.0.0.1", List.of("203.0.113.9"))).isEqualTo("10.0.0.1");
    }

    @Test
    void portsQuotesAndOtherParametersAreLeftOut() {
        Map.of(
                        "203.0.113.9:4711", "203.0.113.9",
                        "[2001:db8::9]:4711", "2001:db8:0:0:0:0:0:9",
                        "[2001:db8::9]", "2001:db8:0:0:0:0:0:9",
                        "::ffff:203.0.113.9", "203.0.113.9")
                .forEach((hop, client) ->
                        assertThat(X.client("10.0.0.1", List.of(hop))).as(hop).isEqualTo(client));
        Map.of(
                        "for=203.0.113.9;proto=https;by=10.0.0.1", "203.0.113.9",
                        "proto=https;For=\"[2001:db8::9]:4711\"", "2001:db8:0:0:0:0:0:9",
                        "for=6.6.6.6, for=\"203.0.113.9:80\"", "203.0.113.9",
                        "for=203.0.113.9, for=10.0.0.4;by=\"a,b;for=6.6.6.6\"", "203.0.113.9")
                .forEach((hop, client) -> assertThat(FORWARDED.client("10.0.0.1", List.of(hop)))
                        .as(hop)
                        .isEqualTo(client));
    }

    @Test
    void whereAnAddressIsHiddenTheProxyThatHidItIsAllThatIsKnown() {
        for (String hidden :
                List.of("unknown", "_secret", "", "localhost", "203.0.113", "203.0.113.999", "evil.example")) {
            assertThat(X.client("10.0.0.1", List.of("6.6.6.6, " + hidden + ", 10.0.0.2")))
                    .as(hidden)
                    .isEqualTo("10.0.0.2");
            assertThat(FORWARDED.client("10.0.0.1", List.of("for=\"" + hidden + "\"")))
                    .as(hidden)
                    .isEqualTo("10.0.0.1");
        }
    }

    @Test
    void whatIsNoNetworkIsRefusedWithAnExample() {
        for (String wrong :
                List.of("", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "proxy.example", "::/129", "10.0/8")) {
            assertThatThrownBy(() -> Network.parse(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("10.0.0.0/8");
        }
        assertThat(Network.parse("0.0.0.0/0")
                        .contains(Network.literal("1.2.3.4").orElseThrow()))
                .isTrue();
        assertThat(Network.parse("10.0.0.7")
                        .contains(Network.literal("10.0.0.8").orElseThrow()))
                .isFalse();
        assertThatThrownBy(() -> Header.named("Via")).hasMessageContaining("X-Forwarded-For and Forwarded");
    }
}
