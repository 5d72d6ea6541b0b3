package org.atomizable.examples.curriculum;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.atomizable.api.Bytes;
import org.atomizable.api.Metric;

/** Tells the next letter of a text from the letters before it: softmax regression on which letter stands where. */
final class NextLetter {

    /** How many letters it looks back at most. */
    static final int LONGEST = 16;

    private static final int SYMBOLS = 27;
    static final int WEIGHTS = LONGEST * SYMBOLS * SYMBOLS;
    private static final float RATE = 2f;

    private final int[] text = read();
    private final int learned = text.length * 9 / 10;
    private final float[] weights;
    private final float[] gradient = new float[WEIGHTS];
    private long inputs;

    /** Learns into {@code weights}. */
    NextLetter(float[] weights) {
        this.weights = weights;
    }

    private static int[] read() {
        try (InputStream in = Objects.requireNonNull(
                NextLetter.class.getResourceAsStream("/org/atomizable/examples/text/licence.txt"))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
            return text.replaceAll("[^a-z]+", " ")
                    .chars()
                    .map(symbol -> symbol == ' ' ? 0 : symbol - 'a' + 1)
                    .toArray();
        } catch (IOException e) {
            throw new UncheckedIOException("the text of the licence cannot be read", e);
        }
    }

    /** Learns a batch of places in the text, each with the {@code context} letters before it. */
    void learn(RandomGenerator random, int context, int batch) {
        float[] seen = new float[batch * context * SYMBOLS]; // one number for each letter that could stand there
        int[] next = new int[batch];
        for (int row = 0; row < batch; row++) {
            int place = random.nextInt(LONGEST, learned);
            next[row] = text[place];
            for (int back = 0; back < context; back++) {
                seen[(row * context + back) * SYMBOLS + text[place - 1 - back]] = 1;
            }
        }
        inputs = seen.length;
        Arrays.fill(gradient, 0);
        for (int row = 0; row < batch; row++) {
            addGradient(seen, row, context, next[row]);
        }
        for (int i = 0; i < WEIGHTS; i++) {
            weights[i] += RATE / batch * gradient[i];
        }
    }

    private void addGradient(float[] seen, int row, int context, int next) {
        int width = context * SYMBOLS;
        double[] odds = new double[SYMBOLS];
        double all = 0;
        for (int letter = 0; letter < SYMBOLS; letter++) {
            float score = 0;
            for (int i = 0; i < width; i++) {
                score += seen[row * width + i] * weights[letter * LONGEST * SYMBOLS + i];
            }
            odds[letter] = StrictMath.exp(score); // the same bits on every machine
            all += odds[letter];
        }
        for (int letter = 0; letter < SYMBOLS; letter++) {
            float error = (float) ((letter == next ? 1 : 0) - odds[letter] / all);
            for (int i = 0; i < width; i++) {
                gradient[letter * LONGEST * SYMBOLS + i] += error * seen[row * width + i];
            }
        }
    }

    /** Returns how often the next letter is told in the part of the text that it does not learn. */
    Metric accuracy() {
        int right = 0;
        for (int place = learned + LONGEST; place < text.length; place++) {
            right += likeliest(place) == text[place] ? 1 : 0;
        }
        return Metric.share("accuracy", right, text.length - learned - LONGEST);
    }

    private int likeliest(int place) {
        int likeliest = 0;
        float highest = Float.NEGATIVE_INFINITY;
        for (int letter = 0; letter < SYMBOLS; letter++) {
            float score = 0;
            for (int back = 0; back < LONGEST; back++) {
                score += weights[(letter * LONGEST + back) * SYMBOLS + text[place - 1 - back]];
            }
            likeliest = score > highest ? letter : likeliest;
            highest = Math.max(score, highest);
        }
        return likeliest;
    }

    /** Returns what its arrays held in the last atom; the text belongs to the program. */
    Bytes held() {
        return Bytes.of((weights.length + gradient.length + inputs) * Float.BYTES);
    }
}
