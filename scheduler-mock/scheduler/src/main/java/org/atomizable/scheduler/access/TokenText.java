package org.atomizable.scheduler.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A token as it is shown: {@code atomizable_ID_SECRET}. Never logged, never kept. */
final class TokenText {

    private static final Pattern TEXT = Pattern.compile("atomizable_([0-9a-f]{12})_([A-Za-z0-9_-]{43})");
    private static final int ID_BYTES = 6;
    private static final int SECRET_BYTES = 32;

    private final String id;
    private final String secret;

    private TokenText(String id, String secret) {
        this.id = id;
        this.secret = secret;
    }

    static TokenText drawn(SecureRandom random) {
        byte[] id = new byte[ID_BYTES];
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(id);
        random.nextBytes(secret);
        return new TokenText(
                HexFormat.of().formatHex(id),
                Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
    }

    static Optional<TokenText> read(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches() ? Optional.of(new TokenText(matcher.group(1), matcher.group(2))) : Optional.empty();
    }

    String id() {
        return id;
    }

    String digest() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /** Takes as long whether it is right or wrong, and wherever it is wrong. */
    boolean matches(String digest) {
        return MessageDigest.isEqual(
                digest().getBytes(StandardCharsets.US_ASCII), digest.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the text, which is shown once, to the user of the token. */
    String show() {
        return "atomizable_%s_%s".formatted(id, secret);
    }

    /** Tells no secret. */
    @Override
    public String toString() {
        return "token " + id;
    }
}
