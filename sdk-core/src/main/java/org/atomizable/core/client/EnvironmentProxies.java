package org.atomizable.core.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    private static String unbracketed(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    @Override
    public void connectFailed(@Nullable URI target, @Nullable SocketAddress at, @Nullable IOException why) {
        // The call fails with the same, and is repeated.
    }

    /** The hosts that are reached without a proxy: the value of {@code NO_PROXY}. No name is resolved. */
    private static final class NoProxy {

        private static final Pattern ENTRY =
                Pattern.compile("(\\[[^]]+]|[^:\\[]+|[^\\[]*:[^\\[]*:[^\\[]*?)(?::(\\d+))?");
        private static final Pattern LITERAL =
                Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+|[0-9a-fA-F.]*:[0-9a-fA-F:.]*");

        private record Entry(String host, Optional<Integer> port) {

            boolean matches(String asked, int askedPort) {
                return (port.isEmpty() || port.get() == askedPort)
                        && (host.equals("*") || names(asked) || holds(asked));
            }

            private boolean names(String asked) {
                String domain = host.replaceFirst("^\\*?\\.", "");
                return asked.equals(domain) || (address(asked).isEmpty() && asked.endsWith("." + domain));
            }

            /** Tells whether it is an address or a network with that address in it. */
            private boolean holds(String asked) {
                int slash = host.indexOf('/');
                Optional<byte[]> network =
                        address(slash < 0 ? host : host.substring(0, slash)).map(InetAddress::getAddress);
                Optional<byte[]> member = address(asked).map(InetAddress::getAddress);
                if (network.isEmpty() || member.isEmpty() || network.get().length != member.get().length) {
                    return false;
                }
                int bits = slash < 0 ? 8 * network.get().length : bits(host.substring(slash + 1), network.get().length);
                for (int bit = 0; bit < bits; bit++) {
                    int mask = 0x80 >> (bit % 8);
                    if (((network.get()[bit / 8] ^ member.get()[bit / 8]) & mask) != 0) {
                        return false;
                    }
                }
                return true;
            }

            /** Returns the length of a network's prefix; a text that is no length means the address itself. */
            private static int bits(String text, int bytes) {
                return text.matches("\\d{1,3}") ? Math.min(8 * bytes, Integer.parseInt(text)) : 8 * bytes;
            }
        }

        private final List<Entry> entries;

        NoProxy(String list) {
            this.entries = Stream.of(list.split("[,\\s]+"))
                    .filter(it -> !it.isEmpty())
                    .flatMap(it -> entry(it.toLowerCase(Locale.ROOT)).stream())
                    .toList();
        }

        private static Optional<Entry> entry(String text) {
            Matcher matcher = ENTRY.matcher(text);
            if (!matcher.matches()) {
                return Optional.empty();
            }
            // An address of version 6 without brackets has no port.
            boolean bare = !text.startsWith("[") && text.indexOf(':') != text.lastIndexOf(':');
            return Optional.of(
                    bare
                            ? new Entry(text, Optional.empty())
                            : new Entry(
                                    unbracketed(matcher.group(1)),
                                    Optional.ofNullable(matcher.group(2)).map(Integer::parseInt)));
        }

        boolean contains(String host, int port) {
            String asked = host.toLowerCase(Locale.ROOT);
            return entries.stream().anyMatch(it -> it.matches(asked, port));
        }

        /** Returns the address that is written there; empty if it is a name. */
        static Optional<InetAddress> address(String text) {
            if (!LITERAL.matcher(text).matches()) {
                return Optional.empty();
            }
            try {
                return Optional.of(InetAddress.getByName(text));
            } catch (UnknownHostException none) {
                return Optional.empty();
            }
        }
    }
}
