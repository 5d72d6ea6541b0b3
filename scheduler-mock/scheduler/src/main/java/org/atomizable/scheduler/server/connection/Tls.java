package org.atomizable.scheduler.server.connection;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.AtomizableException;
import org.atomizable.scheduler.journal.OwnerOnly;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server's certificate and key, as PEM files.
 *
 * @param certificate the server's, followed by those that sign it
 * @param key in PKCS #8, not encrypted; RSA, EC or Ed25519
 */
public record Tls(Path certificate, Path key) {

    private static final Logger LOG = LoggerFactory.getLogger(Tls.class);
    private static final Pattern PEM =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519");
    private static final String SERVER = "server";
    private static final char[] IN_MEMORY = "in memory only".toCharArray();

    /** The operator is warned this long before the certificate expires. */
    private static final Duration WARNING = Duration.ofDays(30);

    /**
     * Reads both files into a store of keys.
     *
     * @throws AtomizableException if a file cannot be read, the key is not the certificate's, or one of the certificates is not valid now
     */
    public KeyStore read(Instant now) throws AtomizableException {
        List<X509Certificate> chain = chain();
        PrivateKey secret = privateKey();
        X509Certificate server = chain.get(0);
        if (!KeyPairs.belong(server.getPublicKey(), secret)) {
            throw new AtomizableException(
                    "the key in %s is not that of the first certificate in %s (%s)"
                            .formatted(key, certificate, server.getSubjectX500Principal()),
                    "Name the key that the certificate was made for, and put the server's own certificate before those that "
                            + "signed it");
        }
        for (X509Certificate each : chain) {
            requireValid(each, now);
        }
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, IN_MEMORY);
            store.setKeyEntry(SERVER, secret, IN_MEMORY, chain.toArray(new Certificate[0]));
            return store;
        } catch (IOException | GeneralSecurityException wrong) {
            throw unusable(wrong);
        }
    }

    /** Returns when the first of a store's certificates expires. */
    static Optional<Instant> expires(KeyStore store) {
        try {
            return Arrays.stream(store.getCertificateChain(SERVER))
                    .filter(X509Certificate.class::isInstance)
                    .map(it -> ((X509Certificate) it).getNotAfter().toInstant())
                    .min(Comparator.naturalOrder());
        } catch (KeyStoreException defect) {
            throw new IllegalStateException("a store of our own is not loaded", defect);
        }
    }

    static String password() {
        return new String(IN_MEMORY);
    }

    AtomizableException unusable(Exception wrong) {
        return new AtomizableException(
                "%s and %s cannot be used: %s".formatted(certificate, key, wrong.getMessage()),
                "Name a certificate and its own key, both in PEM format",
                wrong);
    }

    private List<X509Certificate> chain() throws AtomizableException {
        try (var in = Files.newInputStream(certificate)) {
            List<X509Certificate> chain = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (chain.isEmpty()) {
                throw new AtomizableException(
                        "%s holds no certificate".formatted(certificate), "Name a file in PEM format");
            }
            return chain;
        } catch (IOException failed) {
            throw unreadable(certificate, failed);
        } catch (GeneralSecurityException wrong) {
            throw unusable(wrong);
        }
    }

    private void requireValid(X509Certificate each, Instant now) throws AtomizableException {
        Instant from = each.getNotBefore().toInstant();
        Instant until = each.getNotAfter().toInstant();
        String name = "the certificate of %s in %s".formatted(each.getSubjectX500Principal(), certificate);
        if (now.isAfter(until)) {
            throw new AtomizableException(
                    "%s expired at %s, and it is %s".formatted(name, until, now),
                    "Renew it; no client would accept it");
        }
        if (now.isBefore(from)) {
            throw new AtomizableException(
                    "%s is not valid before %s, and it is %s".formatted(name, from, now),
                    "Set this machine's clock if it is wrong, or use a certificate that is valid now");
        }
        Duration left = Duration.between(now, until);
        if (left.compareTo(WARNING) < 0) {
            LOG.warn(
                    "{} expires in {} days, at {}; renew it: the new one is served within a minute",
                    name,
                    left.toDays(),
                    until);
        }
    }

    private static AtomizableException unreadable(Path file, IOException failed) {
        String why = failed.getMessage();
        if (failed instanceof NoSuchFileException) {
            why = "there is no such file";
        } else if (failed instanceof AccessDeniedException) {
            why = "user %s has no right to read it".formatted(System.getProperty("user.name"));
        }
        return new AtomizableException(
                "%s cannot be read: %s".formatted(file, why),
                "Name a file in PEM format that this program may read",
                failed);
    }

    private PrivateKey privateKey() throws AtomizableException {
        OwnerOnly.warn(key, "the certificate's key");
        String text;
        try {
            text = Files.readString(key);
        } catch (IOException failed) {
            throw unreadable(key, failed);
        }
        Matcher pem = PEM.matcher(text);
        if (!pem.find() || !pem.group(1).equals("PRIVATE KEY")) {
            throw new AtomizableException(
                    "%s holds no plain PKCS #8 key".formatted(key),
                    "Convert it: openssl pkcs8 -topk8 -nocrypt -in KEY -out NEW");
        }
        PKCS8EncodedKeySpec spec =
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(2)));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException another) {
                // Of one of the other algorithms, perhaps.
            } catch (GeneralSecurityException missing) {
                throw new IllegalStateException("every Java has " + algorithm, missing);
            }
        }
        throw new AtomizableException(
                "%s holds a key of an algorithm that is not supported".formatted(key), "Use RSA, EC or Ed25519");
    }
}
