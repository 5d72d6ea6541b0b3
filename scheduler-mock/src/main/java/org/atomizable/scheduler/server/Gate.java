package org.atomizable.scheduler.server;

import io.javalin.http.Context;
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
import org.atomizable.scheduler.journal.JournalException;

/** Lets callers in: by token, as their role allows, and not too fast. Safe for use by several threads. */
final class Gate {

    private static final String SCHEME = "Bearer ";

    /** Literally: any name may be made to mean this machine. */
    private static final Pattern THIS_MACHINE =
            Pattern.compile("(localhost|127(\\.[0-9]{1,3}){3}|\\[::1])(:[0-9]{1,5})?", Pattern.CASE_INSENSITIVE);

    private final Optional<AccessTokens> tokens;
    private final Optional<AuditLog> audit;
    private final RateLimit calls;
    private final RateLimit failures;

    /**
     * Makes a gate.
     *
     * @param tokens empty to let everybody in
     */
    Gate(Optional<AccessTokens> tokens, Optional<AuditLog> audit, TimeSource time) {
        this.tokens = tokens;
        this.audit = audit;
        this.calls = new RateLimit(Bounds.CALLS_PER_SECOND, Bounds.CALLS_AT_ONCE, time);
        this.failures = new RateLimit(Bounds.BAD_TOKENS_PER_SECOND, Bounds.BAD_TOKENS_AT_ONCE, time);
    }

    /** Returns the caller, if one of these roles may make this call. */
    Caller enter(Context request, Set<Role> allowed) throws ProblemException {
        if (tokens.isEmpty()) {
            requireFromHere(request);
            return Caller.ANYBODY;
        }
        Bearer bearer = bearer(request, tokens.get());
        if (!calls.take(bearer.token())) {
            request.header("Retry-After", "1");
            throw new ProblemException(
                    429,
                    "too-fast",
                    "A token is good for %d calls a second. Send fewer, or again in a second."
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
                    "Without tokens only programs of this machine may call, by 127.0.0.1 or localhost. Call it so.");
        }
    }

    /** Takes down a deed that a person may be asked about. */
    void did(Caller caller, String did, String to) {
        audit.ifPresent(it -> it.did(caller.name(), did, to));
    }

    private Bearer bearer(Context request, AccessTokens known) throws ProblemException {
        String from = request.ip();
        if (!failures.has(from)) {
            request.header("Retry-After", "1");
            throw new ProblemException(
                    429, "too-many-bad-tokens", "Too many calls from there had no good token. Wait, and check it.");
        }
        Optional<String> header = Optional.ofNullable(request.header("Authorization"));
        Optional<Bearer> bearer;
        try {
            bearer = header.filter(it -> it.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
                            .isEmpty()
                    ? Optional.empty()
                    : known.bearer(header.get().substring(SCHEME.length()).strip());
        } catch (JournalException unreadable) {
            throw new ProblemException(503, "not-written", "The scheduler cannot read its tokens. Try again later.");
        }
        if (bearer.isEmpty()) {
            failures.take(from);
            request.header("WWW-Authenticate", "Bearer realm=\"atomizable\"");
            if (header.isPresent()) {
                audit.ifPresent(it -> it.did("somebody at " + from, "was turned away", request.path()));
            }
            throw new ProblemException(
                    401,
                    header.isPresent() ? "bad-token" : "no-token",
                    "This scheduler wants a good token: Authorization: Bearer atomizable_... "
                            + "Ask its operator for one; it is made by: atomizable tokens create.");
        }
        return bearer.get();
    }
}
