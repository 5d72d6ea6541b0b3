package org.atomizable.lab.market;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;

/** The share of each strategy beside its fair share, and its waiting time, as two rows of bars. */
final class SharesPicture {

    private static final int WIDTH = 1100;
    private static final int LEFT = 170;
    private static final int RIGHT = 150;
    private static final int TOP = 76;
    private static final int BAR = 26;
    private static final int ROW = 44;
    private static final int GAP = 86;
    private static final Color INK = new Color(0x22, 0x22, 0x22);
    private static final Color SHARE = new Color(0x00, 0x72, 0xB2);
    private static final Color LATER = new Color(0x56, 0xB4, 0xE9);
    private static final Color MEAN = new Color(0x00, 0x9E, 0x73);
    private static final Color LONGEST = new Color(0xE6, 0x9F, 0x00);

    private SharesPicture() {}

    /**
     * Writes it as a PNG.
     *
     * @throws IOException if the file cannot be written
     */
    public static void write(Path file, String title, ExperimentReport report) throws IOException {
        List<ExperimentReport.Outcome> outcomes = report.outcomes();
        int panel = outcomes.size() * ROW;
        BufferedImage image = new BufferedImage(WIDTH, TOP + 2 * panel + GAP + 40, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = image.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setColor(Color.WHITE);
        pen.fillRect(0, 0, image.getWidth(), image.getHeight());
        text(pen, title, 20, 30, 18);
        text(
                pen,
                "share of granted time (dark), after 50 subjobs of each job or half of the time (light); the line is the fair share",
                20,
                58,
                13);
        double most = outcomes.stream()
                .mapToDouble(it -> Math.max(it.fairShare(), Math.max(it.share(), it.laterShare())))
                .max()
                .orElse(1);
        for (int i = 0; i < outcomes.size(); i++) {
            ExperimentReport.Outcome it = outcomes.get(i);
            int y = TOP + i * ROW;
            bars(pen, it, y, it.share() / most, it.laterShare() / most, SHARE, LATER);
            double fair = LEFT + (WIDTH - LEFT - RIGHT) * it.fairShare() / most;
            pen.setColor(INK);
            pen.setStroke(new BasicStroke(3));
            pen.draw(new Line2D.Double(fair, y - 3, fair, y + BAR + 3));
            label(pen, y, "%.1f %%, fair %.1f %%", 100 * it.share(), 100 * it.fairShare());
        }
        int below = TOP + panel + GAP;
        text(pen, "seconds from one win to the next: mean (dark), longest of any job (light)", 20, below - 18, 13);
        double longest = outcomes.stream()
                .mapToDouble(ExperimentReport.Outcome::longestWaitSeconds)
                .max()
                .orElse(1);
        for (int i = 0; i < outcomes.size(); i++) {
            ExperimentReport.Outcome it = outcomes.get(i);
            int y = below + i * ROW;
            double mean = Double.isNaN(it.meanWaitSeconds()) ? 0 : it.meanWaitSeconds();
            bars(pen, it, y, mean / longest, it.longestWaitSeconds() / longest, MEAN, LONGEST);
            label(pen, y, "%.0f s, at most %.0f", mean, it.longestWaitSeconds());
        }
        pen.dispose();
        try (OutputStream out = Files.newOutputStream(file)) {
            ImageIO.write(image, "png", out);
        }
    }

    private static void bars(
            Graphics2D pen, ExperimentReport.Outcome of, int y, double upper, double lower, Color dark, Color light) {
        text(pen, of.strategy().word() + ", " + of.jobs(), 20, y + 18, 14);
        double length = WIDTH - LEFT - (double) RIGHT;
        pen.setColor(dark);
        pen.fill(new Rectangle2D.Double(LEFT, y, length * upper, BAR / 2.0));
        pen.setColor(light);
        pen.fill(new Rectangle2D.Double(LEFT, y + BAR / 2.0, length * lower, BAR / 2.0));
    }

    private static void label(Graphics2D pen, int y, String format, Object... values) {
        text(pen, String.format(Locale.ROOT, format, values), WIDTH - RIGHT + 8, y + 18, 13);
    }

    private static void text(Graphics2D pen, String text, int x, int y, int size) {
        pen.setColor(INK);
        pen.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, size));
        pen.drawString(text, x, y);
    }
}
