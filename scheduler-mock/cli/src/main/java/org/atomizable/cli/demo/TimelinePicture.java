package org.atomizable.cli.demo;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.atomizable.api.wire.SliceView;
import org.atomizable.api.wire.TimelineEntry;

/**
 * A timeline as a picture: a row for each slice, reservations grey, windows that were offered hatched, and subjobs in
 * their job's colour.
 */
final class TimelinePicture {

    private static final int WIDTH = 1400;
    private static final int TOP = 64;
    private static final int RIGHT = 24;
    private static final int ROW = 104;
    private static final int BAR = 76;
    private static final int AXIS = 64;
    private static final int GAP = 14;

    private static final Color INK = new Color(0x22, 0x22, 0x22);
    private static final Color PALE = new Color(0xE6, 0xE6, 0xE6);
    private static final Color RESERVED = new Color(0xB4, 0xB4, 0xB4);
    private static final Color OFFERED = new Color(0x8A, 0x8A, 0x8A);
    /** Colours that stay apart for the colour-blind (Okabe and Ito, 2008). */
    private static final List<Color> JOBS = List.of(
            new Color(0x00, 0x72, 0xB2),
            new Color(0xE6, 0x9F, 0x00),
            new Color(0x00, 0x9E, 0x73),
            new Color(0xCC, 0x79, 0xA7),
            new Color(0x56, 0xB4, 0xE9),
            new Color(0xD5, 0x5E, 0x00),
            new Color(0xF0, 0xE4, 0x42));

    private final List<SliceView> slices;
    private final List<TimelineEntry> entries;
    private final Instant from;
    private final Instant to;
    private final Map<String, Color> colours = new LinkedHashMap<>();
    private final Graphics2D pen;
    private final BufferedImage image;
    private final int left;

    private TimelinePicture(List<SliceView> slices, List<TimelineEntry> entries, Instant from, Instant to) {
        this.slices = slices;
        this.entries = entries;
        this.from = from;
        this.to = to;
        this.image = new BufferedImage(WIDTH, TOP + slices.size() * ROW + AXIS, BufferedImage.TYPE_INT_RGB);
        this.pen = image.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        pen.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15));
        entries.stream()
                .filter(entry -> entry.kind().equals("subjob"))
                .map(TimelineEntry::label)
                .distinct()
                .sorted()
                .forEach(job -> colours.put(job, JOBS.get(colours.size() % JOBS.size())));
        this.left = 24
                + slices.stream()
                        .flatMap(slice -> List.of(slice.id(), slice.kind()).stream())
                        .mapToInt(text -> pen.getFontMetrics().stringWidth(text))
                        .max()
                        .orElse(0);
    }

    /**
     * Writes a picture.
     *
     * @param file a PNG file, which is replaced if it is there
     * @param slices one row each, in this order
     * @param entries what lies outside the time shown is cut off
     * @param from left edge of the picture
     * @param to right edge, later than {@code from}
     */
    static void write(Path file, List<SliceView> slices, List<TimelineEntry> entries, Instant from, Instant to)
            throws IOException {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException("a picture shows some time, was %s to %s".formatted(from, to));
        }
        TimelinePicture picture = new TimelinePicture(slices, entries, from, to);
        picture.draw();
        picture.pen.dispose();
        try (OutputStream out = Files.newOutputStream(file)) {
            if (!ImageIO.write(picture.image, "png", out)) {
                throw new IOException("this Java cannot write PNG files, such as " + file);
            }
        }
    }

    private void draw() {
        pen.setColor(Color.WHITE);
        pen.fillRect(0, 0, WIDTH, image.getHeight());
        axis();
        for (int row = 0; row < slices.size(); row++) {
            row(slices.get(row), TOP + row * ROW + (ROW - BAR) / 2);
        }
        legend();
    }

    private void row(SliceView slice, int y) {
        pen.setColor(INK);
        pen.drawString(slice.id(), 12, y + BAR / 2 - 4);
        pen.setColor(Color.GRAY);
        pen.drawString(slice.kind(), 12, y + BAR / 2 + 16);
        List<TimelineEntry> own = entries.stream()
                .filter(entry -> entry.slice().equals(slice.id()))
                .toList();
        own.stream().filter(it -> it.kind().equals("reservation")).forEach(it -> reserved(bar(it, y)));
        own.stream().filter(it -> it.kind().equals("window")).forEach(it -> offered(bar(it, y)));
        own.stream()
                .filter(it -> it.kind().equals("subjob"))
                .forEach(it -> subjob(bar(it, y), colours.getOrDefault(it.label(), INK)));
    }

    private Rectangle2D bar(TimelineEntry entry, int y) {
        double start = Math.max(left, x(entry.from()));
        double end = Math.min(WIDTH - RIGHT, x(entry.to()));
        return new Rectangle2D.Double(start, y, Math.max(0, end - start), BAR);
    }

    private void reserved(Rectangle2D bar) {
        pen.setColor(RESERVED);
        pen.fill(bar);
    }

    private void offered(Rectangle2D bar) {
        pen.setColor(Color.WHITE);
        pen.fill(bar);
        Shape clip = pen.getClip();
        pen.clip(bar);
        pen.setColor(PALE);
        pen.setStroke(new BasicStroke(1.5f));
        // Lines of the whole picture, so that overlapping windows hatch alike.
        for (int offset = -image.getHeight(); offset < WIDTH; offset += 9) {
            pen.draw(new Line2D.Double(offset, bar.getMaxY(), offset + bar.getHeight(), bar.getY()));
        }
        pen.setClip(clip);
        pen.setColor(OFFERED);
        pen.setStroke(new BasicStroke(1));
        pen.draw(bar);
    }

    private void subjob(Rectangle2D bar, Color colour) {
        Rectangle2D inner = new Rectangle2D.Double(bar.getX(), bar.getY() + 7, Math.max(1.5, bar.getWidth()), BAR - 14);
        pen.setColor(colour);
        pen.fill(inner);
        pen.setColor(colour.darker());
        pen.setStroke(new BasicStroke(1));
        pen.draw(inner);
    }

    private void axis() {
        int y = TOP + slices.size() * ROW + 6;
        double seconds = Duration.between(from, to).toNanos() / 1e9;
        double step = step(seconds);
        pen.setStroke(new BasicStroke(1));
        for (int tick = 0; tick * step <= seconds * (1 + 1e-9); tick++) {
            double x = x(from.plusNanos(Math.round(tick * step * 1e9)));
            pen.setColor(PALE);
            pen.draw(new Line2D.Double(x, TOP, x, y));
            pen.setColor(INK);
            centred(
                    step < 1
                            ? String.valueOf(Math.round(tick * step * 100) / 100.0)
                            : String.valueOf(Math.round(tick * step)),
                    x,
                    y + 18);
        }
        pen.setColor(INK);
        pen.draw(new Line2D.Double(left, y, WIDTH - RIGHT, y));
        centred("seconds", (left + WIDTH - RIGHT) / 2.0, y + 42);
    }

    private void legend() {
        int x = left;
        reserved(sample(x));
        x = label("reserved by rigid jobs", x);
        offered(sample(x));
        x = label("window offered", x);
        for (Map.Entry<String, Color> job : colours.entrySet()) {
            String name = cut(job.getKey(), 28);
            int width = 30 + pen.getFontMetrics().stringWidth(name);
            if (x + width > WIDTH - RIGHT) {
                pen.setColor(INK);
                pen.drawString("…", x, TOP / 2 + 5);
                return;
            }
            pen.setColor(job.getValue());
            pen.fill(sample(x));
            x = label(name, x);
        }
    }

    private int label(String text, int x) {
        pen.setColor(INK);
        pen.drawString(text, x + 30, TOP / 2 + 5);
        return x + 30 + pen.getFontMetrics().stringWidth(text) + 2 * GAP;
    }

    private static Rectangle2D sample(int x) {
        return new Rectangle2D.Double(x, TOP / 2.0 - 8, 22, 16);
    }

    private void centred(String text, double x, int y) {
        FontMetrics metrics = pen.getFontMetrics();
        double start = Math.min(x - metrics.stringWidth(text) / 2.0, WIDTH - 4.0 - metrics.stringWidth(text));
        pen.drawString(text, (float) start, y);
    }

    private double x(Instant instant) {
        double share = Duration.between(from, instant).toNanos()
                / (double) Duration.between(from, to).toNanos();
        return left + share * (WIDTH - RIGHT - left);
    }

    /** Returns the smallest of 1, 2, 5 times a power of ten that gives at most 20 ticks. */
    private static double step(double seconds) {
        double power = Math.pow(10, Math.floor(Math.log10(seconds / 20)));
        for (double factor : new double[] {1, 2, 5}) {
            if (seconds / (factor * power) <= 20) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
