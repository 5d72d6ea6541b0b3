package org.atomizable.checkpoint.backend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;

/**
 * The process that raised a store's fence, for the message to a refused worker. Nothing is decided by it: it may be lost, or hold anything else.
 *
 * @param token what the fence was raised to
 * @param words the process, its host and the instant, in characters that do nothing to a terminal
 */
public record Holder(FencingToken token, String words) {

    /** No text of a holder is as long. */
    static final int LONGEST = 512;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,255}");

    private static final Pattern TEXT = Pattern.compile("token ([0-9]{1,18}): " + "(process [0-9]{1,18}( on " + NAME
            + ")? since [0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z)\n?");

    private static final Path HOST = Path.of("/proc/sys/kernel/hostname");

    /** Returns this process, which raises a fence now. */
    public static Holder here(FencingToken token, TimeSource time) {
        return new Holder(
                token,
                "process %s%s since %s"
                        .formatted(
                                ProcessHandle.current().pid(),
                                host(),
                                time.now().truncatedTo(ChronoUnit.SECONDS)));
    }

    private static String host() {
        try {
            String name = Files.readString(HOST).strip();
            return NAME.matcher(name).matches() ? " on " + name : "";
        } catch (IOException elsewhere) {
            return "";
        }
    }

    /** Returns what {@link #text} returned; empty if it is anything else, such as the half of it. */
    public static Optional<Holder> read(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new Holder(new FencingToken(Long.parseLong(matcher.group(1))), matcher.group(2)))
                : Optional.empty();
    }

    /** Returns it as one line, which a person can read too. */
    public String text() {
        return "token %s: %s\n".formatted(token.value(), words);
    }

    /** Refuses a token, and names the holder of the newest if what is told is of that one. */
    public static StaleTokenException refused(FencingToken mine, FencingToken newest, Optional<Holder> told) {
        return new StaleTokenException(
                mine,
                newest,
                told.filter(it -> it.token().equals(newest)).map(Holder::words).orElse(""));
    }
}
