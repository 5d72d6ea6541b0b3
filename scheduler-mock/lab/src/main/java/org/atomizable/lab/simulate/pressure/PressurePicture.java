package org.atomizable.lab.simulate.pressure;

import java.util.Iterator;
import org.atomizable.lab.simulate.figure.Rounded;
import org.atomizable.lab.simulate.figure.Svg;
import org.atomizable.lab.simulate.figure.Svg.Anchor;
import org.atomizable.lab.simulate.pressure.PressureFigures.OfClass;
import org.atomizable.scheduler.node.airlock.ResidentClass;

/** Bars of the work that each policy lost, by class of job. */
final class PressurePicture {

    private static final int WIDTH = 760;
    private static final int LEFT = 180;
    private static final int TOP = 60;
    private static final int BAR = 22;

    private PressurePicture() {}

    /** Draws the picture. Returns the text of an SVG file. */
    static String svg(PressureReport report) {
        double most = 0.001;
        for (PressurePolicy policy : PressurePolicy.values()) {
            for (ResidentClass kind : ResidentClass.values()) {
                most = Math.max(
                        most, report.interval(policy, OfClass.LOST_HOURS, kind).mean());
            }
        }
        int group = PressurePolicy.values().length * BAR + BAR / 2;
        Svg svg = new Svg(
                WIDTH,
                TOP + ResidentClass.values().length * group,
                "Work lost per seed by class of job and policy",
                "At most %s hours.".formatted(Rounded.text(most, 1)));
        int top = TOP;
        for (ResidentClass kind : ResidentClass.values()) {
            int y = top;
            Iterator<String> colours = Svg.COLOURS.iterator();
            for (PressurePolicy policy : PressurePolicy.values()) {
                double hours = report.interval(policy, OfClass.LOST_HOURS, kind).mean();
                double width = (WIDTH - LEFT - 90) * hours / most;
                svg.text(
                        20,
                        y + 16,
                        13,
                        Anchor.START,
                        Svg.INK,
                        PressureReport.name(kind) + ", " + PressureReport.name(policy));
                svg.rectangle(LEFT, y, width, BAR - 4, colours.next());
                svg.text(LEFT + width + 8, y + 16, 13, Anchor.START, Svg.INK, Rounded.text(hours, 1) + " h");
                y += BAR;
            }
            top += group;
        }
        return svg.file();
    }
}
