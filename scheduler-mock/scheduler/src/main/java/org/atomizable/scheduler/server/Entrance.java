package org.atomizable.scheduler.server;

import java.util.Optional;
import org.atomizable.scheduler.access.TrustedProxies;

/**
 * How callers come in.
 *
 * @param tokens whether each must show one; without, everybody may do everything, and only this machine is listened to
 * @param tls what the server shows of itself; empty for plain HTTP
 * @param proxies who is believed about the addresses of callers
 */
public record Entrance(boolean tokens, Optional<Tls> tls, TrustedProxies proxies) {

    /** Everybody on this machine, by plain HTTP. */
    public static final Entrance OPEN = new Entrance(false, Optional.empty(), TrustedProxies.NONE);

    /** Whoever has a token, by plain HTTP. */
    public static final Entrance BY_TOKEN = new Entrance(true, Optional.empty(), TrustedProxies.NONE);

    /** Returns the same by HTTPS. */
    public Entrance with(Tls tls) {
        return new Entrance(tokens, Optional.of(tls), proxies);
    }

    /** Returns the same behind proxies. */
    public Entrance behind(TrustedProxies proxies) {
        return new Entrance(tokens, tls, proxies);
    }
}
