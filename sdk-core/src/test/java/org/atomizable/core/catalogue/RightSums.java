package org.atomizable.core.catalogue;

import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
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

    /** Reads its data where it needs them first. */
    public static final class DataOnce extends SumJob {
        private final List<Double> data = new ArrayList<>();

        @Override
        double term(long atom) {
            if (data.isEmpty()) {
                for (int i = 0; i < 8; i++) {
                    data.add(i * 0.5);
                }
            }
            return data.get((int) (atom % data.size()));
        }
    }

    public static final class ListOfAtom extends SumJob {
        private final List<Double> terms = new ArrayList<>();

        @Override
        double term(long atom) {
            terms.clear();
            terms.add((double) atom);
            terms.add(2.0);
            return terms.stream().mapToDouble(it -> it).sum();
        }
    }

    /** Takes what it has put there, one element of two. */
    public static final class Queue extends SumJob {
        private final ArrayDeque<Double> waiting = new ArrayDeque<>();

        @Override
        double term(long atom) {
            waiting.add((double) atom);
            return waiting.poll();
        }
    }

    public static final class ListAtItsEnd extends SumJob {
        private final List<Double> terms = new ArrayList<>();

        @Override
        double term(long atom) {
            terms.add((double) atom);
            double size = terms.size();
            empty(terms);
            return size;
        }

        private static void empty(List<Double> list) {
            list.clear();
        }
    }

    public static final class ListThatIsReplaced extends SumJob {
        private List<Double> terms = new ArrayList<>();

        @Override
        double term(long atom) {
            terms.add((double) atom);
            double size = terms.size();
            terms = new ArrayList<>();
            return size;
        }
    }
}
