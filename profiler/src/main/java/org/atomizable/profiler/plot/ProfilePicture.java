package org.atomizable.profiler.plot;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.intermediate.CommandSequence;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.atomizable.api.profile.Promise;
import org.atomizable.profiler.backtest.Backtest;
import org.atomizable.profiler.plot.MemoryPicture.Capacity;
import org.atomizable.profiler.store.Recording;
import org.knowm.xchart.XYChart;

/**
 * Draws what is known of a job in four panels: memory over time with its bounds and the memory of slices; how often a
 * subjob needs more than a given amount; the promised and the measured rate of broken bounds; and the duration of k
 * atoms.
 */
public final class ProfilePicture {

    private static final int WIDTH = 800;
    private static final int HEIGHT = 520;

    private ProfilePicture() {}

    /**
     * Writes a picture of 1600 by 1040 points.
     *
     * @param file where to, {@code .png} or {@code .svg}; written over if it exists
     * @param backtest of the recording
     * @param capacities of slices; those far above anything the job needs are left out
     * @throws IOException if the file cannot be written
     * @throws IllegalArgumentException if its name ends otherwise
     */
    public static void write(
            Path file, Recording recording, Backtest backtest, Promise promise, List<Capacity> capacities)
            throws IOException {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (!name.endsWith(".png") && !name.endsWith(".svg")) {
            throw new IllegalArgumentException("a picture is a .png or an .svg, was asked for " + file);
        }
        List<XYChart> charts = new ProfileCharts(recording, backtest, promise, capacities).all();
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            if (name.endsWith(".svg")) {
                VectorGraphics2D graphics = new VectorGraphics2D();
                paint(charts, graphics);
                CommandSequence commands = graphics.getCommands();
                new SVGProcessor()
                        .getDocument(commands, new PageSize(2.0 * WIDTH, 2.0 * HEIGHT))
                        .writeTo(out);
            } else {
                BufferedImage image = new BufferedImage(2 * WIDTH, 2 * HEIGHT, BufferedImage.TYPE_INT_RGB);
                Graphics2D graphics = image.createGraphics();
                graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
                paint(charts, graphics);
                graphics.dispose();
                ImageIO.write(image, "png", out);
            }
        }
    }

    private static void paint(List<XYChart> charts, Graphics2D graphics) {
        for (int i = 0; i < charts.size(); i++) {
            Graphics2D panel = (Graphics2D) graphics.create();
            panel.translate(i % 2 * WIDTH, i / 2 * HEIGHT);
            charts.get(i).paint(panel, WIDTH, HEIGHT);
            panel.dispose();
        }
    }
}
