package org.atomizable.scheduler.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.scheduler.access.TrustedProxies.Header;

/** Reads the addresses in a proxy's header. */
final class Hops {

    /** An address, in brackets or not, and a port; IPv6 without brackets has none. */
    private static final Pattern WITH_PORT = Pattern.compile("\\[([^\\]]*)\\](:[^:]*)?|([^:]*)(:[^:]*)?");

    private static final String FOR = "for=";

    private Hops() {}

    /** Returns what stands for an address in each element, in order; something that is no address where it is hidden. */
    static List<String> of(String value, Header header) {
        List<String> hops = new ArrayList<>();
        for (String element : split(value, ',')) {
            hops.add(withoutPort(header == Header.FORWARDED ? forwarded(element) : element));
        }
        return hops;
    }

    private static String forwarded(String element) {
        for (String pair : split(element, ';')) {
            if (pair.toLowerCase(Locale.ROOT).startsWith(FOR)) {
                return pair.substring(FOR.length()).replace("\"", "");
            }
        }
        return "unknown";
    }

    private static String withoutPort(String text) {
        Matcher matcher = WITH_PORT.matcher(text);
        if (!matcher.matches()) {
            return text;
        }
        return matcher.group(1) != null ? matcher.group(1) : matcher.group(3);
    }

    /** Splits where no quotes are open. */
    private static List<String> split(String text, char at) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        for (int index = 0; index < text.length(); index++) {
            char each = text.charAt(index);
            quoted ^= each == '"';
            if (each == at && !quoted) {
                parts.add(part.toString().strip());
                part.setLength(0);
            } else {
                part.append(each);
            }
        }
        parts.add(part.toString().strip());
        return parts;
    }
}
