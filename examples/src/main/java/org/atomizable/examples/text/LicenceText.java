package org.atomizable.examples.text;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.training.dataset.RandomAccessDataset;
import ai.djl.training.dataset.Record;
import ai.djl.util.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;

/** Windows of the licence's text, each with the letter that follows: the last tenth is for evaluation. */
final class LicenceText extends RandomAccessDataset {

    static final int WINDOW = 24;

    /** Letters, and one place for all that is none. */
    static final int SYMBOLS = 27;

    private static final int TENTHS_TO_LEARN = 9;

    private final int[] text;
    private final int from;
    private final int to;

    private LicenceText(Builder builder, int[] text, int from, int to) {
        super(builder);
        this.text = text;
        this.from = from;
        this.to = to;
    }

    static LicenceText train(int batch) {
        int[] text = read();
        return new LicenceText(new Builder(batch, true), text, 0, text.length * TENTHS_TO_LEARN / 10);
    }

    static LicenceText test(int batch) {
        int[] text = read();
        return new LicenceText(new Builder(batch, false), text, text.length * TENTHS_TO_LEARN / 10, text.length);
    }

    private static int[] read() {
        try (InputStream in = Objects.requireNonNull(LicenceText.class.getResourceAsStream("licence.txt"))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
            return text.replaceAll("[^a-z]+", " ")
                    .chars()
                    .map(symbol -> symbol == ' ' ? 0 : symbol - 'a' + 1)
                    .toArray();
        } catch (IOException e) {
            throw new UncheckedIOException("the text of the licence cannot be read", e);
        }
    }

    @Override
    public Record get(NDManager manager, long index) {
        int start = from + Math.toIntExact(index);
        float[] symbols = new float[WINDOW];
        for (int i = 0; i < WINDOW; i++) {
            symbols[i] = text[start + i];
        }
        return new Record(
                new NDList(manager.create(symbols)), new NDList(manager.create((float) text[start + WINDOW])));
    }

    @Override
    protected long availableSize() {
        return (long) to - from - WINDOW;
    }

    @Override
    public void prepare(Progress progress) {}

    private static final class Builder extends BaseBuilder<Builder> {

        Builder(int batch, boolean random) {
            setSampling(batch, random);
        }

        @Override
        protected Builder self() {
            return this;
        }
    }
}
