package org.atomizable.lab.simulate;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.atomizable.lab.simulate.workload.SimulatedTask;

/** How many jobs were finished after how many hours: a curve for each scheduler, one picture for each workload. */
final class CompletionPicture {

    private static final int WIDTH = 1100;
    private static final int HEIGHT = 620;
    private static final int LEFT = 70;
    private static final int RIGHT = 220;
    private static final int TOP = 70;
    private static final int BOTTOM = 60;
    private static final Color INK = new Color(0x22, 0x22, 0x22);
    private static final Color GRID = new Color(0xDD, 0xDD, 0xDD);

    /** Okabe and Ito's colours, which colour-blind people can tell apart. */
    private static final Color[] COLOURS = {
        new Color(0x00, 0x72, 0xB2),
        new Color(0xD5, 0x5E, 0x00),
        new Color(0x00, 0x9E, 0x73),
        new Color(0xCC, 0x79, 0xA7),
        new Color(0xE6, 0x9F, 0x00),
        new Color(0x56, 0xB4, 0xE9),
        new Color(0x00, 0x00, 0x00)
    };

    private static final float[][] DASHES = {{}, {9, 5}, {2, 4}};

    private final List<SimulationRun> runs;
    private final double longest;
    private final Graphics2D pen;

    private CompletionPicture(List<SimulationRun> runs, Graphics2D pen) {
        this.runs = runs;
        this.pen = pen;
        // Beyond this all curves are flat but those of a few very late jobs.
        this.longest = runs.stream()
                .mapToDouble(it -> it.figures().p95CompletionHours())
                .max()
                .orElse(1);
    }

    /**
     * Writes {@code WORKLOAD.png} for each workload, of the first seed.
     *
     * @throws IOException if a file cannot be written
     */
    static void write(Path directory, List<SimulationRun> runs) throws IOException {
        Map<String, List<SimulationRun>> byWorkload = runs.stream()
                .collect(Collectors.groupingBy(it -> it.workload().name(), LinkedHashMap::new, Collectors.toList()));
        for (Map.Entry<String, List<SimulationRun>> each : byWorkload.entrySet()) {
            long seed = each.getValue().get(0).seed();
            List<SimulationRun> first =
                    each.getValue().stream().filter(it -> it.seed() == seed).toList();
            BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
            Graphics2D pen = image.createGraphics();
            new CompletionPicture(first, pen).draw(each.getKey());
            pen.dispose();
            try (OutputStream out = Files.newOutputStream(directory.resolve(each.getKey() + ".png"))) {
                ImageIO.write(image, "png", out);
            }
        }
    }

    private void draw(String workload) {
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setColor(Color.WHITE);
        pen.fillRect(0, 0, WIDTH, HEIGHT);
        text(workload + ": share of the jobs that are finished, by hours since their submission", 20, 34, 18);
        axes();
        for (int i = 0; i < runs.size(); i++) {
            curve(runs.get(i), COLOURS[i % COLOURS.length], DASHES[i / COLOURS.length % DASHES.length], i);
        }
    }

    private void axes() {
        for (int part = 0; part <= 4; part++) {
            grid(LEFT, y(part / 4.0), x(longest), y(part / 4.0));
            text("%s %%".formatted(25 * part), 20, (int) y(part / 4.0) + 5, 13);
        }
        double step = StrictMath.pow(10, Math.floor(StrictMath.log10(longest)));
        step = longest / step < 2 ? step / 5 : longest / step < 5 ? step / 2 : step;
        for (int i = 0; i * step <= longest; i++) {
            grid(x(i * step), y(0), x(i * step), y(1));
            text(
                    String.format(Locale.ROOT, step < 1 ? "%.1f h" : "%.0f h", i * step),
                    (int) x(i * step) - 12,
                    HEIGHT - 34,
                    13);
        }
    }

    private void grid(double x1, double y1, double x2, double y2) {
        pen.setColor(GRID);
        pen.setStroke(new BasicStroke(1));
        pen.draw(new Line2D.Double(x1, y1, x2, y2));
    }

    private void curve(SimulationRun run, Color colour, float[] dashes, int row) {
        double[] hours = run.workload().tasks().stream()
                .filter(it -> run.schedule().completions().get(it.index()).isPresent())
                .mapToDouble(it -> hours(run, it))
                .sorted()
                .toArray();
        Path2D path = new Path2D.Double();
        path.moveTo(x(0), y(0));
        for (int i = 0; i < hours.length && hours[i] <= longest; i++) {
            path.lineTo(x(hours[i]), y((double) i / run.workload().tasks().size()));
            path.lineTo(x(hours[i]), y((i + 1.0) / run.workload().tasks().size()));
        }
        pen.setColor(colour);
        pen.setStroke(
                dashes.length == 0
                        ? new BasicStroke(2)
                        : new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dashes, 0));
        pen.draw(path);
        int y = TOP + 10 + 24 * row;
        pen.draw(new Line2D.Double(WIDTH - RIGHT + 20, y, WIDTH - RIGHT + 50, y));
        text(
                String.format(
                        Locale.ROOT,
                        "%s  %.2f h",
                        run.scheduler(),
                        run.figures().meanCompletionHours()),
                WIDTH - RIGHT + 58,
                y + 5,
                13);
    }

    private static double hours(SimulationRun run, SimulatedTask task) {
        return (run.schedule().completions().get(task.index()).orElseThrow() - task.submit()) / 3600;
    }

    private double x(double hours) {
        return LEFT + (WIDTH - LEFT - RIGHT) * Math.min(1, hours / longest);
    }

    private static double y(double share) {
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);
    }

    private void text(String words, int x, int y, int size) {
        pen.setColor(INK);
        pen.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, size));
        pen.drawString(words, x, y);
    }
}
