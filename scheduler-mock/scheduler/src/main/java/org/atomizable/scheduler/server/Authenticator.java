package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.access.AuditLog;
import org.atomizable.scheduler.access.Bearer;
import org.atomizable.scheduler.access.RateLimit;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.access.TrustedProxies;
import org.atomizable.scheduler.access.TurnedAway;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.server.connection.Bounds;

/** Authenticates callers by token, checks their roles, and limits their rates. Safe for use by several threads. */
final class Authenticator implements AutoCloseable {

    private static final String SCHEME = "Bearer ";

    /** Literally: any name may be made to mean this machine. */
    private static final Pattern THIS_MACHINE =
            Pattern.compile("(localhost|127(\\.[0-9]{1,3}){3}|\\[::1])(:[0-9]{1,5})?", Pattern.CASE_INSENSITIVE);

    /** The tokens and what is written down of their use. */
    public record Keys(AccessTokens tokens, AuditLog audit, TurnedAway turnedAway, TrustedProxies proxies) {}

    private final Optional<Keys> keys;
    private final RateLimit calls;
    private final RateLimit failures;

    /**
     * Creates an authenticator.
     *
     * @param keys empty to accept every caller
     */
    Authenticator(Optional<Keys> keys, TimeSource time) {
        this.keys = keys;
        this.calls = new RateLimit(Bounds.CALLS_PER_SECOND, Bounds.CALLS_AT_ONCE, time);
        this.failures = new RateLimit(Bounds.BAD_TOKENS_PER_SECOND, Bounds.BAD_TOKENS_AT_ONCE, time);
    }

    /** Returns the caller, if one of these roles may make this call. */
    public Caller enter(Context request, Set<Role> allowed) throws ProblemException {
        if (keys.isEmpty()) {
            requireFromHere(request);
            return Caller.ANYBODY;
        }
        Bearer bearer = bearer(request, keys.get());
        if (!calls.take(bearer.token())) {
            throw new ProblemException(
                    429,
                    "too-fast",
                    "A token allows %s calls per second. Send fewer, or try again in a second."
                            .formatted(Bounds.CALLS_PER_SECOND));
        }
        if (!allowed.contains(bearer.role())) {
            throw new ProblemException(
                    403,
                    "not-your-role",
                    "This call is for %s, and the token is a %s's. Use another token."
                            .formatted(
                                    allowed.stream()
                                            .sorted()
                                            .map(Role::toString)
                                            .collect(Collectors.joining(" or ")),
                                    bearer.role()));
        }
        return new Caller(Optional.of(bearer));
    }

    /** Any web page may have its reader's browser call this machine: such calls have a name or an origin that is not ours. */
    private static void requireFromHere(Context request) throws ProblemException {
        String host = Optional.ofNullable(request.header("Host")).orElse("");
        String origin = request.header("Origin");
        boolean ours = origin == null || origin.equals("http://" + host) || origin.equals("https://" + host);
        if (!ours || !THIS_MACHINE.matcher(host).matches()) {
            throw new ProblemException(
                    403,
                    "not-from-here",
                    "Without tokens only programs on this machine may call, at the address that it "
                            + "shows, or at localhost. Use one of these.");
        }
    }

    /** Returns the audit log's rows for an action. */
    public List<Change> entry(Caller caller, String did, String to) {
        return keys.map(it -> it.audit().entry(caller.name(), did, to)).orElse(List.of());
    }

    /** Writes what was counted. */
    @Override
    public void close() {
        keys.ifPresent(it -> it.turnedAway().close());
    }

    /**
     * The token is checked first: a caller with a valid token is accepted, whatever other callers at the same address
     * have sent.
     */
    private Bearer bearer(Context request, Keys known) throws ProblemException {
        Optional<String> header = Optional.ofNullable(request.header("Authorization"));
        Optional<Bearer> bearer;
        try {
            bearer = header.filter(it -> it.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
                            .isEmpty()
                    ? Optional.empty()
                    : known.tokens()
                            .bearer(header.get().substring(SCHEME.length()).strip());
        } catch (JournalException unreadable) {
            throw new ProblemException(503, "not-written", "The scheduler cannot read its tokens. Try again later.");
        }
        if (bearer.isEmpty()) {
            throw turnAway(request, known, header.isPresent());
        }
        return bearer.get();
    }

    private ProblemException turnAway(Context request, Keys known, boolean shown) {
        TrustedProxies proxies = known.proxies();
        String from = proxies.client(
                request.ip(),
                Collections.list(request.req().getHeaders(proxies.header().toString())));
        known.turnedAway().count(from, shown);
        if (!failures.take(from)) {
            return new ProblemException(
                    429,
                    "too-many-bad-tokens",
                    "Too many calls from this address had no valid token. Wait, and check the token.");
        }
        request.header("WWW-Authenticate", "Bearer realm=\"atomizable\"");
        return new ProblemException(
                401,
                shown ? "bad-token" : "no-token",
                "This scheduler requires a valid token: Authorization: Bearer atomizable_... "
                        + "Ask its operator for one; it is made by: atomizable tokens create.");
    }
}
