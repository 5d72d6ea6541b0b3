package org.atomizable.lab.simulate.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import javax.xml.parsers.DocumentBuilderFactory;
import org.atomizable.lab.simulate.schedule.Execution;
import org.atomizable.lab.simulate.schedule.Incidents;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.AtomFactors;
import org.atomizable.lab.simulate.workload.MemoryStages;
import org.atomizable.lab.simulate.workload.Reservation;
import org.atomizable.lab.simulate.workload.SimulatedSlice;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PicturesTest {

    private static final double HOUR = 3600;

    private static final Workload WORKLOAD = new Workload(
            "a<b",
            10 * HOUR,
            List.of(new SimulatedTask(
                    0,
                    "job",
                    0,
                    100,
                    36,
                    MemoryStages.constant(5),
                    10,
                    AtomFactors.EQUAL,
                    Optional.empty(),
                    Optional.empty())),
            List.of(SimulatedSlice.reserved("s", "1g.10gb", 10, List.of(new Reservation(5 * HOUR, 6 * HOUR)))));

    private static final Schedule SCHEDULE = new Schedule(
            "easy",
            List.of(new Execution(
                    0,
                    0,
                    HOUR,
                    2 * HOUR,
                    3 * HOUR,
                    0.25 * HOUR,
                    0.5 * HOUR,
                    0.25 * HOUR,
                    HOUR,
                    Execution.Stop.PLANNED,
                    false)),
            List.of(OptionalDouble.of(2 * HOUR)),
            List.of(),
            Incidents.NONE);

    private static Element parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
    }

    private static List<Element> all(Element svg, String name) {
        List<Element> all = new ArrayList<>();
        NodeList nodes = svg.getElementsByTagName(name);
        for (int i = 0; i < nodes.getLength(); i++) {
            all.add((Element) nodes.item(i));
        }
        return all;
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    @Test
    void aTimelineShowsEachPartOfASubjobAtItsPlace() throws Exception {
        Element svg = parsed(TimelinePicture.of(WORKLOAD, SCHEDULE, 0, 4 * HOUR));
        double whole = widest(svg, "#F4F4F4");
        assertThat(widest(svg, "#7FB8DA") / whole).isBetween(0.249, 0.251);
        assertThat(widest(svg, "#222222") / whole).isBetween(0.0624, 0.0626);
        assertThat(widest(svg, "url(#u)") / whole).isBetween(0.249, 0.251);
        assertThat(all(svg, "title").get(0).getTextContent()).isEqualTo("a<b: easy, hours 0.00 to 4.00");
        assertThat(all(svg, "desc").get(0).getTextContent()).isEqualTo("1 subjobs of 1 jobs on 1 slices.");
    }

    /** The keys of the legend are 23 points wide. */
    private static double widest(Element svg, String fill) {
        return all(svg, "rect").stream()
                .filter(it -> it.getAttribute("fill").equals(fill))
                .mapToDouble(it -> number(it, "width"))
                .filter(it -> it > 25)
                .max()
                .orElse(0);
    }

    @Test
    void aStretchShowsOnlyWhatLiesWithin() throws Exception {
        assertThat(widest(parsed(TimelinePicture.of(WORKLOAD, SCHEDULE, 3 * HOUR, 5 * HOUR)), "#7FB8DA"))
                .isZero();
        assertThat(widest(parsed(TimelinePicture.of(WORKLOAD, SCHEDULE, 4 * HOUR, 7 * HOUR)), "#C8C8C8"))
                .isPositive();
        assertThatThrownBy(() -> TimelinePicture.of(WORKLOAD, SCHEDULE, HOUR, HOUR))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void gapsAreSortedAndInProportion() throws Exception {
        Element svg = parsed(GapPicture.of(
                "w",
                List.of(
                        new GapPicture.Bar("easy", 0.25, 4),
                        new GapPicture.Bar("sja", 0.5, 2),
                        new GapPicture.Bar("fluid", 3, 0.3))));
        assertThat(texts(svg)).containsSubsequence("fluid", "300 %", "sja", "50 %", "2.00 h", "easy", "25 %");
        double half = bar(svg, "#0072B2");
        assertThat(bar(svg, "#D55E00") / half).isBetween(0.49, 0.51);
        assertThat(bar(svg, "#999999") / half).isBetween(1.99, 2.01);
    }

    /** One of two jobs finishes after an hour, the other one never. */
    @Test
    void aCurveRisesByAJobWhenItIsFinished() throws Exception {
        Element svg =
                parsed(CompletionPicture.of("w", List.of(new CompletionPicture.Curve("sja", 2, List.of(1.0), 1, 1))));
        assertThat(texts(svg)).contains("0 %", "100 %", "1.0 h", "sja  1.00 h");
        assertThat(all(svg, "polyline").get(0).getAttribute("points")).isEqualTo("70,560 880,560 880,315");
    }

    private static double bar(Element svg, String fill) {
        return widest(svg, fill);
    }

    private static List<String> texts(Element svg) {
        return all(svg, "text").stream().map(Element::getTextContent).toList();
    }

    @Test
    void ticksAreRound() {
        assertThat(Ticks.step(10, 12)).isEqualTo(1);
        assertThat(Ticks.step(6, 12)).isEqualTo(0.5);
        assertThat(Ticks.step(240, 12)).isEqualTo(20);
        assertThat(Ticks.label(2, 0.5)).isEqualTo("2.0");
        assertThat(Ticks.label(20, 10)).isEqualTo("20");
    }
}
