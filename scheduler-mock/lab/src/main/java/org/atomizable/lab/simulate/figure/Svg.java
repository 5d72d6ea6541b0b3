package org.atomizable.lab.simulate.figure;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** An SVG file that is being written. Lengths are points; the origin is at the top left. For one thread. */
public final class Svg {

    public static final String INK = "#222222";
    static final String PALE = "#666666";
    static final String GRID = "#DDDDDD";

    /** Okabe and Ito's colours. */
    public static final List<String> COLOURS =
            List.of("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000");

    /** Where a text is held. */
    public enum Anchor {
        START,
        MIDDLE,
        END
    }

    private final StringBuilder body = new StringBuilder();
    private final int width;
    private final int height;

    /**
     * Begins a picture on white ground.
     *
     * @param title a few words, shown at the top and read first by screen readers
     * @param description what is to be seen, for those who do not see it
     */
    public Svg(int width, int height, String title, String description) {
        this.width = width;
        this.height = height;
        body.append("<title id=\"t\">%s</title>\n<desc id=\"d\">%s</desc>\n"
                .formatted(escaped(title), escaped(description)));
        rectangle(0, 0, width, height, "#FFFFFF");
        text(20, 34, 18, Anchor.START, INK, title);
    }

    /** Adds definitions, such as patterns. */
    void define(String definitions) {
        body.append("<defs>").append(definitions).append("</defs>\n");
    }

    public void rectangle(double x, double y, double w, double h, String fill) {
        rectangle(x, y, w, h, fill, "");
    }

    /** Draws a rectangle with words that a browser shows under the pointer; none if they are empty. */
    void rectangle(double x, double y, double w, double h, String fill, String words) {
        String shape = "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\""
                .formatted(number(x), number(y), number(w), number(h), fill);
        body.append(shape).append(words.isEmpty() ? "/>\n" : "><title>%s</title></rect>\n".formatted(escaped(words)));
    }

    void line(double x1, double y1, double x2, double y2, String colour) {
        body.append("<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke=\"%s\"/>\n"
                .formatted(number(x1), number(y1), number(x2), number(y2), colour));
    }

    /** Draws a line through points; dashed, unless the lengths of dashes and gaps are empty. */
    void path(List<Point> points, String colour, String dashes) {
        String places =
                points.stream().map(it -> number(it.x()) + "," + number(it.y())).collect(Collectors.joining(" "));
        body.append("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\"/>\n"
                .formatted(places, colour, dashes.isEmpty() ? "none" : dashes));
    }

    public void text(double x, double y, int size, Anchor anchor, String colour, String words) {
        body.append("<text x=\"%s\" y=\"%s\" font-size=\"%s\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n"
                .formatted(number(x), number(y), size, anchor.name().toLowerCase(Locale.ROOT), colour, escaped(words)));
    }

    /** Returns the whole file. */
    public String file() {
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img" aria-labelledby="t d" \
            font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif">
            %s</svg>
            """.formatted(width, height, width, height, body);
    }

    private static String number(double value) {
        String text = Rounded.text(value, 1);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /**
     * A place in a picture or in a diagram.
     *
     * @param x to the right
     * @param y downwards in a picture, upwards in a diagram
     */
    record Point(double x, double y) {}
}
