package org.atomizable.core.client;

import java.io.IOException;
import java.util.StringJoiner;
import okhttp3.Response;
import org.atomizable.api.Bytes;

/**
 * Somebody else answered in the scheduler's place: a gateway, a proxy, a login page, or another program at its address. What they say
 * tells nothing of the scheduler, so that it counts as absent.
 */
final class ForeignAnswerException extends IOException {

    private static final int SHOWN = 60;

    private ForeignAnswerException(String message) {
        super(message);
    }

    /** Makes one that says who seems to answer. */
    static ForeignAnswerException of(Response response, String body) {
        return signed(response, body.isBlank() ? "it is empty" : "it begins \"" + shown(body) + "\"");
    }

    /** Makes one for an answer that is longer than any of a scheduler. */
    static ForeignAnswerException endless(Response response, long bytes) {
        return signed(response, "it has not ended after %s".formatted(Bytes.of(bytes)));
    }

    private static ForeignAnswerException signed(Response response, String body) {
        StringJoiner signs = new StringJoiner("; ", "(", ")");
        for (String name : new String[] {"Server", "Location"}) {
            String value = response.header(name);
            if (value != null) {
                signs.add(name + ": " + shown(value));
            }
        }
        signs.add(body);
        return new ForeignAnswerException(
                "HTTP %s, and the answer is not of a scheduler %s".formatted(response.code(), signs));
    }

    /** Goes to terminals, and nobody knows who wrote it. */
    private static String shown(String text) {
        String plain = text.strip().replaceAll("[\\p{Cntrl}\\p{Cf}\\s]+", " ");
        return plain.length() <= SHOWN ? plain : plain.substring(0, SHOWN) + "...";
    }
}
