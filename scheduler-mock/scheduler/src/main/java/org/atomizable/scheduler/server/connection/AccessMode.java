package org.atomizable.scheduler.server.connection;

import java.util.Optional;
import org.atomizable.scheduler.access.TrustedProxies;

/**
 * How callers come in.
 *
 * @param tokens whether each caller needs a token. Without tokens every caller may do everything, and the server
 *     listens on loopback only
 * @param tls what the server shows of itself; empty for plain HTTP
 * @param proxies who is believed about the addresses of callers
 */
public record AccessMode(boolean tokens, Optional<Tls> tls, TrustedProxies proxies) {

    /** Every program on this machine, by plain HTTP. */
    public static final AccessMode OPEN = new AccessMode(false, Optional.empty(), TrustedProxies.NONE);

    /** Callers with a token, by plain HTTP. */
    public static final AccessMode BY_TOKEN = new AccessMode(true, Optional.empty(), TrustedProxies.NONE);

    /** Returns the same by HTTPS. */
    public AccessMode with(Tls tls) {
        return new AccessMode(tokens, Optional.of(tls), proxies);
    }

    /** Returns the same behind proxies. */
    public AccessMode behind(TrustedProxies proxies) {
        return new AccessMode(tokens, tls, proxies);
    }
}
