package org.atomizable.profiler.plot;

import java.awt.Color;
import java.awt.Font;
import java.util.Locale;
import org.knowm.xchart.XYChart;

/** The look of all charts: dark letters on white, and few lines. */
final class ChartStyle {

    static final Color INK = new Color(0x222222);
    static final Color BOUND = new Color(0xB22222);

    private ChartStyle() {}

    /** Gives a chart this look, with letters of these sizes. */
    static void apply(XYChart chart, int text, int axisTitle, int title) {
        Font font = new Font(Font.SANS_SERIF, Font.PLAIN, text);
        var styler = chart.getStyler();
        styler.setBaseFont(font);
        styler.setChartTitleFont(font.deriveFont(Font.BOLD, title));
        styler.setAxisTitleFont(font.deriveFont((float) axisTitle));
        styler.setAxisTickLabelsFont(font);
        styler.setLegendFont(font);
        styler.setChartFontColor(INK);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(new Color(0xEEEEEE));
        styler.setLocale(Locale.ROOT);
        styler.setLegendBorderColor(Color.WHITE);
    }
}
