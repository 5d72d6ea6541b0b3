package org.atomizable.core.catalogue;

import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/** Jobs with objects of the JDK that add up what atoms give them, which shows in every twentieth atom only. */
final class WrongSums {

    private WrongSums() {}

    private static boolean isSeldom(long atom) {
        return WrongRestores.isSeldom(atom);
    }

    @Refused({"Checksum.sums", "not saved"})
    public static final class Checksum extends SumJob {
        private final CRC32 sums = new CRC32();

        @Override
        double term(long atom) {
            sums.update((int) atom);
            return isSeldom(atom) ? sums.getValue() % 100 : 1;
        }
    }

    @Refused({"Digest.digest", "not saved"})
    public static final class Digest extends SumJob {
        private final MessageDigest digest;

        public Digest() throws NoSuchAlgorithmException {
            digest = MessageDigest.getInstance("SHA-256");
        }

        @Override
        double term(long atom) {
            digest.update((byte) atom);
            return isSeldom(atom) ? digest.digest()[0] : 1;
        }
    }

    @Refused({"Bytes.bytes", "not saved"})
    public static final class Bytes extends SumJob {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        double term(long atom) {
            bytes.write((int) atom);
            return isSeldom(atom) ? bytes.size() : 1;
        }
    }

    @Refused({"Text.text", "not saved"})
    public static final class Text extends SumJob {
        private final StringWriter text = new StringWriter();

        @Override
        double term(long atom) {
            text.append('a');
            return isSeldom(atom) ? text.toString().length() : 1;
        }
    }

    @Refused({"Statistics.terms", "not saved"})
    public static final class Statistics extends SumJob {
        private final DoubleSummaryStatistics terms = new DoubleSummaryStatistics();

        @Override
        double term(long atom) {
            terms.accept(atom);
            return isSeldom(atom) ? terms.getMax() - terms.getMin() : 1;
        }
    }

    @Refused({"Permits.permits", "not saved"})
    public static final class Permits extends SumJob {
        private final Semaphore permits = new Semaphore(20);

        @Override
        double term(long atom) {
            return permits.tryAcquire() ? 1 : 5;
        }
    }

    @Refused({"Latch.latch", "not saved"})
    public static final class Latch extends SumJob {
        private final CountDownLatch latch = new CountDownLatch(20);

        @Override
        double term(long atom) {
            latch.countDown();
            return latch.getCount() == 0 ? 5 : 1;
        }
    }

    @Refused({"Place.letters", "not saved"})
    public static final class Place extends SumJob {
        private final Matcher letters = Pattern.compile("a").matcher("a".repeat(20));

        @Override
        double term(long atom) {
            return letters.find() ? 1 : 5;
        }
    }

    @Refused({"History.terms", "not saved"})
    public static final class History extends SumJob {
        private final List<Double> terms = new ArrayList<>();

        @Override
        double term(long atom) {
            terms.add((double) atom);
            return terms.size() > 5 ? 2 : 1;
        }
    }

    /** Stops to learn when the last terms were no better than the ones before. */
    @Refused({"Patience.seen", "not saved"})
    public static final class Patience extends SumJob {
        private final ArrayDeque<Double> seen = new ArrayDeque<>();

        private boolean isLate() {
            return seen.size() > 6;
        }

        @Override
        double term(long atom) {
            seen.addLast((double) atom);
            return isLate() ? 0 : 1;
        }
    }
}
