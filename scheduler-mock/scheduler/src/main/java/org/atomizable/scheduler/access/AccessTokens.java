package org.atomizable.scheduler.access;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.Patience;
import org.atomizable.scheduler.journal.RowJson;
import org.atomizable.scheduler.journal.Table;

/**
 * The access tokens in a journal. Tokens may be created and revoked while a scheduler is running: it reads them again
 * after {@link #AFRESH}, and for a token that it does not know at once, so that a new token is good from the start. Safe
 * for use by several threads.
 */
public final class AccessTokens {

    /** For so long a revoked token may still be good. */
    public static final Duration AFRESH = Duration.ofSeconds(1);

    /**
     * The stored form of a token.
     *
     * @param id by which it is known, no secret
     * @param digest SHA-256 of its secret, in hexadecimal; a secret has 256 bits of chance, so that no slower function is needed
     * @param name the name of the tenant, person or program that uses it
     * @param revoked since when it is good for nothing
     */
    public record Token(String id, String digest, String name, Role role, Instant created, Optional<Instant> revoked) {}

    /** Compared with where no token has the id, so that it takes as long. */
    private static final String NO_DIGEST = "0".repeat(64);

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,99}");

    /** Readings for unknown tokens, in a second: guesses must not keep the journal busy. */
    private static final double FOR_UNKNOWN = 20;

    private final Journal journal;
    private final TimeSource time;
    private final RateLimit forUnknown;
    private Map<String, Token> known = Map.of();
    private boolean read;
    private long readAt;

    /** Makes the view of a journal's tokens. */
    public AccessTokens(Journal journal, TimeSource time) {
        this.journal = journal;
        this.time = time;
        this.forUnknown = new RateLimit(FOR_UNKNOWN, FOR_UNKNOWN, time);
    }

    /**
     * Creates a token.
     *
     * @param name the name of the tenant, person or program that uses it: 1 to 100 letters, digits, and . _ @ - after
     *     the first
     * @return its text, which cannot be recovered later
     */
    public String create(String name, Role role) throws JournalException {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a name has 1 to 100 letters, digits, and . _ @ - after the first, was \"%s\"".formatted(name));
        }
        TokenText text = TokenText.drawn(new SecureRandom());
        write(new Token(text.id(), text.digest(), name, role, time.now(), Optional.empty()));
        return text.show();
    }

    /**
     * Revokes a token; does nothing if it is revoked.
     *
     * @return what is known of it; empty if there is none of that id
     */
    public Optional<Token> revoke(String id) throws JournalException {
        Token found = all().get(id);
        if (found == null || found.revoked().isPresent()) {
            return Optional.ofNullable(found);
        }
        Token revoked = new Token(
                found.id(), found.digest(), found.name(), found.role(), found.created(), Optional.of(time.now()));
        write(revoked);
        return Optional.of(revoked);
    }

    /** Returns every token that ever was, in order of creation. */
    public List<Token> list() throws JournalException {
        return new ArrayList<>(all().values());
    }

    /** Returns whose token this is, if it is good. */
    public Optional<Bearer> bearer(String shown) throws JournalException {
        Optional<TokenText> text = TokenText.read(shown);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Optional<Token> found =
                Optional.ofNullable(recent(text.get().id()).get(text.get().id()));
        boolean right = text.get().matches(found.map(Token::digest).orElse(NO_DIGEST));
        return found.filter(it -> right && it.revoked().isEmpty()).map(it -> new Bearer(it.name(), it.role(), it.id()));
    }

    private synchronized Map<String, Token> recent(String wanted) throws JournalException {
        long now = time.nanos();
        if (!read || now - readAt > AFRESH.toNanos() || (!known.containsKey(wanted) && forUnknown.take("all"))) {
            known = all();
            read = true;
            readAt = now;
        }
        return known;
    }

    private Map<String, Token> all() throws JournalException {
        return RowJson.all(journal, Table.ACCESS, Token.class);
    }

    private synchronized void write(Token token) throws JournalException {
        List<Change> row = List.of(new Change(Table.ACCESS, token.id(), Optional.of(RowJson.write(token))));
        Patience.with(time, () -> {
            journal.write(row);
            return token;
        });
        read = false;
    }
}
