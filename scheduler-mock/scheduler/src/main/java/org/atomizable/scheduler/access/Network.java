package org.atomizable.scheduler.access;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The addresses that begin with the same bits, such as {@code 10.0.0.0/8} or {@code fd00::/8}.
 *
 * @param prefix how many bits
 */
public record Network(InetAddress address, int prefix) {

    /** Only literals: a name would be looked up. */
    private static final Pattern LITERAL = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*");

    /**
     * Reads one.
     *
     * @param text an address for itself alone, or with {@code /} and the number of bits
     * @throws IllegalArgumentException if it is none
     */
    public static Network parse(String text) {
        int slash = text.indexOf('/');
        Optional<InetAddress> address = literal(slash < 0 ? text : text.substring(0, slash));
        if (address.isPresent()) {
            int bits = Byte.SIZE * address.get().getAddress().length;
            String prefix = slash < 0 ? String.valueOf(bits) : text.substring(slash + 1);
            if (prefix.matches("[0-9]{1,3}") && Integer.parseInt(prefix) <= bits) {
                return new Network(address.get(), Integer.parseInt(prefix));
            }
        }
        throw new IllegalArgumentException(
                "\"%s\" is no network; write 10.0.0.7, 10.0.0.0/8 or fd00::/8".formatted(text));
    }

    /** Returns the address that a text is; an IPv4 address in IPv6 form is the IPv4 address. */
    static Optional<InetAddress> literal(String text) {
        int scope = text.indexOf('%');
        String plain = scope < 0 ? text : text.substring(0, scope);
        if (!LITERAL.matcher(plain).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(plain));
        } catch (UnknownHostException malformed) {
            return Optional.empty();
        }
    }

    boolean contains(InetAddress other) {
        byte[] ours = address.getAddress();
        byte[] theirs = other.getAddress();
        int rest = Byte.SIZE * ours.length - prefix;
        return ours.length == theirs.length
                && new BigInteger(1, ours).shiftRight(rest).equals(new BigInteger(1, theirs).shiftRight(rest));
    }
}
