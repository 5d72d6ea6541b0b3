package org.atomizable.core.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The hosts that are reached without a proxy: the value of {@code NO_PROXY}. No name is resolved. */
final class NoProxy {

    private static final Pattern ENTRY = Pattern.compile("(\\[[^]]+]|[^:\\[]+|[^\\[]*:[^\\[]*:[^\\[]*?)(?::(\\d+))?");
    private static final Pattern LITERAL = Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+|[0-9a-fA-F.]*:[0-9a-fA-F:.]*");

    private record Entry(String host, Optional<Integer> port) {

        boolean matches(String asked, int askedPort) {
            return (port.isEmpty() || port.get() == askedPort) && (host.equals("*") || names(asked) || holds(asked));
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
                                EnvironmentProxies.unbracketed(matcher.group(1)),
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
