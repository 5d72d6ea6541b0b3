package org.atomizable.profiler.plot;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.intermediate.CommandSequence;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.profile.TimeBound;
import org.atomizable.profiler.backtest.Backtest;
import org.atomizable.profiler.plot.MemoryPicture.Capacity;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.profiler.store.Recording;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws what is known of a job in four panels: memory over time with its bounds and the memory of slices; how often a
 * subjob needs more than a given amount; the promised and the measured rate of broken bounds; and the duration of k
 * atoms.
 */
public final class ProfilePicture {

    private static final int WIDTH = 800;
    private static final int HEIGHT = 520;

    /** Okabe and Ito's palette, which stays apart for colour-blind eyes. */
    private static final List<Color> COLOURS = List.of(
            new Color(0x0072B2),
            new Color(0xE69F00),
            new Color(0x009E73),
            new Color(0xCC79A7),
            new Color(0x56B4E9),
            new Color(0xD55E00));

    /** Phases of other names come first. */
    private static final List<Phase> ORDER = List.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT);

    private static final double MEBI = 1 << 20;

    private final Recording recording;
    private final Backtest backtest;
    private final Promise promise;
    private final List<Capacity> capacities;
    private final JobProfile profile;
    private final Map<Phase, List<Sample>> phases = new LinkedHashMap<>();

    private ProfilePicture(Recording recording, Backtest backtest, Promise promise, List<Capacity> capacities) {
        this.recording = recording;
        this.backtest = backtest;
        this.promise = promise;
        this.capacities = capacities;
        this.profile = recording.profile(Optional.empty());
        recording.samples().stream()
                .sorted(Comparator.comparingInt(sample -> ORDER.indexOf(sample.phase())))
                .forEach(sample -> phases.computeIfAbsent(sample.phase(), it -> new ArrayList<>())
                        .add(sample));
    }

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
        List<XYChart> charts = new ProfilePicture(recording, backtest, promise, capacities).charts();
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

    private List<XYChart> charts() {
        return List.of(memory(), exceedance(), calibration(), durations());
    }

    private XYChart memory() {
        XYChart chart = chart(
                "%s on %s".formatted(recording.job(), recording.key().kind()), "seconds measured", "peak memory, MiB");
        Map<Phase, List<Double>> when = new LinkedHashMap<>();
        double now = 0;
        for (Sample sample : recording.samples()) {
            now += sample.took().toNanos() / 1e9;
            when.computeIfAbsent(sample.phase(), it -> new ArrayList<>()).add(now);
        }
        double highest = phases.values().stream()
                .flatMap(List::stream)
                .mapToDouble(it -> mebi(it.peak()))
                .max()
                .orElse(1);
        int colour = 0;
        for (Map.Entry<Phase, List<Sample>> phase : phases.entrySet()) {
            List<Double> peaks =
                    phase.getValue().stream().map(it -> mebi(it.peak())).toList();
            Color of = COLOURS.get(colour++ % COLOURS.size());
            dots(chart, phase.getKey().name(), when.getOrDefault(phase.getKey(), List.of()), peaks, of);
            MemoryBound bound =
                    profile.peak(recording.key().kind(), phase.getKey(), 1, promise.sharedAmong(phases.size()));
            if (mebi(bound.upper()) < 100 * highest) {
                highest = Math.max(highest, mebi(bound.upper()));
                XYSeries line = line(chart, "bound of " + phase.getKey(), 0, now, mebi(bound.upper()), of);
                line.setLineStyle(dashes());
                line.setShowInLegend(false);
            }
        }
        for (Capacity capacity : capacities) {
            if (mebi(capacity.memory()) < 1.5 * highest) {
                line(chart, capacity.label(), 0, now, mebi(capacity.memory()), ChartStyle.INK);
            }
        }
        chart.getStyler().setYAxisMin(0.0);
        return chart;
    }

    private XYChart exceedance() {
        XYChart chart = chart("Share of atoms that need more", "memory, MiB", "share of a phase");
        int colour = 0;
        for (Map.Entry<Phase, List<Sample>> phase : phases.entrySet()) {
            List<Double> peaks = new ArrayList<>(
                    phase.getValue().stream().map(it -> mebi(it.peak())).toList());
            Collections.sort(peaks);
            List<Double> shares = new ArrayList<>();
            for (int i = 0; i < peaks.size(); i++) {
                shares.add((peaks.size() - i) / (double) peaks.size());
            }
            XYSeries steps = chart.addSeries(phase.getKey().name(), peaks, shares);
            steps.setXYSeriesRenderStyle(XYSeriesRenderStyle.Step);
            steps.setMarker(SeriesMarkers.NONE);
            steps.setLineColor(COLOURS.get(colour++ % COLOURS.size()));
        }
        chart.getStyler().setYAxisLogarithmic(true);
        return chart;
    }

    private XYChart calibration() {
        XYChart chart = chart("Memory bounds broken, with 95 % intervals", "promised at most", "measured share");
        List<Double> promised = new ArrayList<>();
        List<Double> measured = new ArrayList<>();
        List<Double> low = new ArrayList<>();
        List<Double> high = new ArrayList<>();
        backtest.calibration().forEach((theta, kept) -> {
            promised.add(0, theta);
            measured.add(0, 1 - kept.share());
            low.add(0, 1 - kept.high());
            high.add(0, 1 - kept.low());
        });
        double most = Collections.max(promised);
        XYSeries ideal = chart.addSeries("as promised", new double[] {0, most}, new double[] {0, most});
        ideal.setMarker(SeriesMarkers.NONE);
        ideal.setLineColor(ChartStyle.BOUND);
        ideal.setLineStyle(dashes());
        dots(chart, "measured", promised, measured, COLOURS.get(0));
        for (int i = 0; i < promised.size(); i++) {
            double at = promised.get(i);
            XYSeries bar =
                    chart.addSeries("interval " + i, new double[] {at, at}, new double[] {low.get(i), high.get(i)});
            bar.setMarker(SeriesMarkers.NONE);
            bar.setLineColor(COLOURS.get(0));
            bar.setLineStyle(new BasicStroke(1.5f));
            bar.setShowInLegend(false);
        }
        return chart;
    }

    private XYChart durations() {
        XYChart chart = chart("Duration of k atoms in a row", "k", "seconds");
        List<Double> atoms = new ArrayList<>();
        List<Double> typical = new ArrayList<>();
        List<Double> bounds = new ArrayList<>();
        for (long k = 1; k <= 1024; k *= 2) {
            TimeBound time = profile.span(recording.key().kind(), Phase.STEADY, k, promise);
            atoms.add((double) k);
            typical.add(Math.max(1e-9, time.typical().toNanos() / 1e9));
            bounds.add(Math.max(1e-9, time.upper().toNanos() / 1e9));
        }
        XYSeries ordinary = chart.addSeries("typical", atoms, typical);
        ordinary.setMarker(SeriesMarkers.NONE);
        ordinary.setLineColor(COLOURS.get(2));
        String label = String.format(Locale.ROOT, "bound, epsilon %s", promise.epsilon());
        XYSeries bound = chart.addSeries(label, atoms, bounds);
        bound.setMarker(SeriesMarkers.CIRCLE);
        bound.setMarkerColor(ChartStyle.BOUND);
        bound.setLineColor(ChartStyle.BOUND);
        bound.setLineStyle(dashes());
        chart.getStyler().setXAxisLogarithmic(true);
        chart.getStyler().setYAxisLogarithmic(true);
        return chart;
    }

    private static XYChart chart(String title, String across, String up) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(across)
                .yAxisTitle(up)
                .build();
        ChartStyle.apply(chart, 13, 14, 16);
        var styler = chart.getStyler();
        styler.setLegendPosition(LegendPosition.OutsideE);
        styler.setMarkerSize(5);
        return chart;
    }

    private static void dots(XYChart chart, String name, List<Double> across, List<Double> up, Color colour) {
        XYSeries series = chart.addSeries(name, across, up);
        series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
        series.setMarker(SeriesMarkers.CIRCLE);
        series.setMarkerColor(colour);
    }

    private static XYSeries line(XYChart chart, String name, double left, double right, double height, Color colour) {
        XYSeries series = chart.addSeries(name, new double[] {left, right}, new double[] {height, height});
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(colour);
        series.setLineStyle(new BasicStroke(1.5f));
        return series;
    }

    private static BasicStroke dashes() {
        return new BasicStroke(2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 1, new float[] {8, 5}, 0);
    }

    private static double mebi(Bytes bytes) {
        return bytes.count() / MEBI;
    }
}
