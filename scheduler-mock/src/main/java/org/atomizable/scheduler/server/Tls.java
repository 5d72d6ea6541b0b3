package org.atomizable.scheduler.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.AtomizableException;

/**
 * A server's certificate and key, as PEM files.
 *
 * @param certificate the server's, followed by those that sign it
 * @param key in PKCS #8, not encrypted; RSA, EC or Ed25519
 */
public record Tls(Path certificate, Path key) {

    private static final Pattern PEM =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519");
    private static final char[] IN_MEMORY = "in memory only".toCharArray();

    /** Reads both files into a store of keys. */
    KeyStore read() throws AtomizableException {
        try (InputStream in = Files.newInputStream(certificate)) {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .toArray(new Certificate[0]);
            if (chain.length == 0) {
                throw new AtomizableException(
                        "%s holds no certificate".formatted(certificate), "Name a file in PEM format");
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, IN_MEMORY);
            store.setKeyEntry("server", privateKey(), IN_MEMORY, chain);
            return store;
        } catch (IOException unreadable) {
            throw new AtomizableException(
                    "%s cannot be read: %s".formatted(certificate, unreadable.getMessage()),
                    "Name a file in PEM format that this program may read",
                    unreadable);
        } catch (GeneralSecurityException wrong) {
            throw new AtomizableException(
                    "%s and %s cannot be used: %s".formatted(certificate, key, wrong.getMessage()),
                    "Name a certificate and its own key, both in PEM format",
                    wrong);
        }
    }

    static String password() {
        return new String(IN_MEMORY);
    }

    private PrivateKey privateKey() throws AtomizableException {
        String text;
        try {
            text = Files.readString(key);
        } catch (IOException unreadable) {
            throw new AtomizableException(
                    "%s cannot be read: %s".formatted(key, unreadable.getMessage()),
                    "Name a file in PEM format that this program may read",
                    unreadable);
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
