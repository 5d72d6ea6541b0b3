package org.atomizable.core.catalogue;

import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/** Jobs that look like {@link WrongSums}, and end cut in the bits of a straight run. */
final class RightSums {

    private RightSums() {}

    public static final class ChecksumOfAtom extends SumJob {
        private final CRC32 sums = new CRC32();

        @Override
        double term(long atom) {
            sums.update((int) atom);
            double found = sums.getValue() % 100;
            sums.reset();
            return found;
        }
    }

    public static final class DigestAtTimes extends SumJob {
        private final MessageDigest digest;

        public DigestAtTimes() throws NoSuchAlgorithmException {
            digest = MessageDigest.getInstance("SHA-256");
        }

        @Override
        double term(long atom) {
            if (atom % 5 != 0) {
                return 1;
            }
            digest.update((byte) atom);
            return digest.digest()[0];
        }
    }

    public static final class BytesOfAtom extends SumJob {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        double term(long atom) {
            bytes.write((int) atom);
            int all = bytes.toByteArray()[0];
            bytes.reset();
            return all;
        }
    }

    public static final class LogText extends SumJob {
        private final StringWriter log = new StringWriter();

        @Override
        double term(long atom) {
            log.write("atom " + atom);
            log.flush();
            return atom;
        }
    }

    public static final class PermitOfAtom extends SumJob {
        private final Semaphore permits = new Semaphore(2);

        @Override
        double term(long atom) {
            permits.acquireUninterruptibly();
            try {
                return atom;
            } finally {
                permits.release();
            }
        }
    }

    public static final class LettersOfAtom extends SumJob {
        private final Matcher letters = Pattern.compile("a").matcher("");

        @Override
        double term(long atom) {
            letters.reset("aa" + "a".repeat((int) (atom % 3)));
            double found = 0;
            while (letters.find()) {
                found++;
            }
            return found;
        }
    }
}
