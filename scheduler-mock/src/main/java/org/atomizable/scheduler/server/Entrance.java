package org.atomizable.scheduler.server;

import java.util.Optional;

/**
 * How callers come in.
 *
 * @param tokens whether each must show one; without, everybody may do everything, and only this machine is listened to
 * @param tls what the server shows of itself; empty for plain HTTP
 */
public record Entrance(boolean tokens, Optional<Tls> tls) {

    /** Everybody on this machine, by plain HTTP. */
    public static final Entrance OPEN = new Entrance(false, Optional.empty());

    /** Whoever has a token, by plain HTTP. */
    public static final Entrance BY_TOKEN = new Entrance(true, Optional.empty());

    /** Returns the same by HTTPS. */
    public Entrance with(Tls tls) {
        return new Entrance(tokens, Optional.of(tls));
    }
}
