package org.atomizable.testkit.relay;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A call of a client.
 *
 * @param method of HTTP
 * @param path with its query
 * @param headers those that the protocol knows, by name without regard to case
 * @param body empty if there is none
 */
public record Call(String method, String path, Map<String, String> headers, String body) {

    /** Copies the headers. */
    public Call {
        Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(headers);
        headers = copy;
    }

    /** Returns a header. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** Returns the same call with another body. */
    public Call withBody(String other) {
        return new Call(method, path, headers, other);
    }

    /** Returns the same call to another path. */
    public Call withPath(String other) {
        return new Call(method, other, headers, body);
    }

    /** Returns the same call with another header. */
    public Call withHeader(String name, String value) {
        Map<String, String> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        more.putAll(headers);
        more.put(name, value);
        return new Call(method, path, more, body);
    }

    /** Returns the path without its query. */
    public String route() {
        int query = path.indexOf('?');
        return query < 0 ? path : path.substring(0, query);
    }

    /** Returns a number of the query. */
    public Optional<Long> number(String name) {
        int query = path.indexOf('?');
        for (String part : query < 0 ? new String[0] : path.substring(query + 1).split("&", -1)) {
            if (part.matches(name + "=[0-9]{1,18}")) {
                return Optional.of(Long.parseLong(part.substring(name.length() + 1)));
            }
        }
        return Optional.empty();
    }

    /** Returns the event after which a client asks for events. */
    public long after() {
        return header("Last-Event-ID")
                .filter(it -> it.matches("[0-9]{1,18}"))
                .map(Long::parseLong)
                .or(() -> number("after"))
                .orElse(0L);
    }
}
