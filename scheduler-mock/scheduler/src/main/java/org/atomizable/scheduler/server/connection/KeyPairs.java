package org.atomizable.scheduler.server.connection;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;

/** Tells whether two keys are a pair. */
final class KeyPairs {

    private static final byte[] SAMPLE = "signed by one, checked by the other".getBytes(StandardCharsets.US_ASCII);

    private KeyPairs() {}

    static boolean belong(PublicKey open, PrivateKey secret) {
        if (!family(open.getAlgorithm()).equals(family(secret.getAlgorithm()))) {
            return false;
        }
        String algorithm = switch (family(open.getAlgorithm())) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> "Ed25519";
        };
        try {
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(secret);
            signing.update(SAMPLE);
            Signature checking = Signature.getInstance(algorithm);
            checking.initVerify(open);
            checking.update(SAMPLE);
            return checking.verify(signing.sign());
        } catch (GeneralSecurityException apart) {
            // Such as two curves, or two lengths.
            return false;
        }
    }

    /** Ed25519 keys have both names. */
    private static String family(String algorithm) {
        return algorithm.equals("EdDSA") ? "Ed25519" : algorithm;
    }
}
