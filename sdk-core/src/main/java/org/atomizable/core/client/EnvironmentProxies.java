package org.atomizable.core.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import okhttp3.Authenticator;
import okhttp3.Credentials;
import org.jspecify.annotations.Nullable;

/**
 * The proxies that the environment names: {@code HTTPS_PROXY} and {@code HTTP_PROXY} by the scheme of the address, except for what
 * {@code NO_PROXY} lists; lower case comes first, and empty means none. A proxy that properties of the JVM name comes before these. There
 * is none on the way to this machine itself. A selector that the program has set decides alone.
 *
 * <p>{@code NO_PROXY} is a list with commas of host names, which stand for what is below them as well, with or without a dot or
 * {@code *.} before them; of addresses and networks, such as {@code 10.0.0.0/8}; each with a port or without; or {@code *}.
 */
final class EnvironmentProxies extends ProxySelector {

    private static final List<String> PROPERTIES = List.of("http.proxyHost", "https.proxyHost", "socksProxyHost");
    private static final int MOST_PORT = 65535;
    private static final List<Proxy> DIRECT = List.of(Proxy.NO_PROXY);

    private final Map<String, String> environment;
    private final NoProxy direct;

    /**
     * Reads an environment.
     *
     * @throws IllegalArgumentException if a value is no address of a proxy
     */
    EnvironmentProxies(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
        this.direct = new NoProxy(value("NO_PROXY").map(Named::value).orElse(""));
        named("http");
        named("https");
    }

    private record Named(String name, String value) {}

    /** A proxy, and what it wants to be shown. */
    private record Gateway(Proxy proxy, Optional<String> authorization) {

        static Gateway of(Named named) {
            String text = named.value().contains("://") ? named.value() : "http://" + named.value();
            URI address;
            try {
                address = URI.create(text.strip());
            } catch (IllegalArgumentException malformed) {
                throw none(named);
            }
            String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
            boolean socks = scheme.equals("socks5") || scheme.equals("socks5h") || scheme.equals("socks");
            if (address.getHost() == null || address.getPort() > MOST_PORT || !(socks || scheme.equals("http"))) {
                throw none(named);
            }
            int port = address.getPort() >= 0 ? address.getPort() : socks ? 1080 : 80;
            InetSocketAddress at = InetSocketAddress.createUnresolved(unbracketed(address.getHost()), port);
            return new Gateway(
                    new Proxy(socks ? Proxy.Type.SOCKS : Proxy.Type.HTTP, at),
                    Optional.ofNullable(address.getUserInfo()).map(Gateway::basic));
        }

        private static String basic(String user) {
            int colon = user.indexOf(':');
            return colon < 0
                    ? Credentials.basic(user, "")
                    : Credentials.basic(user.substring(0, colon), user.substring(colon + 1));
        }

        private static IllegalArgumentException none(Named named) {
            // It may hold a password.
            return new IllegalArgumentException(
                    "the variable %s is no address of a proxy; write it as http://HOST:PORT".formatted(named.name()));
        }
    }

    @Override
    public List<Proxy> select(URI target) {
        String host = unbracketed(String.valueOf(target.getHost()));
        ProxySelector ofJvm = ProxySelector.getDefault();
        if (ofJvm != null && (isSetByTheProgram(ofJvm) || (isNamedByProperties() && !isThisMachine(host)))) {
            return ofJvm.select(target);
        }
        if (isThisMachine(host)) {
            return DIRECT;
        }
        int port = target.getPort() >= 0 ? target.getPort() : "https".equals(target.getScheme()) ? 443 : 80;
        return direct.contains(host, port)
                ? DIRECT
                : named(String.valueOf(target.getScheme()))
                        .map(it -> List.of(it.proxy()))
                        .orElse(DIRECT);
    }

    /** Returns what shows a proxy the user and password of its address, once. */
    Authenticator authenticator() {
        return (route, response) -> {
            boolean refused = response.request().header("Proxy-Authorization") != null;
            Optional<String> authorization = refused
                    ? Optional.empty()
                    : named(response.request().url().scheme()).flatMap(Gateway::authorization);
            return authorization
                    .map(it -> response.request()
                            .newBuilder()
                            .header("Proxy-Authorization", it)
                            .build())
                    .orElse(null);
        };
    }

    private static boolean isSetByTheProgram(ProxySelector ofJvm) {
        return !ofJvm.getClass().getName().startsWith("sun.net.");
    }

    private static boolean isNamedByProperties() {
        return PROPERTIES.stream().anyMatch(it -> System.getProperty(it) != null)
                || Boolean.getBoolean("java.net.useSystemProxies");
    }

    private Optional<Gateway> named(String scheme) {
        return value(scheme.equals("https") ? "HTTPS_PROXY" : "HTTP_PROXY").map(Gateway::of);
    }

    private Optional<Named> value(String name) {
        return Stream.of(name.toLowerCase(Locale.ROOT), name)
                .filter(environment::containsKey)
                .map(it -> new Named(it, environment.getOrDefault(it, "").strip()))
                .findFirst()
                .filter(it -> !it.value().isEmpty());
    }

    private static boolean isThisMachine(String host) {
        return host.equalsIgnoreCase("localhost")
                || host.toLowerCase(Locale.ROOT).endsWith(".localhost")
                || NoProxy.address(host).filter(it -> it.isLoopbackAddress()).isPresent();
    }

    static String unbracketed(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    @Override
    public void connectFailed(@Nullable URI target, @Nullable SocketAddress at, @Nullable IOException why) {
        // The call fails with the same, and is repeated.
    }
}
