package org.atomizable.profiler.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.profiler.profile.Grounds;
import org.atomizable.profiler.profile.JobProfile;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws what jobs used of memory, what they are bounded by, and what slices have.
 *
 * <p>Each job has a panel of its own. In it each phase has a column, in which one dot is one peak, from the oldest on the
 * left to the newest on the right; a dashed line is the job's bound. Lines through all panels are the capacities of slices:
 * a job fits a slice if its dashed line is below the slice's. Panel i reaches from i to i + 1 on the horizontal axis; right of the last one
 * is a margin for the names of capacities.
 */
public final class MemoryPicture {

    /**
     * One panel.
     *
     * @param name its heading; not blank
     * @param profile whose samples are shown
     * @param bound the bound to be drawn; none is drawn if it is larger than any slice could be
     * @param grounds what it rests on
     */
    public record Job(String name, JobProfile profile, MemoryBound bound, Grounds grounds) {

        /** Refuses a panel without a heading. */
        public Job {
            if (name.isBlank()) {
                throw new IllegalArgumentException("a job must have a name to be drawn");
            }
        }
    }

    /**
     * One line through all panels.
     *
     * @param label such as {@code 2g.20gb}
     * @param memory how much memory a slice of that kind has
     */
    public record Capacity(String label, Bytes memory) {}

    /** A phase's column within its panel; the colours stay apart for colour-blind eyes (Okabe and Ito's palette). */
    private record Column(Phase phase, double left, double right, Color colour, Marker marker) {}

    private static final List<Column> COLUMNS = List.of(
            new Column(Phase.RESTORE, 0.06, 0.18, new Color(0x0072B2), SeriesMarkers.SQUARE),
            new Column(Phase.WARM_UP, 0.24, 0.36, new Color(0xE69F00), SeriesMarkers.TRIANGLE_UP),
            new Column(Phase.STEADY, 0.42, 0.76, new Color(0x009E73), SeriesMarkers.CIRCLE),
            new Column(Phase.CHECKPOINT, 0.82, 0.94, new Color(0xCC79A7), SeriesMarkers.DIAMOND));

    private static final Color CAPACITY = new Color(0x555555);
    private static final Color BORDER = new Color(0xCCCCCC);
    private static final double GIBI = 1L << 30;
    private static final double HEADROOM = 1.16;

    /** Lines of text closer than this share of the axis would touch. */
    private static final double LINE_OF_TEXT = 0.04;

    private final List<Job> jobs;
    private final List<Capacity> capacities;
    private final double top;
    private final XYChart chart;

    private MemoryPicture(List<Job> jobs, List<Capacity> capacities) {
        this.jobs = jobs;
        this.capacities = capacities;
        this.top = HEADROOM * highest(jobs, capacities);
        this.chart = new XYChartBuilder()
                .width(1200 + 250 * Math.max(0, jobs.size() - 4))
                .height(700)
                .title(title(jobs))
                .yAxisTitle("memory, GiB")
                .build();
    }

    /**
     * Writes a picture, 1200 by 700 pixels for up to four jobs and wider for more.
     *
     * @param png where to; written over if it exists
     * @param jobs one or more, from left to right
     * @param capacities in any order; may be empty
     * @throws IOException if the file cannot be written
     */
    public static void write(Path png, List<Job> jobs, List<Capacity> capacities) throws IOException {
        if (jobs.isEmpty()) {
            throw new IllegalArgumentException("a picture of memory shows one job or more");
        }
        List<Capacity> ascending = capacities.stream()
                .sorted(Comparator.comparing(Capacity::memory))
                .toList();
        BufferedImage image = BitmapEncoder.getBufferedImage(new MemoryPicture(List.copyOf(jobs), ascending).draw());
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(png))) {
            ImageIO.write(image, "png", out);
        }
    }

    private XYChart draw() {
        style();
        COLUMNS.forEach(this::dots);
        for (int i = 0; i < jobs.size(); i++) {
            panel(i, jobs.get(i));
        }
        capacities();
        return chart;
    }

    private void style() {
        ChartStyle.apply(chart, 14, 15, 18);
        var styler = chart.getStyler();
        styler.setAnnotationTextFont(styler.getBaseFont());
        styler.setAnnotationTextFontColor(ChartStyle.INK);
        styler.setPlotContentSize(1);
        styler.setPlotMargin(0);
        styler.setPlotGridVerticalLinesVisible(false);
        styler.setXAxisTicksVisible(false);
        styler.setXAxisMin(0.0);
        styler.setXAxisMax(jobs.size() + margin());
        styler.setYAxisMin(0.0);
        styler.setYAxisMax(top);
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(LegendLayout.Horizontal);
        styler.setLegendPadding(14);
        styler.setYAxisTickMarkSpacingHint(90);
        styler.setMarkerSize(6);
    }

    /** Room for about as many letters whatever the number of panels. */
    private double margin() {
        return capacities.isEmpty() ? 0 : 0.19 * Math.min(4, jobs.size());
    }

    /** All dots of one phase are one series, so that the legend names each phase once. */
    private void dots(Column column) {
        List<Double> across = new ArrayList<>();
        List<Double> up = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            List<Sample> samples = jobs.get(i).profile().samples(column.phase());
            for (int at = 0; at < samples.size(); at++) {
                double share = (at + 0.5) / samples.size();
                across.add(i + column.left() + share * (column.right() - column.left()));
                up.add(gibi(samples.get(at).peak()));
            }
        }
        if (!across.isEmpty()) {
            XYSeries series = chart.addSeries(column.phase().name(), across, up);
            series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
            series.setMarker(column.marker());
            series.setMarkerColor(column.colour());
        }
    }

    private void panel(int i, Job job) {
        chart.addAnnotation(new AnnotationText(job.name(), i + 0.5, top * (1 - LINE_OF_TEXT), false));
        line("panel " + i, i + 1, i + 1, 0, top, BORDER, new BasicStroke(1)).setShowInLegend(false);
        double bound = gibi(job.bound().upper());
        if (bound > top) {
            chart.addAnnotation(new AnnotationText("no bound: " + job.bound().method(), i + 0.5, top / 2, false));
            return;
        }
        BasicStroke dashes =
                new BasicStroke(2.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 1, new float[] {8, 5}, 0);
        XYSeries series =
                line(i == 0 ? "bound" : "bound " + i, i + 0.03, i + 0.97, bound, bound, ChartStyle.BOUND, dashes);
        series.setShowInLegend(
                jobs.stream().limit(i).allMatch(earlier -> gibi(earlier.bound().upper()) > top));
        series.setLabel("bound");
        String label =
                String.format(Locale.ROOT, "%.2f GiB, %s", bound, job.bound().method());
        chart.addAnnotation(new AnnotationText(label, i + 0.5, clear(bound), false));
    }

    /** The next height above a bound where a line of text touches no capacity's line. */
    private double clear(double bound) {
        double height = bound + 0.7 * LINE_OF_TEXT * top;
        for (Capacity capacity : capacities) {
            if (Math.abs(gibi(capacity.memory()) - height) < 0.6 * LINE_OF_TEXT * top) {
                height = gibi(capacity.memory()) + 0.7 * LINE_OF_TEXT * top;
            }
        }
        return height;
    }

    private void capacities() {
        double free = 0;
        for (Capacity capacity : capacities) {
            double height = gibi(capacity.memory());
            line("capacity " + capacity.label(), 0, jobs.size(), height, height, CAPACITY, new BasicStroke(1.5f))
                    .setShowInLegend(false);
            double text = Math.max(height, free);
            free = text + LINE_OF_TEXT * top;
            String label = String.format(Locale.ROOT, "%s, %.2f GiB", capacity.label(), height);
            chart.addAnnotation(new AnnotationText(label, jobs.size() + margin() / 2, text, false));
        }
    }

    private XYSeries line(
            String name, double left, double right, double from, double to, Color colour, BasicStroke stroke) {
        XYSeries series = chart.addSeries(name, new double[] {left, right}, new double[] {from, to});
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(colour);
        series.setLineStyle(stroke);
        return series;
    }

    private static String title(List<Job> jobs) {
        return "Peak memory by job and phase; bounds "
                + Grounds.memoryPromise(jobs.stream().map(Job::grounds).toList());
    }

    /** The highest thing to be drawn; bounds beyond any slice are not. */
    private static double highest(List<Job> jobs, List<Capacity> capacities) {
        double seen = Stream.concat(
                        capacities.stream().map(Capacity::memory), jobs.stream().flatMap(MemoryPicture::peaks))
                .mapToDouble(MemoryPicture::gibi)
                .max()
                .orElse(1);
        double bounds = jobs.stream()
                .mapToDouble(job -> gibi(job.bound().upper()))
                .filter(bound -> bound < 1 << 20)
                .max()
                .orElse(0);
        return Math.max(1e-3, Math.max(seen, bounds));
    }

    private static Stream<Bytes> peaks(Job job) {
        return COLUMNS.stream()
                .flatMap(column -> job.profile().samples(column.phase()).stream())
                .map(Sample::peak);
    }

    private static double gibi(Bytes bytes) {
        return bytes.count() / GIBI;
    }
}
