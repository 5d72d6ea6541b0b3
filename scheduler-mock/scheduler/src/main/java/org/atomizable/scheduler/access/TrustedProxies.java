package org.atomizable.scheduler.access;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The proxies that are believed when they say from which address they were called.
 *
 * @param networks the networks of the proxies; empty to trust none
 * @param header which they write; the other one passes through them as a client sends it
 */
public record TrustedProxies(List<Network> networks, Header header) {

    /** No proxy is trusted: a caller's address is that of its connection. */
    public static final TrustedProxies NONE = new TrustedProxies(List.of(), Header.X_FORWARDED_FOR);

    /** Where proxies write the address. */
    public enum Header {
        /** Addresses, each proxy's caller after those before. */
        X_FORWARDED_FOR("X-Forwarded-For"),
        /** RFC 7239. */
        FORWARDED("Forwarded");

        private final String text;

        Header(String text) {
            this.text = text;
        }

        /** Returns the one of that name, in upper or lower case. */
        public static Header named(String name) {
            for (Header each : values()) {
                if (each.text.equalsIgnoreCase(name)) {
                    return each;
                }
            }
            throw new IllegalArgumentException(
                    "no proxy's header is known as \"%s\"; there are X-Forwarded-For and Forwarded".formatted(name));
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Copies the list. */
    public TrustedProxies {
        networks = List.copyOf(networks);
    }

    /**
     * Returns where a call comes from: the last address in the header that is no trusted proxy's. What stands before that was written by
     * the caller itself, and may be anything.
     *
     * @param peer the address of the connection
     * @param values of the header, in order
     */
    public String client(String peer, List<String> values) {
        Optional<InetAddress> connected = Network.literal(peer);
        if (connected.isEmpty() || !trusts(connected.get())) {
            return peer;
        }
        List<String> hops = new ArrayList<>();
        values.forEach(value -> hops.addAll(Hops.of(value, header)));
        String client = peer;
        for (int index = hops.size() - 1; index >= 0; index--) {
            Optional<InetAddress> hop = Network.literal(hops.get(index));
            if (hop.isEmpty()) {
                // Hidden or malformed: the proxy that wrote it is all that is known.
                return client;
            }
            client = hop.get().getHostAddress();
            if (!trusts(hop.get())) {
                return client;
            }
        }
        return client;
    }

    private boolean trusts(InetAddress address) {
        return networks.stream().anyMatch(it -> it.contains(address));
    }
}
